import { and, eq } from 'drizzle-orm';
import { investments } from '#db/schema/investing.ts';
import { investmentRefunds } from '#db/schema/offerings.ts';
import { accounts } from '#features/ledger/server/index.ts';
import { cancellableUntil, lockEscrow, refundPurchases } from '#features/offerings/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { cancelErrors, cancelPurchaseInput, type RefundReceipt } from '../investing.contract.ts';
import { PURCHASE_CANCELLED } from '../investing.events.ts';
import { refuseToCancel } from '../investing.rules.ts';
import { subtractRefunded } from './eligibility.ts';

/**
 * Cancels a purchase within 48 hours, while its offering is open: amount and fee come back from escrow in full, and
 * the shares return to the offering. It takes the locks of purchases, so that the offering is neither closed nor paid
 * out meanwhile. What a referral reward bought cannot be canceled: it was not the person's money. Idempotent by
 * `requestId`.
 * @throws INVESTMENT_NOT_FOUND, ALREADY_REFUNDED, REWARD_PURCHASE, OFFERING_CLOSED, CANCEL_TOO_LATE
 */
export const cancelPurchase = defineCommand({
  name: 'investing.cancelPurchase',
  input: cancelPurchaseInput,
  access: 'signedIn',
  whileFrozen: true,
  async run(run, { investmentId }): Promise<RefundReceipt> {
    const { tx, actor, now, emit } = run;
    const { userId } = actor;
    const [purchase] = await tx
      .select()
      .from(investments)
      .where(and(eq(investments.id, investmentId), eq(investments.userId, userId)));
    if (!purchase) throw new DomainError(cancelErrors.INVESTMENT_NOT_FOUND);
    const { propertyId, shares } = purchase;
    const own = [accounts.userCash(userId), accounts.userShares(userId, propertyId)];
    const { property, offering } = await lockEscrow(tx, propertyId, own);
    const [refunded] = await tx
      .select({ id: investmentRefunds.investmentId })
      .from(investmentRefunds)
      .where(eq(investmentRefunds.investmentId, investmentId));
    const deadline = offering.status === 'open' ? offering.deadline : null;
    const refusal = refuseToCancel({
      isRefunded: refunded !== undefined,
      isReward: purchase.paidBy === 'promotions',
      isOpen: deadline !== null && now < deadline,
      until: cancellableUntil(purchase.createdAt, deadline ?? now),
      now,
    });
    if (refusal) throw new DomainError(refusal);
    await refundPurchases(run, [purchase], 'cancelled');
    await subtractRefunded(run);
    const payload = { investmentId, propertyId, shares };
    emit(PURCHASE_CANCELLED, { userId, broadcast: { propertyId }, payload });
    return {
      investmentId,
      propertyId,
      propertyName: property.name,
      shares,
      amountCents: purchase.totalAmountCents,
      feeCents: purchase.transactionFeeCents,
      totalCents: purchase.totalAmountCents + purchase.transactionFeeCents,
      refundedAt: now.toISOString(),
    };
  },
  audit: ({ investmentId }, { propertyId, shares, totalCents }) => ({
    subject: `investment:${investmentId}`,
    details: { propertyId, shares, totalCents },
  }),
});
