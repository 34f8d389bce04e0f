import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, money } from './columns.ts';
import { storedFiles } from './files.ts';
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

/**
 * An owner's report of one month, the sum of its entries line by line. A correction replaces it and counts the revision
 * up; the entries of earlier revisions stay.
 */
export const rentReports = pgTable(
  'rent_reports',
  {
    propertyId: integer('property_id')
      .notNull()
      .references(() => properties.id),
    /** "2026-09". */
    month: text('month').notNull(),
    /** 1, and one more with each correction: the entries of this revision are the report's. */
    revision: integer('revision').notNull().default(1),
    ...lines(),
    note: text('note'),
    reportedBy: text('reported_by')
      .notNull()
      .references(() => users.id),
    reportedAt: moment('reported_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.month] })],
);

/** Files of a bank that a report was made from, frozen with its entries. Append-only. */
export const reportImports = pgTable(
  'report_imports',
  {
    propertyId: integer('property_id').notNull(),
    month: text('month').notNull(),
    revision: integer('revision').notNull(),
    id: uuid('id').notNull(),
    fileName: text('file_name').notNull(),
    kind: text('kind', { enum: ['csv', 'ofx'] }).notNull(),
    /** The last characters of the account's number, and a hash that distinguishes accounts. */
    account: text('account'),
    accountHash: text('account_hash'),
    /** The account is another than that of the import before, and the owner confirmed it. */
    isOtherAccount: boolean('is_other_account').notNull(),
    firstDate: text('first_date').notNull(),
    lastDate: text('last_date').notNull(),
    rows: integer('rows').notNull(),
    /** Sum of all rows of the file, including those outside the month. */
    rowsCents: money('rows_total').notNull(),
    openingCents: money('opening_balance'),
    /** Null without an opening balance, and where it was not recorded. */
    openingSource: text('opening_source', { enum: ['file', 'fileBefore', 'owner'] }),
    closingCents: money('closing_balance'),
    /** Why the rows do not lead from the opening to the closing balance. */
    differenceReason: text('difference_reason'),
  },
  (table) => [
    primaryKey({
      name: 'report_imports_pk',
      columns: [table.propertyId, table.month, table.revision, table.id],
    }),
    foreignKey({
      name: 'report_imports_report',
      columns: [table.propertyId, table.month],
      foreignColumns: [rentReports.propertyId, rentReports.month],
    }),
    check(
      'report_imports_explained',
      sql`${table.differenceReason} is not null or ${table.closingCents} is null
        or ${table.closingCents} is not distinct from ${table.openingCents} + ${table.rowsCents}`,
    ),
  ],
);

/** Report entries, one row for each amount. Append-only: a correction writes all of its entries again. */
export const reportEntries = pgTable(
  'report_entries',
  {
    propertyId: integer('property_id').notNull(),
    month: text('month').notNull(),
    revision: integer('revision').notNull(),
    /** 1, 2, 3 by date. */
    position: integer('position').notNull(),
    /** The line that it is part of, "rent"; null for a row of the bank that was left out. */
    line: text('line'),
    date: text('date').notNull(),
    counterparty: text('counterparty').notNull(),
    memo: text('memo'),
    /** Signed amount added to the line; for an excluded bank row, the bank's amount. */
    amountCents: money('amount').notNull(),
    source: text('source', { enum: ['total', 'typed', 'bank'] }).notNull(),
    importId: uuid('import_id'),
    /** The bank's own id of the transaction. */
    bankId: text('bank_id'),
    receiptId: uuid('receipt_id').references(() => storedFiles.id),
  },
  (table) => [
    primaryKey({
      name: 'report_entries_pk',
      columns: [table.propertyId, table.month, table.revision, table.position],
    }),
    foreignKey({
      name: 'report_entries_report',
      columns: [table.propertyId, table.month],
      foreignColumns: [rentReports.propertyId, rentReports.month],
    }),
    foreignKey({
      name: 'report_entries_import',
      columns: [table.propertyId, table.month, table.revision, table.importId],
      foreignColumns: [
        reportImports.propertyId,
        reportImports.month,
        reportImports.revision,
        reportImports.id,
      ],
    }),
    index('report_entries_receipt').on(table.receiptId).where(sql`${table.receiptId} is not null`),
    check('report_entries_left_out', sql`${table.line} is not null or ${table.source} = 'bank'`),
    check('report_entries_source', sql`(${table.source} = 'bank') = (${table.importId} is not null)`),
  ],
);

/** The entries of a month as an owner has them so far; reporting the month removes it. */
export const reportDrafts = pgTable(
  'report_drafts',
  {
    propertyId: integer('property_id')
      .notNull()
      .references(() => properties.id),
    month: text('month').notNull(),
    /** Changes with each save, so that the owner saves or reports only the version that they saw. */
    version: text('version').notNull(),
    entries: jsonb('entries').notNull(),
    imports: jsonb('imports').notNull(),
    savedAt: moment('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.month] })],
);

/** The columns that an owner chose for a bank's CSV file, by its header. */
export const bankColumns = pgTable(
  'bank_columns',
  {
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    header: text('header').notNull(),
    columns: jsonb('columns').notNull(),
    chosenAt: moment('chosen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.header] })],
);

/** The line that an owner last put a counterparty's entries on, to suggest it the next time. */
export const counterpartyLines = pgTable(
  'counterparty_lines',
  {
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    counterparty: text('counterparty').notNull(),
    /** A line, or "leftOut". */
    line: text('line').notNull(),
    chosenAt: moment('chosen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.counterparty] })],
);

/** Net operating income of a report, in dollars, as an expression for sums; the rules compute the same line by line. */
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
    /** Distributable amount before the reserve; in the rent account until approval. */
    availableCents: money('available').notNull(),
    /** Amount that the reserve reimburses the owner for expenses beyond income; in the rent account until approval. */
    reimbursedCents: money('repaid').notNull(),
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
    index('distributions_paid_at')
      .on(table.paidAt, table.propertyId)
      .where(sql`${table.status} = 'paid' and ${table.paidCents} > 0`),
    check('distributions_gross', sql`${table.grossCents} = ${table.feeCents} + ${table.netCents}`),
    check('distributions_paid', sql`${table.paidCents} between 0 and ${table.netCents}`),
  ],
);

/**
 * Payouts of the holders at the record date, frozen at approval. No foreign keys: a large distribution would lock its
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

/** Payments of consecutive payouts, each by one operation of the ledger. Append-only. */
export const distributionPayments = pgTable(
  'distribution_payments',
  {
    distributionId: text('distribution_id')
      .notNull()
      .references(() => distributions.id),
    firstPosition: integer('first_position').notNull(),
    lastPosition: integer('last_position').notNull(),
    operationId: uuid('operation_id').notNull(),
    paidAt: moment('paid_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.distributionId, table.firstPosition] }),
    uniqueIndex('distribution_payments_operation').on(table.operationId),
    check('distribution_payments_positions', sql`${table.firstPosition} between 1 and ${table.lastPosition}`),
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
