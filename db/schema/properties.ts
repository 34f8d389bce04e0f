import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, money, percent } from './columns.ts';
import { users } from './identity.ts';

/** The words by which a property is found; a query finds them by this very expression. */
export function wordsOf(name: AnyColumn, location: AnyColumn): SQL {
  return sql`to_tsvector('simple', regexp_replace(${name} || ' ' || ${location}, '[^[:alnum:]]+', ' ', 'g'))`;
}

/** Properties offered in shares (ENT-03). The shares still available are a ledger balance. */
export const properties = pgTable(
  'properties',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    description: text('description').notNull(),
    location: text('location').notNull(),
    imageUrl: text('image_url'),
    propertyType: text('property_type', { enum: ['residential', 'commercial', 'industrial'] }).notNull(),
    subtype: text('subtype'),
    pricePerShareCents: money('price_per_share').notNull(),
    totalShares: integer('total_shares').notNull(),
    annualYieldBps: percent('annual_yield').notNull(),
    valuationCents: money('valuation').notNull(),
    status: text('status', { enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    statusReason: text('status_reason'),
    approvedAt: moment('approved_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('properties_by_yield').on(table.status, table.annualYieldBps.desc(), table.id.desc()),
    index('properties_by_type_and_yield').on(
      table.status,
      table.propertyType,
      table.annualYieldBps.desc(),
      table.id.desc(),
    ),
    index('properties_by_price').on(table.status, table.pricePerShareCents, table.id),
    index('properties_by_approval').on(table.status, table.approvedAt.desc(), table.id.desc()),
    index('properties_owner').on(table.ownerId),
    index('properties_by_location')
      .on(sql`lower(${table.location})`, table.annualYieldBps.desc(), table.id.desc())
      .where(sql`${table.status} = 'approved'`),
    index('properties_words')
      .using('gin', wordsOf(table.name, table.location))
      // A list of what is yet to be indexed would be read by every search, for ever where nothing vacuums.
      .with({ fastupdate: false })
      .where(sql`${table.status} = 'approved'`),
  ],
);
