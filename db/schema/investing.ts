import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { count, moment, money } from './columns.ts';

/**
 * Purchases on the primary market. No foreign keys to users and properties: a launch rush would
 * share-lock one parent row for every purchase; `npm run verify` proves the references instead. What somebody bought is
 * found by the person alone, and sorted where it is read: such an index keeps each person once.
 */
export const investments = pgTable(
  'investments',
  {
    id: uuid('id').primaryKey(),
    operationId: uuid('operation_id').notNull(),
    userId: text('user_id').notNull(),
    propertyId: integer('property_id').notNull(),
    shares: integer('shares').notNull(),
    pricePerShareCents: money('price_per_share').notNull(),
    totalAmountCents: money('total_amount').notNull(),
    transactionFeeCents: money('transaction_fee').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('investments_user').on(table.userId),
    uniqueIndex('investments_operation').on(table.operationId),
    index('investments_property').on(table.propertyId, table.createdAt),
  ],
);

/**
 * What each person has bought for, on the primary market and on resale, without fees and without what was given back,
 * by calendar month in UTC ("2026-11"): what the limits look at, so that they never add up purchases. Written under the
 * lock of the buyer's cash.
 */
export const investedMonths = pgTable(
  'invested_months',
  {
    userId: text('user_id').notNull(),
    month: text('month').notNull(),
    amountCents: count('amount_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.month] })],
);
