import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { cents, instant, lineText, pageInput, pageOf, personText } from '#kernel/schemas.ts';

/** Written for the person whose account it is. */
const reason = personText(500, 'Write the reason; the person reads it.');
const userId = z.string().min(1).max(100);

export const freezeAccountInput = z.strictObject({ userId, reason });
export const unfreezeAccountInput = z.strictObject({ userId });

export const peopleInput = z.strictObject({
  ...pageInput({ most: 100, usual: 20 }),
  /** A part of the email, or a whole id. */
  q: lineText(200).optional(),
  state: z.enum(['all', 'frozen']).default('all'),
});

/** A person with an account, as admins look them up. */
export const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  role: z.enum(['user', 'admin']),
  availableCents: cents,
  createdAt: instant,
  frozen: z.object({ reason: z.string(), since: instant }).nullable(),
});
export const peoplePage = pageOf(person);

export const backOfficeErrors = defineErrors({
  OWN_ACCOUNT: ['refused', 'You cannot freeze or unfreeze your own account. Ask another admin.'],
  ALREADY_FROZEN: ['conflict', 'This account is frozen already.'],
  NOT_FROZEN: ['conflict', 'This account is not frozen.'],
});

export type PersonOfList = z.infer<typeof person>;
