import { and, eq, isNotNull } from 'drizzle-orm';
import { kycApplications, kycDecisions } from '#db/schema/kyc.ts';
import { discardFile } from '#features/files/server/index.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { eraseKey } from './assign-key.ts';
import { lockApplication } from './edit-application.ts';
import { documentIds } from './kyc.views.ts';

type ErasingRun = Pick<Run, 'tx' | 'now' | 'emit'>;

/** An identity check without anything in it. */
export const EMPTY_APPLICATION = {
  status: 'in_progress',
  firstName: null,
  lastName: null,
  sealedDateOfBirth: null,
  sealedSsn: null,
  ssnFingerprint: null,
  phone: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  employmentStatus: null,
  employer: null,
  occupation: null,
  income: null,
  investorStatus: null,
  idDocument: null,
  proofOfAddress: null,
  incomeVerification: null,
  riskAcknowledgedAt: null,
  submittedAt: null,
} as const;

/**
 * Empties an identity check, and removes its documents, its key and the texts of its reviewers.
 * @returns whether there was one
 */
export async function eraseApplication(run: ErasingRun, userId: string): Promise<boolean> {
  const { tx, now } = run;
  const before = await lockApplication(tx, userId);
  await tx
    .update(kycApplications)
    .set({ ...EMPTY_APPLICATION, updatedAt: now })
    .where(eq(kycApplications.userId, userId));
  for (const file of documentIds(before)) if (file !== null) await discardFile(run, file);
  // A key is made just before the first value that it encrypts, so there may be a key without an application.
  await eraseKey(run, userId);
  await tx.delete(kycDecisions).where(eq(kycDecisions.userId, userId));
  return before !== undefined;
}

/** Statuses in which a reviewer or the applicant has still to act. */
const pendingStatuses: readonly string[] = ['under_review', 'requires_additional_info'];

/**
 * Erases an identity check that was never submitted, in the transaction that closes the account. Of a submitted one, only
 * work and income are erased, as the law requires a record of who the person is; a pending one leaves the queue.
 */
export async function eraseUnretained(run: ErasingRun, userId: string): Promise<void> {
  const { tx, now } = run;
  const before = await lockApplication(tx, userId);
  if (!before || !(await hasIdentityRecords(tx, userId))) {
    await eraseApplication(run, userId);
    return;
  }
  await tx
    .update(kycApplications)
    .set({
      status: pendingStatuses.includes(before.status) ? 'in_progress' : before.status,
      employmentStatus: null,
      employer: null,
      occupation: null,
      income: null,
      investorStatus: null,
      incomeVerification: null,
      updatedAt: now,
    })
    .where(eq(kycApplications.userId, userId));
  if (before.incomeVerification !== null) await discardFile(run, before.incomeVerification);
}

/** Whether someone's identity check was ever submitted: its data have to be retained then. */
export async function hasIdentityRecords(db: Queryable, userId: string): Promise<boolean> {
  const isSubmitted = and(eq(kycApplications.userId, userId), isNotNull(kycApplications.submittedAt));
  const submitted = await db.$count(kycApplications, isSubmitted);
  return submitted + (await db.$count(kycDecisions, eq(kycDecisions.userId, userId))) > 0;
}
