import { z } from 'zod';
import { instant, lineText, pageInput, pageOf, sumOfCents } from '#kernel/schemas.ts';

export const peopleInput = z.strictObject({
  ...pageInput({ max: 100, usual: 20 }),
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
  availableCents: sumOfCents,
  createdAt: instant,
  frozen: z.object({ reason: z.string(), since: instant }).nullable(),
});
export const peoplePage = pageOf(person);

export type PersonOfList = z.infer<typeof person>;
