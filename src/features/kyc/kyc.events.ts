/** A person's identity check was begun, changed, submitted or decided. */
export const KYC_CHANGED = 'kyc.changed';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    kyc: typeof import('./kyc.events.ts');
  }
}
