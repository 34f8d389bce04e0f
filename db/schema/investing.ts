import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { count, moment, money } from './columns.ts';

/**
 * Purchases on the primary market. No foreign keys to users and properties: a launch rush would share-lock one parent
 * row for every purchase; `npm run verify` proves the references instead. The index has the user alone, and queries
 * sort: so each user is in it once.
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
    /** Its payer: of what a referral reward bought, the promotions account. */
    paidBy: text('paid_by', { enum: ['buyer', 'promotions'] })
      .notNull()
      .default('buyer'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('investments_user').on(table.userId),
    uniqueIndex('investments_operation').on(table.operationId),
    index('investments_property').on(table.propertyId, table.createdAt),
  ],
);

/**
 * Amount invested per person and calendar month in UTC ("2026-11"), primary market and resale, without fees and
 * refunds. The limits read it instead of adding up purchases. Written under the lock of the buyer's cash.
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
