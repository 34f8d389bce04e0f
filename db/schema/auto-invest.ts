import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, money, percent } from './columns.ts';
import { users } from './identity.ts';

/** Auto-Invest settings of a person. */
export const autoInvestSettings = pgTable(
  'auto_invest_settings',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id),
    enabled: boolean('enabled').notNull(),
    paused: boolean('paused').notNull(),
    minYieldBps: percent('min_yield').notNull(),
    /** Empty for any type. */
    propertyTypes: text('property_types').array().notNull(),
    maxPerPropertyCents: money('max_per_property').notNull(),
    monthlyLimitCents: money('monthly_limit').notNull(),
    /** Maximum amount of one match, without the fee. */
    amountCents: money('amount').notNull(),
    /** Cash that is never invested. */
    reserveCents: money('reserve').notNull(),
    /** Invested on a day of each month; both null without a plan. */
    recurringAmountCents: money('recurring_amount'),
    recurringDay: integer('recurring_day'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    check(
      'auto_invest_settings_recurring',
      sql`(${table.recurringAmountCents} is null) = (${table.recurringDay} is null)
        and ${table.recurringDay} between 1 and 31`,
    ),
    index('auto_invest_settings_enabled').on(table.userId).where(sql`${table.enabled}`),
  ],
);

/** One pass of the engine: the allocation is decided once for a run. */
export const autoInvestRuns = pgTable(
  'auto_invest_runs',
  {
    id: uuid('id').primaryKey(),
    trigger: text('trigger', { enum: ['approval', 'deposit', 'daily', 'recurring', 'test'] }).notNull(),
    /** Unique key of the run, so that a repeated job starts no second one: "daily:2026-11-24". */
    slot: text('slot').notNull(),
    startedAt: moment('started_at').notNull(),
    /** When its matches are bought; later than the start where people may skip them. */
    executeAt: moment('execute_at').notNull(),
    allocatedAt: moment('allocated_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    uniqueIndex('auto_invest_runs_slot').on(table.slot),
    index('auto_invest_runs_unfinished').on(table.executeAt).where(sql`${table.finishedAt} is null`),
  ],
);

/** Shares of a property offered in a run. With the decisions it determines the allocation. */
export const autoInvestOffers = pgTable(
  'auto_invest_offers',
  {
    id: uuid('id').primaryKey(),
    runId: uuid('run_id')
      .notNull()
      .references(() => autoInvestRuns.id),
    propertyId: integer('property_id').notNull(),
    offeredShares: integer('offered_shares').notNull(),
    minimumOrderShares: integer('minimum_order_shares').notNull(),
  },
  (table) => [uniqueIndex('auto_invest_offers_property').on(table.runId, table.propertyId)],
);

/** Decisions of a run, one row for each person and property. */
export const autoInvestDecisions = pgTable(
  'auto_invest_decisions',
  {
    id: uuid('id').primaryKey(),
    runId: uuid('run_id')
      .notNull()
      .references(() => autoInvestRuns.id),
    userId: text('user_id').notNull(),
    /** 0 for the sample property of a test. */
    propertyId: integer('property_id').notNull(),
    propertyName: text('property_name').notNull(),
    annualYieldBps: percent('annual_yield').notNull(),
    pricePerShareCents: money('price_per_share').notNull(),
    outcome: text('outcome', {
      enum: ['matched', 'skipped', 'allocated', 'bought', 'declined', 'simulated'],
    }).notNull(),
    /** In words, for the person. */
    reason: text('reason').notNull(),
    /** Shares that the person's settings, limits and cash allow. */
    wantedShares: integer('wanted_shares').notNull(),
    /** Shares that the allocation gave. */
    allocatedShares: integer('allocated_shares').notNull(),
    /** sha256 of property, user and run: the order of allocation. Null when nothing was wanted. */
    rank: text('rank'),
    /** The month (UTC) whose monthly plan decided this: "2026-11". Null outside of monthly plans. */
    planMonth: text('plan_month'),
    decidedAt: moment('decided_at').notNull(),
    investmentId: uuid('investment_id'),
  },
  (table) => [
    uniqueIndex('auto_invest_decisions_once').on(table.runId, table.userId, table.propertyId),
    index('auto_invest_decisions_person').on(table.userId, table.id.desc()),
    index('auto_invest_decisions_open')
      .on(table.runId, table.id)
      .where(sql`${table.outcome} in ('matched', 'allocated')`),
    // Without the refusals, of which each day brings one for each person and property.
    index('auto_invest_decisions_results')
      .on(table.userId, table.decidedAt)
      .where(sql`${table.outcome} <> 'declined'`),
    check(
      'auto_invest_decisions_bought',
      sql`(${table.outcome} = 'bought') = (${table.investmentId} is not null)`,
    ),
    check('auto_invest_decisions_shares', sql`${table.allocatedShares} between 0 and ${table.wantedShares}`),
  ],
);

/**
 * The purchases that the engine made, written with the purchase: they count towards the monthly limit. No foreign keys,
 * as with investments.
 */
export const autoInvestPurchases = pgTable(
  'auto_invest_purchases',
  {
    investmentId: uuid('investment_id').primaryKey(),
    decisionId: uuid('decision_id').notNull(),
    userId: text('user_id').notNull(),
    propertyId: integer('property_id').notNull(),
    amountCents: money('amount').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('auto_invest_purchases_person').on(table.userId, table.createdAt),
    uniqueIndex('auto_invest_purchases_decision').on(table.decisionId),
  ],
);
