import { z } from 'zod';
import { basisPoints, instant, sumOfCents } from '#kernel/schemas.ts';

/** The operator of this installation; null for details that they have not given. */
export const operator = z.object({
  legalName: z.string().nullable(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});

/** Public facts about the operator, the fees, the limits and the last verification. */
export const trustFacts = z.object({
  operator,
  /** Whether the operator has had the legal texts reviewed; until then they are drafts. */
  legalReviewed: z.boolean(),
  /** Whether money goes to the built-in bank, which moves none. */
  sandboxBank: z.boolean(),
  fees: z.object({ processingBps: basisPoints, managementBps: basisPoints, resaleBps: basisPoints }),
  limits: z.object({ monthlyCents: sumOfCents.nullable(), annualCents: sumOfCents.nullable() }),
  identityRequired: z.boolean(),
  cancellationHours: z.int(),
  verification: z.object({ at: instant, checks: z.int(), broken: z.int() }).nullable(),
});

export type TrustFacts = z.infer<typeof trustFacts>;
