import { and, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { investmentRefunds, investments } from '#db/schema/investing.ts';
import { accounts, movements, type Transfer } from '#features/ledger/server/index.ts';
import { notifyAll } from '#features/notifications/server/index.ts';
import { markRefunded } from '#features/properties/server/index.ts';
import { type Cents, formatUsdExact, toDecimal } from '#kernel/money.ts';
import { propertyId } from '#kernel/schemas.ts';
import { textArray, writeAll } from '#platform/server/columns.ts';
import { jsonRows, rows, type Transaction } from '#platform/server/db.ts';
import { defineCommand, type Run } from '#platform/server/run-command.ts';
import { PURCHASES_REFUNDED } from '../investing.events.ts';
import { type LockedEscrow, lockEscrow } from './escrow.ts';
import { subtractInvested } from './limits.ts';

/** Investors refunded in one transaction: enough to be fast, few enough that nobody else waits. */
export const REFUND_CHUNK = 500;

/** Purchases refunded in one transaction, however many the investors made. */
const MOST_PURCHASES = 5_000;

type Purchase = typeof investments.$inferSelect;

/**
 * Refunds the next investors of a failed offering, in the order of their ids: each gets back what each purchase cost,
 * fee included, and the shares return to the offering. Who made very many gets them back in several chunks. A
 * purchase is refunded once, whatever is repeated, resumed or asked for by several workers at once.
 */
export const refundChunk = defineCommand({
  name: 'investing.refundChunk',
  input: z.strictObject({
    propertyId,
    most: z.int().min(1).max(REFUND_CHUNK).default(REFUND_CHUNK),
    mostPurchases: z.int().min(1).max(MOST_PURCHASES).default(MOST_PURCHASES),
  }),
  access: 'system',
  async run(run, { propertyId, most, mostPurchases }) {
    const { tx, now } = run;
    const next = await unrefundedOf(tx, propertyId, { investors: most, purchases: mostPurchases });
    const touched = next.flatMap(({ userId }) => [
      accounts.userCash(userId),
      accounts.userShares(userId, propertyId),
    ]);
    const { property, offering } = await lockEscrow(tx, propertyId, touched);
    if (offering.status !== 'failed' || offering.refundedAt !== null) return { refunded: 0, done: true };
    const due = await stillDue(tx, next);
    await refund(run, due, property);
    const done = (await unrefundedOf(tx, propertyId, { investors: 1, purchases: 1 })).length === 0;
    if (done) {
      await markRefunded(tx, propertyId, now);
      run.emit({ type: PURCHASES_REFUNDED, propertyId, payload: { propertyId } });
    }
    return { refunded: due.length, done };
  },
  audit: ({ propertyId }, { refunded, done }) => ({
    subject: `property:${propertyId}`,
    details: { refunded, done },
  }),
});

/** The purchases that stand of the first investors who have any. */
async function unrefundedOf(
  tx: Transaction,
  propertyId: number,
  most: { investors: number; purchases: number },
): Promise<Purchase[]> {
  const standing = sql`${investments.propertyId} = ${propertyId} and not exists (
    select 1 from ${investmentRefunds} where ${investmentRefunds.investmentId} = ${investments.id})`;
  const investors = tx
    .selectDistinct({ userId: investments.userId })
    .from(investments)
    .where(standing)
    .orderBy(investments.userId)
    .limit(most.investors);
  return tx
    .select()
    .from(investments)
    .where(and(standing, inArray(investments.userId, investors)))
    .orderBy(investments.userId, investments.id)
    .limit(most.purchases);
}

/** Those that nobody refunded before the lock was held. */
async function stillDue(tx: Transaction, purchases: readonly Purchase[]): Promise<Purchase[]> {
  const ids = textArray(purchases.map(({ id }) => id));
  const refunded = await tx
    .select({ id: investmentRefunds.investmentId })
    .from(investmentRefunds)
    .where(sql`${investmentRefunds.investmentId} = any(${ids}::uuid[])`);
  const gone = new Set(refunded.map(({ id }) => id));
  return purchases.filter(({ id }) => !gone.has(id));
}

const paidFor = ({ totalAmountCents, transactionFeeCents }: Purchase): Cents =>
  totalAmountCents + transactionFeeCents;

async function refund(run: Run, due: readonly Purchase[], property: LockedEscrow['property']): Promise<void> {
  if (due.length === 0) return;
  const { tx, operationId, now, emit } = run;
  await recordRefunds(run, due, 'not_funded');
  const transfers = due.flatMap((purchase) => giveBack(purchase, 'offering_refund'));
  await writeAll(tx, movements([{ operationId, transfers }], now));
  const refunds = new Map<string, Cents>();
  for (const purchase of due) {
    refunds.set(purchase.userId, (refunds.get(purchase.userId) ?? 0) + paidFor(purchase));
  }
  const { id: propertyId, name, status, statusReason } = property;
  const reason = status === 'rejected' && statusReason ? statusReason : 'The offering was not funded.';
  for (const userId of refunds.keys()) emit({ type: PURCHASES_REFUNDED, userId, payload: { propertyId } });
  await notifyAll(
    run,
    [...refunds].map(([userId, cents]) => ({
      userId,
      type: 'property',
      priority: 'high',
      title: 'Purchase refunded',
      message: `You got ${formatUsdExact(cents)} back for your shares of ${name}, fees included. ${reason}`,
      actionUrl: '/wallet',
    })),
  );
}

/** What gives a purchase back: all that was paid for it, and its shares. */
export function giveBack(purchase: Purchase, code: 'offering_refund' | 'purchase_cancelled'): Transfer[] {
  const { userId, propertyId, shares } = purchase;
  return [
    {
      code,
      debit: accounts.propertyEscrow(propertyId),
      credit: accounts.userCash(userId),
      amount: paidFor(purchase),
    },
    {
      code: 'shares_returned',
      debit: accounts.userShares(userId, propertyId),
      credit: accounts.propertyAvailable(propertyId),
      amount: shares,
    },
  ];
}

/** Writes down that these purchases no longer stand, and that they no longer count towards the buyers' limits. */
export async function recordRefunds(
  { tx, operationId, now }: Pick<Run, 'tx' | 'operationId' | 'now'>,
  purchases: readonly Purchase[],
  reason: 'cancelled' | 'not_funded',
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
  await subtractInvested(tx, purchases);
}
