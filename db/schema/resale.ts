import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, money } from './columns.ts';

/** Trading halts, one row for each property ever halted. A book has no row; it is locked by an advisory lock. */
export const resaleBooks = pgTable('resale_books', {
  propertyId: integer('property_id').primaryKey(),
  haltedAt: moment('halted_at'),
  haltReason: text('halt_reason'),
  /** When the halt ends by itself; null for one that an admin ends. */
  resumesAt: moment('resumes_at'),
});

/**
 * Listings (`ask`) and bids (`bid`), never deleted, only closed. `seq` is their order in time. No foreign keys, as
 * with investments: `npm run verify` proves the references.
 */
export const resaleOrders = pgTable(
  'resale_orders',
  {
    id: uuid('id').primaryKey(),
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    operationId: uuid('operation_id').notNull(),
    propertyId: integer('property_id').notNull(),
    userId: text('user_id').notNull(),
    side: text('side', { enum: ['ask', 'bid'] }).notNull(),
    pricePerShareCents: money('price_per_share').notNull(),
    shares: integer('shares').notNull(),
    /** Shares not traded: still offered while the order is open, left over when it is closed. */
    sharesLeft: integer('shares_left').notNull(),
    status: text('status', { enum: ['open', 'filled', 'cancelled', 'expired'] }).notNull(),
    openedAt: moment('opened_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    closedAt: moment('closed_at'),
    closedOperationId: uuid('closed_operation_id'),
  },
  (table) => [
    check('resale_orders_shares_left', sql`${table.sharesLeft} between 0 and ${table.shares}`),
    check('resale_orders_filled', sql`(${table.status} = 'filled') = (${table.sharesLeft} = 0)`),
    check('resale_orders_closed', sql`(${table.status} = 'open') = (${table.closedAt} is null)`),
    index('resale_orders_asks')
      .on(table.propertyId, table.pricePerShareCents, table.seq)
      .where(sql`${table.status} = 'open' and ${table.side} = 'ask'`),
    index('resale_orders_bids')
      .on(table.propertyId, table.pricePerShareCents.desc(), table.seq)
      .where(sql`${table.status} = 'open' and ${table.side} = 'bid'`),
    index('resale_orders_expiring').on(table.expiresAt).where(sql`${table.status} = 'open'`),
    index('resale_orders_user').on(table.userId, table.side, table.seq.desc()),
    index('resale_orders_user_open').on(table.userId, table.propertyId).where(sql`${table.status} = 'open'`),
    index('resale_orders_property').on(table.propertyId, table.side, table.closedAt),
    index('resale_orders_operation').on(table.operationId),
    index('resale_orders_closed_operation').on(table.closedOperationId),
  ],
);

/** Shares that changed hands on the resale market; only ever appended to. `bid_id` is null when a listing was bought. */
export const resaleTrades = pgTable(
  'resale_trades',
  {
    id: uuid('id').primaryKey(),
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    operationId: uuid('operation_id').notNull(),
    propertyId: integer('property_id').notNull(),
    listingId: uuid('listing_id').notNull(),
    bidId: uuid('bid_id'),
    sellerId: text('seller_id').notNull(),
    buyerId: text('buyer_id').notNull(),
    shares: integer('shares').notNull(),
    pricePerShareCents: money('price_per_share').notNull(),
    amountCents: money('amount').notNull(),
    feeCents: money('fee').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    check('resale_trades_two_people', sql`${table.sellerId} <> ${table.buyerId}`),
    index('resale_trades_property').on(table.propertyId, table.seq.desc()),
    index('resale_trades_property_at').on(table.propertyId, table.at),
    index('resale_trades_at').on(table.at),
    index('resale_trades_buyer').on(table.buyerId, table.propertyId, table.sellerId, table.at),
    index('resale_trades_operation').on(table.operationId),
  ],
);

/**
 * The other accounts of the people of a trade, by the same verified tax number, when it was made; only ever appended to.
 * Wash trades are found by them, so what is verified later changes none.
 */
export const resaleTradeAccounts = pgTable(
  'resale_trade_accounts',
  {
    tradeId: uuid('trade_id').notNull(),
    /** The seller or the buyer. */
    userId: text('user_id').notNull(),
    otherId: text('other_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tradeId, table.userId, table.otherId] })],
);

/**
 * Trades that count for no price and no volume, because both sides were one person, or because the same two people traded
 * shares of the property back within 30 days; only ever appended to, each trade once. Their money and shares stay where
 * they went.
 */
export const resaleWashTrades = pgTable(
  'resale_wash_trades',
  {
    tradeId: uuid('trade_id').primaryKey(),
    propertyId: integer('property_id').notNull(),
    foundAt: moment('found_at').notNull(),
  },
  (table) => [index('resale_wash_trades_property').on(table.propertyId)],
);
