/** A person's identity check was begun, changed, submitted or decided. */
export const KYC_CHANGED = 'kyc.changed';
/** A person's key has been taken off the record, so that nothing it has sealed can be read again. */
export const KEY_FORGOTTEN = 'kyc.keyForgotten';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    kyc: typeof import('./kyc.events.ts');
  }
}
