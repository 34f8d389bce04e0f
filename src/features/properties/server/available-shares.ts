import { and, eq, sql } from 'drizzle-orm';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { properties } from '#db/schema/properties.ts';

/** The unsold shares of a property, in a query that joins the ledger's accounts by `ofAvailability`. */
export const availableShares = sql<number>`coalesce(${ledgerAccounts.balance}, 0)::int`;

/** Joins the account of the unsold shares of a property. */
export const ofAvailability = and(
  eq(ledgerAccounts.propertyId, properties.id),
  eq(ledgerAccounts.kind, 'property_available'),
);
