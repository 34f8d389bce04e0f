import { eq } from 'drizzle-orm';
import { kycApplications } from '#db/schema/kyc.ts';
import { storedFilesOf } from '#features/files/server/index.ts';
import { notify } from '#features/notifications/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { kycErrors, submitInput } from '../kyc.contract.ts';
import { KYC_CHANGED } from '../kyc.events.ts';
import { isKycStepComplete, kycStatusAfter } from '../kyc.rules.ts';
import { lockApplication } from './edit-application.ts';
import { documentIds, knownOf } from './kyc.views.ts';

/**
 * Hands the caller's application to the reviewers. Idempotent by `requestId`.
 * @throws KYC_LOCKED, KYC_INCOMPLETE
 */
export const submit = defineCommand({
  name: 'kyc.submit',
  input: submitInput,
  access: 'signedIn',
  whileFrozen: true,
  async run(run) {
    const { tx, actor, now, emit } = run;
    const before = await lockApplication(tx, actor.userId);
    const known = knownOf(before, await storedFilesOf(tx, documentIds(before)));
    const isComplete = ([1, 2, 3, 4] as const).every((step) => isKycStepComplete(step, known));
    const status = kycStatusAfter(before?.status ?? 'not_started', 'submit');
    if (before && status === null) throw new DomainError(kycErrors.KYC_LOCKED);
    if (status !== 'under_review' || !isComplete) throw new DomainError(kycErrors.KYC_INCOMPLETE);
    await tx
      .update(kycApplications)
      .set({ status, riskAcknowledgedAt: now, submittedAt: now, updatedAt: now })
      .where(eq(kycApplications.userId, actor.userId));
    await notify(run, {
      userId: actor.userId,
      type: 'system',
      priority: 'low',
      title: 'Your identity is being verified',
      message: "Your verification is under review. You'll be notified within 1-3 business days.",
      actionUrl: '/onboarding/kyc',
      always: true,
    });
    emit(KYC_CHANGED, { userId: actor.userId, broadcast: { audience: 'admins' }, payload: { status } });
    return { status, submittedAt: now.toISOString() };
  },
  audit: (_, { status }, actor) => ({
    subject: `kyc:${actor.userId}`,
    details: { status },
  }),
});
