import { and, eq, inArray, sql } from 'drizzle-orm';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { properties } from '#db/schema/properties.ts';
import { isHolding } from '#features/ledger/server/index.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { PropertyVisibility } from '#platform/server/runtime/platform.ts';
import { canSeeProperty } from './properties.policy.ts';

/**
 * `canSeeProperty` for slices that properties depend on, and in the two parts that live events need: the public
 * properties, and those that a person owns or holds.
 */
export const propertyVisibility: PropertyVisibility = {
  async visibleAmong(db, actor, propertyIds) {
    const found = await db
      .select({ id: properties.id, status: properties.status, ownerId: properties.ownerId })
      .from(properties)
      .where(inArray(properties.id, [...propertyIds]));
    const visibleWith = (held: ReadonlySet<number | null>) =>
      new Set(
        found
          .filter((one) => canSeeProperty(actor, { ...one, isHolder: held.has(one.id) }))
          .map(({ id }) => id),
      );
    const visible = visibleWith(new Set());
    if (visible.size === found.length || actor.kind !== 'user') return visible;
    return visibleWith(await heldAmong(db, actor.userId, propertyIds));
  },
  async publicOf(db, propertyIds) {
    const found = await db
      .select({ id: properties.id })
      .from(properties)
      .where(and(inArray(properties.id, [...propertyIds]), eq(properties.status, 'approved')));
    return new Set(found.map(({ id }) => id));
  },
  async seenBy(db, userId) {
    const owned = db.select({ id: properties.id }).from(properties).where(eq(properties.ownerId, userId));
    const held = db
      .select({ id: sql<number>`${ledgerAccounts.propertyId}` })
      .from(ledgerAccounts)
      .where(and(eq(ledgerAccounts.userId, userId), isHolding));
    return new Set((await owned.union(held)).map(({ id }) => id));
  },
};

async function heldAmong(
  db: Queryable,
  userId: string,
  propertyIds: readonly number[],
): Promise<ReadonlySet<number | null>> {
  const held = await db
    .select({ id: ledgerAccounts.propertyId })
    .from(ledgerAccounts)
    .where(
      and(eq(ledgerAccounts.userId, userId), inArray(ledgerAccounts.propertyId, [...propertyIds]), isHolding),
    );
  return new Set(held.map(({ id }) => id));
}
