import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** A person's identity check was begun, changed, submitted or decided. */
export const KYC_CHANGED = defineEvent('kyc.changed', z.object({ status: z.string() }));
/** A person's key has been taken off the record, so that nothing it has sealed can be read again. */
export const KEY_FORGOTTEN = defineEvent('kyc.keyForgotten', z.object({ keyId: z.uuid() }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    kyc: typeof import('./kyc.events.ts');
  }
}
