import { type AnyColumn, and, eq, isNull, sql } from 'drizzle-orm';
import { investmentRefunds, investments } from '#db/schema/investing.ts';
import { properties } from '#db/schema/properties.ts';
import { type Account, accounts, lockBalances, post, type Transfer } from '#features/ledger/server/index.ts';
import { lockOffering, markReleased, type Offering } from '#features/properties/server/index.ts';
import { assert, present } from '#kernel/assert.ts';
import type { Cents } from '#kernel/money.ts';
import type { Queryable, Transaction } from '#platform/server/db.ts';
import type { Run } from '#platform/server/run-command.ts';

/** A property whose offering is about to change, everything locked that its purchases touch. */
export interface LockedEscrow {
  property: typeof properties.$inferSelect;
  offering: Offering;
  soldShares: number;
  escrowCents: Cents;
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
  const [property] = await tx
    .select()
    .from(properties)
    .where(eq(properties.id, propertyId))
    .for('no key update');
  const found = present(property, 'a property with an offering');
  return {
    property: found,
    offering: await lockOffering(tx, propertyId),
    soldShares: found.totalShares - (balances.get(available.id) ?? 0),
    escrowCents: balances.get(escrow.id) ?? 0,
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

/**
 * Pays out what lies in the escrow of a funded offering: the proceeds to the owner, the processing fees to the
 * platform. What was paid out before is written on the offering, so nothing is paid twice.
 * @returns what went to the owner
 */
export async function releaseEscrow(
  run: Pick<Run, 'tx' | 'operationId' | 'now'>,
  { property, offering, escrowCents }: LockedEscrow,
): Promise<Cents> {
  const { tx } = run;
  if (escrowCents === 0) return 0;
  const dollars = (column: AnyColumn) => sql<string>`(coalesce(sum(${column}), 0) * 100)::bigint::text`;
  const [paid] = await tx
    .select({
      amount: dollars(investments.totalAmountCents),
      fees: dollars(investments.transactionFeeCents),
    })
    .from(investments)
    .leftJoin(investmentRefunds, eq(investmentRefunds.investmentId, investments.id))
    .where(and(eq(investments.propertyId, property.id), isNull(investmentRefunds.investmentId)));
  const { amount, fees } = present(paid, 'what was paid for an offering');
  const proceedsCents = Number(amount) - offering.releasedCents;
  const feeCents = Number(fees) - offering.releasedFeeCents;
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
