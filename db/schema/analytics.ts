import { sql } from 'drizzle-orm';
import { bigint, index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { count, moment } from './columns.ts';

/**
 * Rollups for the platform's figures, updated by a job that follows the outbox: finished rows, so that a page adds up
 * no purchases. Everything in them can be computed again from the tables of other slices.
 */
const cell = () => ({
  raisedCents: count('raised_cents').notNull(),
  paidCents: count('paid_cents').notNull(),
});

/** Money raised and paid by a property on a day (UTC), "2026-09-30". Refunds are subtracted on the purchase's day. */
export const analyticsPropertyDays = pgTable(
  'analytics_property_days',
  { propertyId: integer('property_id').notNull(), day: text('day').notNull(), ...cell() },
  (table) => [primaryKey({ columns: [table.propertyId, table.day] })],
);

/** The same for all properties. */
export const analyticsDays = pgTable('analytics_days', { day: text('day').primaryKey(), ...cell() });

/** A property as the table of the platform's figures shows it. */
export const analyticsProperties = pgTable(
  'analytics_properties',
  {
    propertyId: integer('property_id').primaryKey(),
    name: text('name').notNull(),
    status: text('status', { enum: ['pending', 'approved', 'rejected'] }).notNull(),
    valuationCents: count('valuation_cents').notNull(),
    equitySoldCents: count('equity_sold_cents').notNull(),
    investorCount: integer('investor_count').notNull(),
    yieldBps: integer('yield_bps').notNull(),
    raisedCents: count('raised_cents').notNull(),
    /** Stage of its offering: 0 submitted, 1 approved, 2 sold shares, 3 funded, 4 paid out. */
    stage: integer('stage').notNull(),
  },
  (table) => [
    index('analytics_properties_name').on(sql`lower(${table.name})`, table.propertyId),
    index('analytics_properties_status').on(table.status, table.propertyId),
    index('analytics_properties_valuation').on(table.valuationCents, table.propertyId),
    index('analytics_properties_sold').on(table.equitySoldCents, table.propertyId),
    index('analytics_properties_investors').on(table.investorCount, table.propertyId),
    index('analytics_properties_yield').on(table.yieldBps, table.propertyId),
    index('analytics_properties_raised').on(table.raisedCents, table.propertyId),
  ],
);

/** Everybody who holds at least one share. */
export const analyticsInvestors = pgTable('analytics_investors', { userId: text('user_id').primaryKey() });

/** The sums over all of them, and up to which position of the outbox everything is counted: one row. */
export const analyticsTotals = pgTable('analytics_totals', {
  id: integer('id').primaryKey(),
  position: bigint('position', { mode: 'number' }).notNull(),
  followedAt: moment('followed_at').notNull(),
  /** When the outbox is followed again after a run that took long; null when by the schedule. */
  pausedUntil: moment('paused_until'),
  listedProperties: integer('listed_properties').notNull(),
  activeInvestors: integer('active_investors').notNull(),
  raisedCents: count('raised_cents').notNull(),
  /** Yield in basis points times cents raised, over all properties. */
  yieldTimesRaised: numeric('yield_times_raised', { precision: 40, scale: 0 }).notNull(),
  /** Properties by how far their offerings came, each stage within the one before. */
  submitted: integer('submitted').notNull(),
  approved: integer('approved').notNull(),
  sold: integer('sold').notNull(),
  funded: integer('funded').notNull(),
  paidOut: integer('paid_out').notNull(),
});
