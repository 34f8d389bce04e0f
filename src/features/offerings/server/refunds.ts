import { sql } from 'drizzle-orm';
import type { investments } from '#db/schema/investing.ts';
import type { investmentRefunds } from '#db/schema/offerings.ts';
import { accounts, ledgerWrites, type Transfer } from '#features/ledger/server/index.ts';
import { toDecimal } from '#kernel/money.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { writeAll } from '#platform/server/database/columns.ts';
import { jsonRows, rows } from '#platform/server/database/db.ts';

export type Purchase = typeof investments.$inferSelect;
export type RefundReason = (typeof investmentRefunds.$inferSelect)['reason'];

/**
 * Refunds purchases in full from escrow, and returns their shares to the offering. What the promotions account paid
 * goes back there. The caller holds the locks of `lockEscrow`, of the buyers' accounts, and of the promotions account
 * when it paid for one of the purchases. `investing` subtracts the refunds from the amounts that count towards the limits.
 */
export async function refundPurchases(
  { tx, operationId, now }: Pick<Run, 'tx' | 'operationId' | 'now'>,
  purchases: readonly Purchase[],
  reason: RefundReason,
): Promise<void> {
  const refunds = purchases.map((purchase) => ({
    id: purchase.id,
    userId: purchase.userId,
    propertyId: purchase.propertyId,
    shares: purchase.shares,
    amount: toDecimal(purchase.totalAmountCents),
    fee: toDecimal(purchase.transactionFeeCents),
  }));
  await rows(
    tx,
    sql`insert into investment_refunds (investment_id, operation_id, user_id, property_id, reason, shares,
                                        total_amount, transaction_fee, at)
        select id, ${operationId}::uuid, "userId", "propertyId", ${reason}, shares, amount, fee,
               ${now.toISOString()}::timestamptz
        from json_to_recordset(${jsonRows(refunds)})
          as r(id uuid, "userId" text, "propertyId" int, shares int, amount numeric, fee numeric)`,
  );
  const code = reason === 'cancelled' ? 'purchase_cancelled' : 'offering_refund';
  const transfers = purchases.flatMap((purchase) => [
    ...refundTransfers(purchase, code),
    ...(purchase.paidBy === 'promotions' ? [returnToPromotions(purchase)] : []),
  ]);
  await writeAll(tx, ledgerWrites([{ operationId, transfers }], now));
}

/** Transfers that refund a purchase: everything that was paid for it, and its shares. */
function refundTransfers(
  { userId, propertyId, shares, totalAmountCents, transactionFeeCents }: Purchase,
  code: 'offering_refund' | 'purchase_cancelled',
): Transfer[] {
  return [
    {
      code,
      debit: accounts.propertyEscrow(propertyId),
      credit: accounts.userCash(userId),
      amount: totalAmountCents + transactionFeeCents,
    },
    {
      code: 'shares_returned',
      debit: accounts.userShares(userId, propertyId),
      credit: accounts.propertyAvailable(propertyId),
      amount: shares,
    },
  ];
}

const returnToPromotions = ({ userId, totalAmountCents, transactionFeeCents }: Purchase): Transfer => ({
  code: 'reward_returned',
  debit: accounts.userCash(userId),
  credit: accounts.promotions(),
  amount: totalAmountCents + transactionFeeCents,
});
