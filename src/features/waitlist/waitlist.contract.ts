import { z } from 'zod';
import { type commonErrors, defineErrors } from '#kernel/errors.ts';
import { MAX_FULL_NAME_CHARACTERS } from '#kernel/person.ts';
import { handle, instant, lineText, pageInput, pageOf, requestId, typedEmail } from '#kernel/schemas.ts';

export const joinWaitlistInput = z.strictObject({
  email: typedEmail,
  name: lineText(MAX_FULL_NAME_CHARACTERS).optional(),
  requestId,
});
export const joinedWaitlist = z.object({ joined: z.literal(true) });

/** A person who wants to hear of the launch. */
export const waitlistEntry = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  timestamp: instant,
});
export const waitlistPage = pageOf(waitlistEntry);
/** Part of an email or a name. */
const q = lineText(100).optional();
export const waitlistListInput = z.strictObject({ q, ...pageInput({ max: 500, default: 50 }) });

export const MAX_EXPORTED_ENTRIES = 100_000;
export const exportWaitlistInput = z.strictObject({ q });
export const waitlistFile = z.object({ fileName: z.string(), csv: z.string(), entries: z.int() });

/** The figures above the admin's list. */
export const waitlistStats = z.object({
  total: z.int(),
  withNames: z.int(),
  thisWeek: z.int(),
  thisMonth: z.int(),
});

export const removeWaitlistEntryInput = z.strictObject({ id: handle });
export const removedWaitlistEntry = z.object({ removed: z.literal(true) });
export const clearWaitlistInput = z.strictObject({ requestId });
export const clearedWaitlist = z.object({ removed: z.int() });

export const waitlistErrors = defineErrors({
  ALREADY_REGISTERED: ['conflict', 'This email is already on our waitlist!'],
  TOO_MANY_ROWS: [
    'refused',
    'An export can include at most 100,000 entries. Narrow your search and export again.',
  ],
});

/** The refusals for which the waitlist forms have their own text. */
export type WaitlistRefusal =
  | Extract<keyof typeof waitlistErrors, 'ALREADY_REGISTERED'>
  | Extract<keyof typeof commonErrors, 'RATE_LIMITED'>;
export type WaitlistListInput = z.output<typeof waitlistListInput>;
export type WaitlistFile = z.infer<typeof waitlistFile>;
export type WaitlistEntry = z.infer<typeof waitlistEntry>;
export type WaitlistStats = z.infer<typeof waitlistStats>;
