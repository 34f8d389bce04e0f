import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, money } from './columns.ts';

/**
 * Purchases on the primary market (ENT-10). No foreign keys to users and properties: a launch rush would
 * share-lock one parent row for every purchase; `npm run verify` proves the references instead.
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
    index('investments_user').on(table.userId, table.createdAt.desc(), table.id.desc()),
    uniqueIndex('investments_operation').on(table.operationId),
    index('investments_property').on(table.propertyId, table.createdAt),
  ],
);

/**
 * Purchases that were given back in full while their money lay in escrow; only ever appended to, each purchase once.
 * No foreign keys, as with investments.
 */
export const investmentRefunds = pgTable(
  'investment_refunds',
  {
    investmentId: uuid('investment_id').primaryKey(),
    operationId: uuid('operation_id').notNull(),
    userId: text('user_id').notNull(),
    propertyId: integer('property_id').notNull(),
    reason: text('reason', { enum: ['cancelled', 'not_funded'] }).notNull(),
    shares: integer('shares').notNull(),
    totalAmountCents: money('total_amount').notNull(),
    transactionFeeCents: money('transaction_fee').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    check('investment_refunds_shares', sql`${table.shares} > 0`),
    index('investment_refunds_operation').on(table.operationId),
    index('investment_refunds_property').on(table.propertyId),
  ],
);
