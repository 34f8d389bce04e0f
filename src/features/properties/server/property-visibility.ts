import { and, eq, inArray, sql } from 'drizzle-orm';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { properties } from '#db/schema/properties.ts';
import { isHolding } from '#features/ledger/server/index.ts';
import type { PropertyVisibility } from '#platform/server/runtime/platform.ts';

/**
 * `canSeeProperty` in the two parts that live events need: the public properties, and those that a person owns or
 * holds.
 */
export const propertyVisibility: PropertyVisibility = {
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
