import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, money } from './columns.ts';

/** Shares sold of a tax lot. No row: nothing sold. A lot is a purchase and has its id. */
export const lotUsage = pgTable(
  'lot_usage',
  {
    lotId: uuid('lot_id').primaryKey(),
    sharesSold: integer('shares_sold').notNull(),
  },
  (table) => [check('lot_usage_sold', sql`${table.sharesSold} > 0`)],
);

/** Shares of a lot that its holder chose for an open listing; gone when they are sold or the listing is closed. */
export const lotReservations = pgTable(
  'lot_reservations',
  {
    listingId: uuid('listing_id').notNull(),
    lotId: uuid('lot_id').notNull(),
    userId: text('user_id').notNull(),
    propertyId: integer('property_id').notNull(),
    /** The holder's order of the lots within the listing. */
    position: integer('position').notNull(),
    shares: integer('shares').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.lotId] }),
    check('lot_reservations_shares', sql`${table.shares} > 0`),
    index('lot_reservations_holding').on(table.userId, table.propertyId),
  ],
);

/** Disposals: the shares that a sale took from a lot, with their cost basis and proceeds. Append-only. */
export const lotDisposals = pgTable(
  'lot_disposals',
  {
    tradeId: uuid('trade_id').notNull(),
    lotId: uuid('lot_id').notNull(),
    userId: text('user_id').notNull(),
    propertyId: integer('property_id').notNull(),
    shares: integer('shares').notNull(),
    costCents: money('cost').notNull(),
    proceedsCents: money('proceeds').notNull(),
    acquiredAt: moment('acquired_at').notNull(),
    disposedAt: moment('disposed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tradeId, table.lotId] }),
    index('lot_disposals_user').on(table.userId, table.disposedAt.desc(), table.tradeId, table.lotId),
  ],
);

/**
 * Losses that count for nothing yet, because shares of the same property were bought within 30 days before or after the
 * sale: the loss is moved to the cost basis of those shares. Append-only.
 */
export const washSaleAdjustments = pgTable(
  'wash_sale_adjustments',
  {
    /** The disposal with the loss: a trade, and its part from one lot. */
    tradeId: uuid('trade_id').notNull(),
    lotId: uuid('lot_id').notNull(),
    /** The lot whose shares replace those that were sold. */
    replacementLotId: uuid('replacement_lot_id').notNull(),
    userId: text('user_id').notNull(),
    propertyId: integer('property_id').notNull(),
    shares: integer('shares').notNull(),
    disallowedCents: money('disallowed').notNull(),
    recordedAt: moment('recorded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tradeId, table.lotId, table.replacementLotId] }),
    check('wash_sale_adjustments_amounts', sql`${table.shares} > 0 and ${table.disallowedCents} > 0`),
    index('wash_sale_adjustments_user').on(table.userId, table.propertyId),
  ],
);
