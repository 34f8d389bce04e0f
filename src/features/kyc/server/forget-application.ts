import { and, eq, lte } from 'drizzle-orm';
import { z } from 'zod';
import { kycApplications } from '#db/schema/kyc.ts';
import { discardFile } from '#features/files/server/index.ts';
import { handle, instant } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { KYC_CHANGED } from '../kyc.events.ts';
import { forgetKey } from './assign-key.ts';
import { lockApplication } from './edit-application.ts';
import { documentIds } from './kyc.views.ts';

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
 * Empties an identity check when a proof of the email has reset its account: it may be about another person than the
 * owner. Entries that were saved after that moment stay.
 */
export const forgetApplication = defineCommand({
  name: 'kyc.forgetApplication',
  input: z.strictObject({ userId: handle, at: instant }),
  access: 'system',
  async run(run, { userId, at }) {
    const { tx, now, emit } = run;
    const before = await lockApplication(tx, userId);
    const isEarlier = and(eq(kycApplications.userId, userId), lte(kycApplications.updatedAt, new Date(at)));
    const emptied = await tx
      .update(kycApplications)
      .set({ ...EMPTY_APPLICATION, updatedAt: now })
      .where(isEarlier)
      .returning({ userId: kycApplications.userId });
    if (emptied.length === 0) return { forgotten: false };
    for (const file of documentIds(before)) if (file !== null) await discardFile(run, file);
    await forgetKey(run, userId);
    emit(KYC_CHANGED, {
      userId,
      broadcast: { audience: 'admins' },
      payload: { status: EMPTY_APPLICATION.status },
    });
    return { forgotten: true };
  },
  audit: ({ userId }, { forgotten }) => ({ subject: `kyc:${userId}`, details: { forgotten } }),
});
