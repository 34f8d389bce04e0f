import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, money } from './columns.ts';
import { users } from './identity.ts';
import { properties } from './properties.ts';

/**
 * The terms and the status of an offering. Purchases only read it: shares sold and
 * money in escrow are balances of the ledger.
 */
export const offerings = pgTable(
  'offerings',
  {
    propertyId: integer('property_id')
      .primaryKey()
      .references(() => properties.id),
    /** Shares that must be sold for the offering to be funded; 0 when there is no minimum. */
    minimumShares: integer('minimum_shares').notNull(),
    fundingDays: integer('funding_days').notNull(),
    /** Fewest shares of one purchase; a buyer of all that remain may buy fewer. */
    minimumOrderShares: integer('minimum_order_shares').notNull().default(1),
    /** Mortgage to repay from escrow before the owner is paid, and the part already repaid. */
    mortgageRepaymentCents: money('mortgage_repayment').notNull().default(0),
    mortgageRepaidCents: money('mortgage_repaid').notNull().default(0),
    /** Set at approval; null before, and for offerings without a minimum. */
    deadline: moment('deadline'),
    status: text('status', { enum: ['open', 'funded', 'failed'] }).notNull(),
    /** When it was funded or failed. */
    closedAt: moment('closed_at'),
    /** When the last purchase of a failed offering was refunded. */
    refundedAt: moment('refunded_at'),
    /** Money released from escrow: the proceeds, of which the mortgage is repaid first, and the processing fees. */
    releasedCents: money('released').notNull(),
    releasedFeeCents: money('released_fees').notNull(),
    /** The hold on its release from escrow: reason, time and admin; null without a hold. */
    holdReason: text('hold_reason'),
    heldAt: moment('held_at'),
    heldBy: text('held_by').references(() => users.id),
  },
  (table) => [
    check('offerings_minimum_shares', sql`${table.minimumShares} >= 0`),
    check('offerings_minimum_order_shares', sql`${table.minimumOrderShares} >= 1`),
    check(
      'offerings_mortgage',
      sql`${table.mortgageRepaidCents} between 0 and least(${table.mortgageRepaymentCents}, ${table.releasedCents})`,
    ),
    check('offerings_funding_days', sql`${table.fundingDays} between 1 and 365`),
    check('offerings_closed', sql`(${table.status} = 'open') = (${table.closedAt} is null)`),
    check('offerings_refunded', sql`${table.refundedAt} is null or ${table.status} = 'failed'`),
    check('offerings_hold', sql`num_nulls(${table.holdReason}, ${table.heldAt}, ${table.heldBy}) in (0, 3)`),
    index('offerings_open').on(table.deadline).where(sql`${table.status} = 'open'`),
    index('offerings_refunding')
      .on(table.propertyId)
      .where(sql`${table.status} = 'failed' and ${table.refundedAt} is null`),
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
    /** `rejected` when its offering was funded, and the property was rejected before the owner was paid. */
    reason: text('reason', { enum: ['cancelled', 'not_funded', 'rejected'] }).notNull(),
    shares: integer('shares').notNull(),
    totalAmountCents: money('total_amount').notNull(),
    transactionFeeCents: money('transaction_fee').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    check('investment_refunds_shares', sql`${table.shares} > 0`),
    index('investment_refunds_operation').on(table.operationId),
    index('investment_refunds_property').on(table.propertyId, table.userId),
  ],
);

/**
 * Refunds of which a person was notified, by property, so that several refund chunks bring one notification. Written
 * under the lock of the property's escrow.
 */
export const notifiedRefunds = pgTable(
  'notified_refunds',
  {
    userId: text('user_id').notNull(),
    propertyId: integer('property_id').notNull(),
    amountCents: money('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.propertyId] })],
);

/**
 * Purchases whose money left escrow for the owner and the platform; only ever appended to, each purchase once. No
 * foreign keys, as with investments.
 */
export const investmentReleases = pgTable(
  'investment_releases',
  {
    investmentId: uuid('investment_id').primaryKey(),
    operationId: uuid('operation_id').notNull(),
    propertyId: integer('property_id').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('investment_releases_property').on(table.propertyId)],
);
