import { and, eq, isNotNull } from 'drizzle-orm';
import { kycApplications, kycDecisions } from '#db/schema/kyc.ts';
import { discardFile } from '#features/files/server/index.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { emptyApplication } from './clear-application.ts';
import { lockApplication } from './edit-application.ts';

type ErasingRun = Pick<Run, 'tx' | 'now' | 'emit'>;

/**
 * Erases an identity check that was never submitted, in the transaction that closes the account. Of a submitted one, only
 * work and income are erased, as the law requires a record of who the person is; a pending one leaves the queue.
 */
export async function eraseUnretained(run: ErasingRun, userId: string): Promise<void> {
  const { tx, now } = run;
  const before = await lockApplication(tx, userId);
  if (!before || !(await hasIdentityRecords(tx, userId))) return eraseApplication(run, userId);
  await tx
    .update(kycApplications)
    .set({
      status: before.status === 'under_review' ? 'in_progress' : before.status,
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

/** Erases all of an identity check, and the texts of its reviewers. */
export async function eraseApplication(run: ErasingRun, userId: string): Promise<void> {
  await emptyApplication(run, userId);
  await run.tx.delete(kycDecisions).where(eq(kycDecisions.userId, userId));
}
