import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { type Account, accounts, lockBalances, post, type Transfer } from '#features/ledger/server/index.ts';
import { assert, present } from '#kernel/assert.ts';
import type { Cents } from '#kernel/money.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { type Queryable, rows, type Transaction } from '#platform/server/database/db.ts';
import { mayRelease } from '../offerings.rules.ts';
import { lockOffering, type Offering } from './offering-terms.ts';
import { affiliateShares } from './offerings.queries.ts';

/** A property whose offering is about to change, with everything locked that its purchases touch. */
export interface LockedEscrow {
  property: typeof properties.$inferSelect;
  offering: Offering;
  soldShares: number;
  /** Sold shares without those of the owner and the owner's tax number: only these count for the minimum. */
  countedShares: number;
  escrowCents: Cents;
  /** Every locked balance by account id. */
  balances: ReadonlyMap<string, number>;
}

/**
 * Locks the escrow of a property's offering: the balances, then the rows of the property and its offering, in the order
 * of locks (docs/architecture.md).
 */
export async function lockEscrow(
  tx: Transaction,
  propertyId: number,
  others: readonly Account[] = [],
): Promise<LockedEscrow> {
  const available = accounts.propertyAvailable(propertyId);
  const escrow = accounts.propertyEscrow(propertyId);
  const balances = await lockBalances(tx, [...others, available, escrow]);
  const [row] = await tx
    .select({ property: properties, affiliateShares })
    .from(properties)
    .where(eq(properties.id, propertyId))
    .for('no key update');
  const { property, affiliateShares: affiliates } = present(row, 'a property with an offering');
  const soldShares = property.totalShares - (balances.get(available.id) ?? 0);
  return {
    property,
    offering: await lockOffering(tx, propertyId),
    soldShares,
    countedShares: soldShares - affiliates,
    escrowCents: balances.get(escrow.id) ?? 0,
    balances,
  };
}

/** The owner of a property, which never changes. */
export async function ownerOf(db: Queryable, propertyId: number): Promise<string> {
  const [property] = await db
    .select({ ownerId: properties.ownerId })
    .from(properties)
    .where(eq(properties.id, propertyId));
  return present(property, 'a property with an offering').ownerId;
}

/** Whether the owner may be paid from this escrow now. */
export function isReleasable({ property, offering }: LockedEscrow): boolean {
  return (
    offering.status === 'funded' &&
    mayRelease({ review: property.status, onHold: offering.holdReason !== null })
  );
}

/**
 * Pays out the escrow of a funded offering: the mortgage repayment of the terms to the lender's account, the other
 * proceeds to the owner, the processing fees to the platform. Each purchase is recorded as released, so nothing is paid
 * twice.
 * @returns the amount that went to the owner
 */
export async function payOutEscrow(
  run: Pick<Run, 'tx' | 'operationId' | 'now'>,
  { property, offering, escrowCents }: LockedEscrow,
): Promise<Cents> {
  const { tx } = run;
  if (escrowCents === 0) return 0;
  const { proceedsCents, feeCents } = await recordReleases(run, property.id);
  assert(
    proceedsCents + feeCents === escrowCents,
    `the escrow of property ${property.id} is not its purchases`,
  );
  const { mortgageRepaymentCents, mortgageRepaidCents } = offering;
  const lenderCents = Math.min(proceedsCents, mortgageRepaymentCents - mortgageRepaidCents);
  const ownerCents = proceedsCents - lenderCents;
  const debit = accounts.propertyEscrow(property.id);
  const transfers: Transfer[] = [
    { code: 'mortgage_repaid', debit, credit: accounts.propertyMortgage(property.id), amount: lenderCents },
    { code: 'proceeds_released', debit, credit: accounts.userCash(property.ownerId), amount: ownerCents },
    { code: 'fees_released', debit, credit: accounts.processingFees(), amount: feeCents },
  ];
  await post(
    tx,
    run,
    transfers.filter((transfer) => transfer.amount > 0),
  );
  await addReleased(tx, property.id, { proceedsCents, lenderCents, feeCents });
  return ownerCents;
}

/** Adds up the amounts released from the escrow of an offering: proceeds, the lender's part of them, and fees. */
async function addReleased(
  tx: Transaction,
  propertyId: number,
  { proceedsCents, lenderCents, feeCents }: { proceedsCents: Cents; lenderCents: Cents; feeCents: Cents },
): Promise<void> {
  const dollars = (cents: Cents) => sql`${cents}::numeric / 100`;
  await tx
    .update(offerings)
    .set({
      releasedCents: sql`${offerings.releasedCents} + ${dollars(proceedsCents)}`,
      mortgageRepaidCents: sql`${offerings.mortgageRepaidCents} + ${dollars(lenderCents)}`,
      releasedFeeCents: sql`${offerings.releasedFeeCents} + ${dollars(feeCents)}`,
    })
    .where(eq(offerings.propertyId, propertyId));
}

/** Purchases recorded as released by one statement. */
const MAX_RELEASED_PURCHASES = 10_000;

interface ReleaseSums extends Record<string, unknown> {
  amount: string;
  fees: string;
  count: number;
  /** The last of them. */
  at: string | null;
  id: string | null;
}

/** Records every purchase in an escrow as released, the oldest first, and adds up the proceeds. */
export async function recordReleases(
  { tx, operationId, now }: Pick<Run, 'tx' | 'operationId' | 'now'>,
  propertyId: number,
  maxRows = MAX_RELEASED_PURCHASES,
): Promise<{ proceedsCents: Cents; feeCents: Cents }> {
  const released = { proceedsCents: 0, feeCents: 0 };
  for (let remaining = sql`true`; ; ) {
    const [part] = await rows<ReleaseSums>(
      tx,
      sql`with due as (
            select investments.id, investments.created_at, investments.total_amount, investments.transaction_fee
            from investments
            where ${inEscrow(propertyId)} and ${remaining}
            order by investments.created_at, investments.id limit ${maxRows}::int
          ), recorded as (
            insert into investment_releases (investment_id, operation_id, property_id, at)
            select id, ${operationId}::uuid, ${propertyId}::int, ${now.toISOString()}::timestamptz from due
          )
          select (coalesce(sum(total_amount), 0) * 100)::bigint::text as amount,
                 (coalesce(sum(transaction_fee), 0) * 100)::bigint::text as fees, count(*)::int as count,
                 (select created_at::text from due order by created_at desc, id desc limit 1) as at,
                 (select id::text from due order by created_at desc, id desc limit 1) as id
          from due`,
    );
    const { amount, fees, count, at, id } = present(part, 'the sums of an escrow');
    released.proceedsCents += Number(amount);
    released.feeCents += Number(fees);
    if (count < maxRows || at === null || id === null) return released;
    remaining = sql`(investments.created_at, investments.id) > (${at}::timestamptz, ${id}::uuid)`;
  }
}

/** Condition on investments: purchases of a property with money in escrow, neither refunded nor released. */
export function inEscrow(propertyId: number | AnyColumn): SQL {
  return sql`investments.property_id = ${propertyId}
    and not exists (select 1 from investment_refunds r where r.investment_id = investments.id)
    and not exists (select 1 from investment_releases l where l.investment_id = investments.id)`;
}
