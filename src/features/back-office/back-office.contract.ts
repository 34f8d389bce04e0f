import { z } from 'zod';
import { kycStatus } from '#features/kyc/kyc.contract.ts';
import { instant, lineText, pageInput, pageOf, sumOfCents } from '#kernel/schemas.ts';

const userId = z.string().min(1).max(100);

export const usersInput = z.strictObject({
  ...pageInput({ max: 100, default: 20 }),
  /** A part of the email or the name, or a whole id. */
  q: lineText(200).optional(),
  state: z.enum(['all', 'active', 'frozen', 'closed']).default('all'),
  role: z.enum(['all', 'admin', 'user']).default('all'),
  /** By their identity check. */
  identity: z.enum(['all', 'verified', 'unverified']).default('all'),
});
export const userInput = z.strictObject({ userId });

/** A person with an account, as admins look them up. */
export const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  verified: z.boolean(),
  role: z.enum(['user', 'admin']),
  availableCents: sumOfCents,
  createdAt: instant,
  frozen: z.object({ reason: z.string(), since: instant, by: z.string() }).nullable(),
  /** When its owner closed it, for ever. */
  closedAt: instant.nullable(),
});
export const usersPage = pageOf(person);

/** An account as one admin page shows it: never a number, a document or a secret of the person's. */
export const userDetails = person.extend({
  adminSince: instant.nullable(),
  /** Null where no identity check was begun, and where the account was closed without a decision on it. */
  kyc: kycStatus.nullable(),
  balances: z.object({
    availableCents: sumOfCents,
    withdrawingCents: sumOfCents,
    biddingCents: sumOfCents,
    shares: z.int(),
    properties: z.int(),
  }),
  signIn: z.object({
    password: z.boolean(),
    secondFactorSince: instant.nullable(),
    recoveryCodesLeft: z.int(),
    passkeys: z.int(),
    provider: z.boolean(),
    accessTokens: z.int(),
  }),
  sessions: z.array(
    z.object({ id: z.string(), device: z.string(), signedInAt: instant, lastSeenAt: instant }),
  ),
});

/** Waiting work by kind, for the admin who looks and for others. */
export const waitingWork = z.object({
  // For the admin who looks
  properties: z.int(),
  submissions: z.int(),
  /** Requests of other admins. */
  approvals: z.int(),
  valuations: z.int(),
  identityChecks: z.int(),
  distributions: z.int(),
  withdrawals: z.int(),
  /** Properties with money for the lender of their mortgage. */
  lenders: z.int(),
  deadJobs: z.int(),
  /** Invariants that did not hold at the last verification. */
  drift: z.int(),
  /** Transfers that had another status at the bank in the last comparison. */
  bankDifferences: z.int(),
  // For others
  /** All of the above, but approvals, that are about the admin who looks: another one decides. */
  ownWork: z.int(),
  /** Requests of the admin who looks: another one approves them. */
  ownRequests: z.int(),
  /** Submissions whose owners have a question to answer. */
  ownerAnswers: z.int(),
  /** Months of past quarters that owners have not reported. */
  missingMonths: z.int(),
  /** Statements that were returned to their owners. */
  ownerCorrections: z.int(),
  /** People who were asked for more information. */
  applicants: z.int(),
});

export type WaitingWork = z.infer<typeof waitingWork>;
export type ListedPerson = z.infer<typeof person>;
export type UserDetails = z.infer<typeof userDetails>;
