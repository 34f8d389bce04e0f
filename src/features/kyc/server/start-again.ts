import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { kycApplications } from '#db/schema/kyc.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { kycErrors } from '../kyc.contract.ts';
import { KYC_CHANGED } from '../kyc.events.ts';
import { kycStatusAfter } from '../kyc.rules.ts';
import { lockApplication } from './edit-application.ts';
import { applicationOf } from './kyc.queries.ts';

/**
 * Reopens the caller's rejected application with its content, to be corrected and submitted again.
 * @throws KYC_NOT_REJECTED
 */
export const startAgain = defineCommand({
  name: 'kyc.startAgain',
  input: z.strictObject({}),
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor, now, emit }) {
    const before = await lockApplication(tx, actor.userId);
    const status = kycStatusAfter(before?.status ?? 'not_started', 'startAgain');
    if (status !== 'in_progress') throw new DomainError(kycErrors.KYC_NOT_REJECTED);
    await tx
      .update(kycApplications)
      .set({ status, submittedAt: null, riskAcknowledgedAt: null, updatedAt: now })
      .where(eq(kycApplications.userId, actor.userId));
    emit(KYC_CHANGED, { userId: actor.userId, broadcast: { audience: 'admins' }, payload: { status } });
    return applicationOf(tx, actor.userId);
  },
  audit: (_, { status }, actor) => ({
    subject: `kyc:${actor.userId}`,
    details: { status },
  }),
});
