import { type AnyColumn, and, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { investments } from '#db/schema/investing.ts';
import { accounts, ledgerWrites, type Transfer } from '#features/ledger/server/index.ts';
import { notifyAll } from '#features/notifications/server/index.ts';
import { markRefunded } from '#features/properties/server/index.ts';
import { type Cents, formatUsdExact, toDecimal } from '#kernel/money.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { textArray, writeAll } from '#platform/server/database/columns.ts';
import { jsonRows, rows, type Transaction } from '#platform/server/database/db.ts';
import { PURCHASES_REFUNDED } from '../investing.events.ts';
import { inEscrow, type LockedEscrow, lockEscrow } from './escrow.ts';
import { subtractInvested } from './limits.ts';

/** Investors refunded in one transaction: enough to be fast, few enough that nobody else waits. */
export const REFUND_CHUNK = 500;

/** Purchases refunded in one transaction, however many the investors made. */
const MAX_PURCHASES = 5_000;

type Purchase = typeof investments.$inferSelect;

/**
 * Refunds the next investors of a failed offering, or of a funded one whose property was rejected, in the order of
 * their ids: each gets back what each purchase cost that still lies in escrow, fee included, and the shares return to
 * the offering. Who made very many gets them back in several chunks, and one notification of all. A purchase is refunded once, whatever is repeated,
 * resumed or asked for by several workers at once.
 */
export const refundChunk = defineCommand({
  name: 'investing.refundChunk',
  input: z.strictObject({
    propertyId,
    most: z.int().min(1).max(REFUND_CHUNK).default(REFUND_CHUNK),
    mostPurchases: z.int().min(1).max(MAX_PURCHASES).default(MAX_PURCHASES),
  }),
  access: 'system',
  async run(run, { propertyId, most, mostPurchases }) {
    const { tx, now } = run;
    const next = await refundable(tx, propertyId, { investors: most, purchases: mostPurchases });
    const touched = next.flatMap(({ userId }) => [
      accounts.userCash(userId),
      accounts.userShares(userId, propertyId),
      accounts.userListed(userId, propertyId),
    ]);
    const locked = await lockEscrow(tx, propertyId, touched);
    const { property, offering } = locked;
    const reason = refundReasonOf(locked);
    if (reason === null) return { refunded: 0, done: true };
    const due = stillHeld(await stillDue(tx, propertyId, next), locked);
    await refund(run, due, { property, reason });
    const done = (await refundable(tx, propertyId, { investors: 1, purchases: 1 })).length === 0;
    if (done && offering.status === 'failed') await markRefunded(tx, propertyId, now);
    if (due.length > 0 && done)
      run.emit({ type: PURCHASES_REFUNDED, broadcast: { propertyId }, payload: { propertyId } });
    return { refunded: due.length, done };
  },
  audit: ({ propertyId }, { refunded, done }) => ({
    subject: `property:${propertyId}`,
    details: { refunded, done },
  }),
});

type RefundReason = 'not_funded' | 'rejected';

/** Why what lies in an escrow is given back now; null when it is not. */
function refundReasonOf({ property, offering }: LockedEscrow): RefundReason | null {
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

/** Which rows of investments are a property's purchases that can be refunded, once its offering is to be. */
export function isRefundable(propertyId: number | AnyColumn): SQL {
  return sql`${inEscrow(propertyId)} and ${returnable}`;
}

/** The purchases to refund of the first investors who have any. */
async function refundable(
  tx: Transaction,
  propertyId: number,
  most: { investors: number; purchases: number },
): Promise<Purchase[]> {
  const due = isRefundable(propertyId);
  const investors = tx
    .selectDistinct({ userId: investments.userId })
    .from(investments)
    .where(due)
    .orderBy(investments.userId)
    .limit(most.investors);
  return tx
    .select()
    .from(investments)
    .where(and(due, inArray(investments.userId, investors)))
    .orderBy(investments.userId, investments.id)
    .limit(most.purchases);
}

/** Those that nobody refunded, released or sold before the locks were held. */
async function stillDue(
  tx: Transaction,
  propertyId: number,
  purchases: readonly Purchase[],
): Promise<Purchase[]> {
  if (purchases.length === 0) return [];
  const ids = textArray(purchases.map(({ id }) => id));
  const found = await tx
    .select({ id: investments.id })
    .from(investments)
    .where(sql`investments.id = any(${ids}::uuid[]) and ${isRefundable(propertyId)}`);
  const due = new Set(found.map(({ id }) => id));
  return purchases.filter(({ id }) => due.has(id));
}

/** Those whose shares the investor still has free, of several purchases together as well. */
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

const paidFor = ({ totalAmountCents, transactionFeeCents }: Purchase): Cents =>
  totalAmountCents + transactionFeeCents;

async function refund(
  run: Run,
  due: readonly Purchase[],
  { property, reason }: { property: LockedEscrow['property']; reason: RefundReason },
): Promise<void> {
  if (due.length === 0) return;
  const { tx, operationId, now, emit } = run;
  await recordRefunds(run, due, reason);
  const transfers = due.flatMap((purchase) => giveBack(purchase, 'offering_refund'));
  await writeAll(tx, ledgerWrites([{ operationId, transfers }], now));
  const refunded = [...new Set(due.map(({ userId }) => userId))];
  for (const userId of refunded)
    emit({ type: PURCHASES_REFUNDED, userId, payload: { propertyId: property.id } });
  await notifyRefunded(run, property, refunded);
}

/** Notifies those of whom nothing is left to refund, of all that they were not notified of before. */
async function notifyRefunded(
  run: Run,
  { id: propertyId, name, status, statusReason }: LockedEscrow['property'],
  refunded: readonly string[],
): Promise<void> {
  const { tx } = run;
  const found = await rows<{ userId: string; cents: number }>(
    tx,
    sql`with totals as materialized (
          select person.user_id, t.amount, t.amount - coalesce(n.amount, 0) as added
          from unnest(${textArray(refunded)}) person(user_id)
          cross join lateral (
            select sum(r.total_amount + r.transaction_fee) as amount from investment_refunds r
            where r.property_id = ${propertyId} and r.user_id = person.user_id and r.reason <> 'cancelled') t
          left join notified_refunds n on n.property_id = ${propertyId} and n.user_id = person.user_id
          where not exists (
            select 1 from investments where investments.user_id = person.user_id and ${isRefundable(propertyId)})
        ), notified as (
          insert into notified_refunds (user_id, property_id, amount)
          select user_id, ${propertyId}, amount from totals
          on conflict (user_id, property_id) do update set amount = excluded.amount
        )
        select user_id as "userId", (added * 100)::float8 as cents from totals order by user_id`,
  );
  const why = status === 'rejected' && statusReason ? statusReason : 'The offering failed.';
  await notifyAll(
    run,
    found.map(({ userId, cents }) => ({
      userId,
      type: 'property',
      priority: 'high',
      title: 'Purchase refunded',
      message: `You got ${formatUsdExact(cents)} back for your shares of ${name}, fees included. ${why}`,
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
  reason: 'cancelled' | RefundReason,
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
