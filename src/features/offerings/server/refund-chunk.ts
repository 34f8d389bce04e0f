import { type AnyColumn, and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { investments } from '#db/schema/investing.ts';
import { offerings } from '#db/schema/offerings.ts';
import { accounts } from '#features/ledger/server/index.ts';
import { notifyAll } from '#features/notifications/server/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { textArray, uuidArray } from '#platform/server/database/columns.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import { centsOf } from '#platform/server/database/sql-values.ts';
import { PURCHASES_REFUNDED, REFUNDS_RECORDED } from '../offerings.events.ts';
import { inEscrow, type LockedEscrow, lockEscrow } from './escrow.ts';
import { type Purchase, type RefundReason, refundPurchases } from './refunds.ts';

/** Investors refunded in one transaction: enough to be fast, few enough that nobody else waits. */
const MAX_CHUNK_INVESTORS = 500;

/** Purchases refunded in one transaction, however many the investors made. */
const MAX_CHUNK_PURCHASES = 5_000;

/**
 * Refunds the next investors of a failed offering, or of a funded one whose property was rejected, in the order of
 * their ids: each gets back what each purchase cost that still lies in escrow, fee included, and the shares return to
 * the offering. An investor with very many purchases gets them back in several chunks, and one notification of all. A
 * purchase is refunded once, however often chunks are repeated, resumed or run by several workers at once.
 */
export const refundChunk = defineCommand({
  name: 'offerings.refundChunk',
  input: z.strictObject({
    propertyId,
    maxInvestors: z.int().min(1).max(MAX_CHUNK_INVESTORS).default(MAX_CHUNK_INVESTORS),
    maxPurchases: z.int().min(1).max(MAX_CHUNK_PURCHASES).default(MAX_CHUNK_PURCHASES),
  }),
  access: 'system',
  async run(run, { propertyId, maxInvestors, maxPurchases }) {
    const { tx, now } = run;
    const candidates = await refundable(tx, propertyId, { maxInvestors, maxPurchases });
    const touched = candidates.flatMap(({ userId }) => [
      accounts.userCash(userId),
      accounts.userShares(userId, propertyId),
      accounts.userListed(userId, propertyId),
    ]);
    const payers = candidates.some(({ paidBy }) => paidBy === 'promotions') ? [accounts.promotions()] : [];
    const locked = await lockEscrow(tx, propertyId, [...touched, ...payers]);
    const { property, offering } = locked;
    const reason = refundReasonOf(locked);
    if (reason === null) return { refunded: 0, done: true };
    const due = stillHeld(await stillDue(tx, propertyId, candidates), locked);
    await refund(run, due, { property, reason });
    const done = (await refundable(tx, propertyId, { maxInvestors: 1, maxPurchases: 1 })).length === 0;
    if (done && offering.status === 'failed')
      await tx.update(offerings).set({ refundedAt: now }).where(eq(offerings.propertyId, propertyId));
    if (due.length > 0 && done)
      run.emit(PURCHASES_REFUNDED, { broadcast: { propertyId }, payload: { propertyId } });
    return { refunded: due.length, done };
  },
  audit: ({ propertyId }, { refunded, done }) => ({
    subject: `property:${propertyId}`,
    details: { refunded, done },
  }),
});

/** Why the purchases in an escrow are refunded now; null when they are not. */
function refundReasonOf({ property, offering }: LockedEscrow): Exclude<RefundReason, 'cancelled'> | null {
  if (offering.status === 'failed') return offering.refundedAt === null ? 'not_funded' : null;
  return offering.status === 'funded' && property.status === 'rejected' ? 'rejected' : null;
}

/**
 * Whether the shares of a purchase can return. In a failed offering they always can. In a funded one they may be sold
 * or listed by now: then the money waits in escrow, and a listing that ends makes it refundable.
 */
const returnable = sql`(
  exists (select 1 from offerings o where o.property_id = investments.property_id and o.status = 'failed')
  or not exists (select 1 from lot_usage u where u.lot_id = investments.id)
     and not exists (
       select 1 from lot_reservations l
       where l.user_id = investments.user_id and l.property_id = investments.property_id and l.lot_id = investments.id)
     and exists (
       select 1 from ledger_accounts a
       where a.user_id = investments.user_id and a.kind = 'user_shares' and a.property_id = investments.property_id
         and a.balance >= investments.shares))`;

/** Condition on investments: purchases of a property that can be refunded, once its offering is to be. */
export function isRefundable(propertyId: number | AnyColumn): SQL {
  return sql`${inEscrow(propertyId)} and ${returnable}`;
}

/** The refundable purchases of the first investors. */
async function refundable(
  tx: Transaction,
  propertyId: number,
  { maxInvestors, maxPurchases }: { maxInvestors: number; maxPurchases: number },
): Promise<Purchase[]> {
  const due = isRefundable(propertyId);
  const investors = tx
    .selectDistinct({ userId: investments.userId })
    .from(investments)
    .where(due)
    .orderBy(investments.userId)
    .limit(maxInvestors);
  return tx
    .select()
    .from(investments)
    .where(and(due, inArray(investments.userId, investors)))
    .orderBy(investments.userId, investments.id)
    .limit(maxPurchases);
}

/** The purchases that were not refunded, released or sold before the locks were held. */
async function stillDue(
  tx: Transaction,
  propertyId: number,
  purchases: readonly Purchase[],
): Promise<Purchase[]> {
  if (purchases.length === 0) return [];
  const ids = uuidArray(purchases.map(({ id }) => id));
  const refundableRows = await tx
    .select({ id: investments.id })
    .from(investments)
    .where(sql`investments.id = any(${ids}) and ${isRefundable(propertyId)}`);
  const due = new Set(refundableRows.map(({ id }) => id));
  return purchases.filter(({ id }) => due.has(id));
}

/** The purchases whose shares the investor still has free, counting several purchases together. */
function stillHeld(purchases: readonly Purchase[], { balances }: LockedEscrow): Purchase[] {
  const free = new Map(balances);
  return purchases.filter(({ userId, propertyId, shares }) => {
    const { id } = accounts.userShares(userId, propertyId);
    const left = (free.get(id) ?? 0) - shares;
    if (left < 0) return false;
    free.set(id, left);
    return true;
  });
}

async function refund(
  run: Run,
  due: readonly Purchase[],
  { property, reason }: { property: LockedEscrow['property']; reason: RefundReason },
): Promise<void> {
  if (due.length === 0) return;
  await refundPurchases(run, due, reason);
  const payload = { propertyId: property.id };
  run.emit(REFUNDS_RECORDED, { payload });
  const refunded = [...new Set(due.map(({ userId }) => userId))];
  for (const userId of refunded) run.emit(PURCHASES_REFUNDED, { userId, payload });
  await notifyRefunded(run, property, refunded);
}

/** Notifies investors whose refund is complete, of the amounts that they were not notified of before. */
async function notifyRefunded(
  run: Run,
  { id: propertyId, name, status, statusReason }: LockedEscrow['property'],
  refunded: readonly string[],
): Promise<void> {
  const { tx } = run;
  const sums = await rows<{ userId: string; cents: number }>(
    tx,
    sql`with totals as materialized (
          select person.user_id, t.amount, t.amount - coalesce(n.amount, 0) as added
          from unnest(${textArray(refunded)}) person(user_id)
          cross join lateral (
            select coalesce(sum(r.total_amount + r.transaction_fee), 0) as amount
            from investment_refunds r join investments i on i.id = r.investment_id and i.paid_by = 'buyer'
            where r.property_id = ${propertyId} and r.user_id = person.user_id and r.reason <> 'cancelled') t
          left join notified_refunds n on n.property_id = ${propertyId} and n.user_id = person.user_id
          where not exists (
            select 1 from investments where investments.user_id = person.user_id and ${isRefundable(propertyId)})
        ), notified as (
          insert into notified_refunds (user_id, property_id, amount)
          select user_id, ${propertyId}, amount from totals
          on conflict (user_id, property_id) do update set amount = excluded.amount
        )
        select user_id as "userId", ${centsOf('added')} as cents from totals where added > 0
        order by user_id`,
  );
  const reason = status === 'rejected' && statusReason ? statusReason : 'The offering failed.';
  await notifyAll(
    run,
    sums.map(({ userId, cents }) => ({
      userId,
      type: 'property',
      priority: 'high',
      title: 'Purchase refunded',
      message: `You got ${formatUsdExact(cents)} back for your shares of ${name}, fees included. ${reason}`,
      actionUrl: '/wallet',
    })),
  );
}
