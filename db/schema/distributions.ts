import { type SQL, sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, money } from './columns.ts';
import { users } from './identity.ts';
import { properties } from './properties.ts';

/** Income and expenses of a property, named as in the contract. */
const lines = () => ({
  rentCents: money('rent').notNull(),
  vacancyCents: money('vacancy').notNull(),
  otherIncomeCents: money('other_income').notNull(),
  taxesCents: money('taxes').notNull(),
  insuranceCents: money('insurance').notNull(),
  maintenanceCents: money('maintenance').notNull(),
  utilitiesCents: money('utilities').notNull(),
  managementCents: money('management').notNull(),
  otherExpensesCents: money('other_expenses').notNull(),
  reserveCents: money('reserve').notNull(),
  reserveWithdrawnCents: money('reserve_withdrawn').notNull(),
});

/** An owner's report of one month; a correction replaces it, and the audit log has the earlier one. */
export const rentReports = pgTable(
  'rent_reports',
  {
    propertyId: integer('property_id')
      .notNull()
      .references(() => properties.id),
    /** "2026-09". */
    month: text('month').notNull(),
    ...lines(),
    note: text('note'),
    reportedBy: text('reported_by')
      .notNull()
      .references(() => users.id),
    reportedAt: moment('reported_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.month] })],
);

/** Net operating income of a report, in dollars: what the rules compute line by line, for sums. */
export const reportedIncome: SQL = sql`(${rentReports.rentCents} - ${rentReports.vacancyCents}
  + ${rentReports.otherIncomeCents} - ${rentReports.taxesCents} - ${rentReports.insuranceCents}
  - ${rentReports.maintenanceCents} - ${rentReports.utilitiesCents} - ${rentReports.managementCents}
  - ${rentReports.otherExpensesCents})`;

/**
 * The statement of one property and quarter. The first report of the quarter creates it; it adds up the reports,
 * prepared once the quarter is over, approved by an admin, paid in chunks in the order of its payouts.
 */
export const distributions = pgTable(
  'distributions',
  {
    /** Derived from property and quarter, so that a quarter is never closed twice: "7-2026-Q3". */
    id: text('id').primaryKey(),
    propertyId: integer('property_id')
      .notNull()
      .references(() => properties.id),
    /** "2026-Q3". */
    quarter: text('quarter').notNull(),
    /** Holders are those of the last moment before. */
    recordAt: moment('record_at').notNull(),
    payAt: moment('pay_at').notNull(),
    status: text('status', { enum: ['open', 'prepared', 'returned', 'approved', 'paid'] }).notNull(),
    months: integer('months').notNull(),
    ...lines(),
    operatingIncomeCents: money('operating_income').notNull(),
    openingDeficitCents: money('opening_deficit').notNull(),
    /** What can be distributed before the reserve; it is in the rent account until approval. */
    availableCents: money('available').notNull(),
    /** What the reserve repays the owner for expenses beyond the income; it is in the rent account until approval, too. */
    repaidCents: money('repaid').notNull(),
    closingDeficitCents: money('closing_deficit').notNull(),
    reserveContributedCents: money('reserve_contributed').notNull(),
    shares: integer('shares').notNull(),
    holders: integer('holders').notNull(),
    /** The owner's share, for the unsold part of the valuation. */
    ownerShareCents: money('owner_share').notNull(),
    grossCents: money('gross').notNull(),
    feeCents: money('fee').notNull(),
    netCents: money('net').notNull(),
    returnedReason: text('returned_reason'),
    preparedAt: moment('prepared_at'),
    approvedAt: moment('approved_at'),
    approvedBy: text('approved_by').references(() => users.id),
    paidAt: moment('paid_at'),
    paidCents: money('paid').notNull(),
    /** Position of the last payout that was paid. */
    paidThrough: integer('paid_through').notNull(),
  },
  (table) => [
    uniqueIndex('distributions_quarter').on(table.propertyId, table.quarter),
    index('distributions_status').on(table.status, table.payAt),
    check('distributions_gross', sql`${table.grossCents} = ${table.feeCents} + ${table.netCents}`),
    check('distributions_paid', sql`${table.paidCents} between 0 and ${table.netCents}`),
  ],
);

/**
 * What each holder of the record date gets, frozen at approval. No foreign keys: a large distribution would lock its
 * parent rows once for each holder; `npm run verify` proves the references instead.
 */
export const distributionPayouts = pgTable(
  'distribution_payouts',
  {
    distributionId: text('distribution_id').notNull(),
    /** 1, 2, 3 in the order of user ids: the order of payment. */
    position: integer('position').notNull(),
    userId: text('user_id').notNull(),
    shares: integer('shares').notNull(),
    amountCents: money('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.distributionId, table.position] }),
    uniqueIndex('distribution_payouts_user').on(table.userId, table.distributionId),
  ],
);

/** Holdings whose distributions buy more shares of the same property. */
export const reinvestmentChoices = pgTable(
  'reinvestment_choices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    propertyId: integer('property_id')
      .notNull()
      .references(() => properties.id),
    chosenAt: moment('chosen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.propertyId] }),
    index('reinvestment_choices_property').on(table.propertyId, table.userId),
  ],
);
