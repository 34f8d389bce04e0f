import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { kycApplications, kycDecisions } from '#db/schema/kyc.ts';
import { accounts, lockBalances } from '#features/ledger/server/index.ts';
import { type NewNotification, notify } from '#features/notifications/server/index.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { decideInput, type KycDecisionKind, kycErrors } from '../kyc.contract.ts';
import { KYC_CHANGED } from '../kyc.events.ts';
import { kycStatusAfter } from '../kyc.rules.ts';
import { canDecide } from './kyc.policy.ts';

const notices = {
  approved: {
    priority: 'medium',
    title: 'Your identity is verified',
    message:
      'You can invest now. Your limits are shown with each purchase. If you have several accounts, they share the same limits.',
    actionUrl: '/investor-marketplace',
  },
  rejected: {
    priority: 'high',
    title: 'Your identity could not be verified',
    message: 'See the reason, correct your application and submit it again.',
    actionUrl: '/onboarding/kyc',
  },
  requires_additional_info: {
    priority: 'high',
    title: 'We need more information to verify your identity',
    message: 'See what the reviewer asked for, add it and submit your application again.',
    actionUrl: '/onboarding/kyc',
  },
} as const satisfies Record<KycDecisionKind, Partial<NewNotification>>;

/**
 * Waits for purchases that another account with the applicant's tax number is in, and holds later ones up until the
 * commit: from then on the accounts share their limits, and both have to know what the other has invested.
 */
async function lockPurchasesOf(tx: Transaction, userId: string): Promise<void> {
  const same = alias(kycApplications, 'same');
  const people = await tx
    .select({ userId: same.userId })
    .from(kycApplications)
    .innerJoin(same, eq(same.ssnFingerprint, kycApplications.ssnFingerprint))
    .where(eq(kycApplications.userId, userId));
  await lockBalances(
    tx,
    people.map((one) => accounts.userCash(one.userId)),
  );
}

/**
 * Approves, rejects, or asks for more. Of two reviewers at once one decides. The message to the applicant is
 * stored with the decision and not in the audit log.
 * @throws NOT_FOUND, KYC_OWN_APPLICATION, KYC_NOT_UNDER_REVIEW, KYC_CHANGED
 */
export const decide = defineCommand({
  name: 'kyc.decide',
  input: decideInput,
  access: 'admin',
  needsApproval: false,
  async run(run, input) {
    const { tx, actor, now, newId, emit } = run;
    const { applicantId: userId, decision } = input;
    const application = eq(kycApplications.userId, userId);
    if (decision === 'approved') await lockPurchasesOf(tx, userId);
    const [before] = await tx.select().from(kycApplications).where(application).for('update');
    if (!before || before.status === 'in_progress') throw new DomainError(commonErrors.NOT_FOUND);
    if (!(await canDecide(tx, actor, userId))) throw new DomainError(kycErrors.KYC_OWN_APPLICATION);
    const status = kycStatusAfter(before.status, decision);
    if (status === null || status === 'not_started') throw new DomainError(kycErrors.KYC_NOT_UNDER_REVIEW);
    if (before.submittedAt?.toISOString() !== input.submittedAt) throw new DomainError(kycErrors.KYC_CHANGED);
    await tx.update(kycApplications).set({ status, updatedAt: now }).where(application);
    await tx.insert(kycDecisions).values({
      id: newId(),
      userId,
      reviewerId: actor.userId,
      decision,
      reason: input.decision === 'rejected' ? input.reason : null,
      requests: input.decision === 'requires_additional_info' ? input.requests : [],
      at: now,
    });
    await notify(run, { userId, type: 'system', always: true, ...notices[decision] });
    emit(KYC_CHANGED, { userId, broadcast: { audience: 'admins' }, payload: { status } });
    return { status };
  },
  audit: ({ applicantId, decision }) => ({ subject: `kyc:${applicantId}`, details: { decision } }),
});
