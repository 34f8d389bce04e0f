import { eq } from 'drizzle-orm';
import { kycApplications } from '#db/schema/kyc.ts';
import { discardFile } from '#features/files/server/index.ts';
import { closeOrdersOf } from '#features/resale/server/index.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import type { InTransactionHandler, Run } from '#platform/server/runtime/run.ts';
import { KYC_CHANGED } from '../kyc.events.ts';
import { eraseKey } from './assign-key.ts';
import { lockApplication } from './edit-application.ts';
import { documentIds } from './kyc.views.ts';

/** An identity check without anything in it. */
const EMPTY_APPLICATION = {
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
 * Empties an identity check, and removes its documents and its key.
 * @returns whether there was one
 */
export async function emptyApplication(
  run: Pick<Run, 'tx' | 'now' | 'emit'>,
  userId: string,
): Promise<boolean> {
  const { tx, now } = run;
  const before = await lockApplication(tx, userId);
  await tx
    .update(kycApplications)
    .set({ ...EMPTY_APPLICATION, updatedAt: now })
    .where(eq(kycApplications.userId, userId));
  for (const file of documentIds(before)) if (file !== null) await discardFile(run, file);
  // A key is made just before the first value that it encrypts, so there may be a key without an application.
  await eraseKey(run, userId);
  return before !== undefined;
}

/**
 * Empties an identity check in the transaction that clears its account: it may be about another
 * person than the owner, and no approval of it may count for a moment longer. Where an approval is required to buy, the
 * account's bids are closed too, behind those that are being placed; books come before the application in the order of
 * locks.
 */
export const clearApplication: InTransactionHandler = async (run, { userId }) => {
  if (userId === undefined) return;
  if (run.config.investing.requiresKyc) {
    await lock(run.tx, 'freezes', userId);
    await closeOrdersOf(run, userId, 'bid');
  }
  if (!(await emptyApplication(run, userId))) return;
  run.emit(KYC_CHANGED, {
    userId,
    broadcast: { audience: 'admins' },
    payload: { status: EMPTY_APPLICATION.status },
  });
};
