import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { type Account, accounts, lockBalances, post, type Transfer } from '#features/ledger/server/index.ts';
import {
  affiliateShares,
  lockOffering,
  markReleased,
  mayRelease,
  type Offering,
} from '#features/properties/server/index.ts';
import { assert, present } from '#kernel/assert.ts';
import type { Cents } from '#kernel/money.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { type Queryable, rows, type Transaction } from '#platform/server/database/db.ts';

/** A property whose offering is about to change, everything locked that its purchases touch. */
export interface LockedEscrow {
  property: typeof properties.$inferSelect;
  offering: Offering;
  soldShares: number;
  /** Those sold to others than the owner and the owner's tax number: only they count for the minimum. */
  countedShares: number;
  escrowCents: Cents;
  /** Every locked balance by account id. */
  balances: ReadonlyMap<string, number>;
}

/**
 * Locks the escrow of a property's offering, in the order in which purchases lock: balances of users, what is
 * available, the escrow, and then the rows of the property and its offering.
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
  const found = present(row, 'a property with an offering');
  const soldShares = found.property.totalShares - (balances.get(available.id) ?? 0);
  return {
    property: found.property,
    offering: await lockOffering(tx, propertyId),
    soldShares,
    countedShares: soldShares - found.affiliateShares,
    escrowCents: balances.get(escrow.id) ?? 0,
    balances,
  };
}

/** The owner of a property, which never changes. */
export async function ownerOf(db: Queryable, propertyId: number): Promise<string> {
  const [found] = await db
    .select({ ownerId: properties.ownerId })
    .from(properties)
    .where(eq(properties.id, propertyId));
  return present(found, 'a property with an offering').ownerId;
}

/** Whether the owner may be paid from this escrow now. */
export function isReleasable({ property, offering }: LockedEscrow): boolean {
  return (
    offering.status === 'funded' &&
    mayRelease({ review: property.status, onHold: offering.holdReason !== null })
  );
}

/**
 * Pays out what lies in the escrow of a funded offering: the proceeds to the owner, the processing fees to the
 * platform. Each purchase is written down as released, so nothing is paid twice.
 * @returns what went to the owner
 */
export async function releaseEscrow(
  run: Pick<Run, 'tx' | 'operationId' | 'now'>,
  { property, escrowCents }: LockedEscrow,
): Promise<Cents> {
  const { tx } = run;
  if (escrowCents === 0) return 0;
  const { proceedsCents, feeCents } = await recordReleases(run, property.id);
  assert(
    proceedsCents + feeCents === escrowCents,
    `the escrow of property ${property.id} is not its purchases`,
  );
  const debit = accounts.propertyEscrow(property.id);
  const transfers: Transfer[] = [
    { code: 'proceeds_released', debit, credit: accounts.userCash(property.ownerId), amount: proceedsCents },
    { code: 'fees_released', debit, credit: accounts.processingFees(), amount: feeCents },
  ];
  await post(
    tx,
    run,
    transfers.filter((transfer) => transfer.amount > 0),
  );
  await markReleased(tx, property.id, { proceedsCents, feeCents });
  return proceedsCents;
}

/** Writes down every purchase in an escrow as released, and adds up what it brought. */
async function recordReleases(
  { tx, operationId, now }: Pick<Run, 'tx' | 'operationId' | 'now'>,
  propertyId: number,
): Promise<{ proceedsCents: Cents; feeCents: Cents }> {
  const [due] = await rows<{ amount: string; fees: string }>(
    tx,
    sql`with due as (
          select investments.id, investments.total_amount, investments.transaction_fee from investments
          where ${inEscrow(propertyId)}
        ), recorded as (
          insert into investment_releases (investment_id, operation_id, property_id, at)
          select id, ${operationId}::uuid, ${propertyId}::int, ${now.toISOString()}::timestamptz from due
        )
        select (coalesce(sum(total_amount), 0) * 100)::bigint::text as amount,
               (coalesce(sum(transaction_fee), 0) * 100)::bigint::text as fees
        from due`,
  );
  const { amount, fees } = present(due, 'what lies in an escrow');
  return { proceedsCents: Number(amount), feeCents: Number(fees) };
}

/** Which rows of investments are a property's purchases whose money lies in escrow: neither given back nor released. */
export function inEscrow(propertyId: number | AnyColumn): SQL {
  return sql`investments.property_id = ${propertyId}
    and not exists (select 1 from investment_refunds r where r.investment_id = investments.id)
    and not exists (select 1 from investment_releases l where l.investment_id = investments.id)`;
}
