import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, count, moment } from './columns.ts';

/** Progress of issuing the statements of a month, in chunks that follow the order of people's ids. */
export const statementMonths = pgTable('statement_months', {
  /** "2026-10". */
  month: text('month').primaryKey(),
  /** The last person who is in a chunk: issued, unless that chunk still waits. */
  issuedThrough: text('issued_through').notNull(),
  statements: integer('statements').notNull(),
  startedAt: moment('started_at').notNull(),
  finishedAt: moment('finished_at'),
});

/** Chunks of a month that wait to be issued: the people after one id, up to another. Removed when they are issued. */
export const statementChunks = pgTable(
  'statement_chunks',
  {
    month: text('month').notNull(),
    afterId: text('after_id').notNull(),
    lastId: text('last_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.afterId] })],
);

/**
 * A person's statement of a month: the text that every screen, CSV and PDF is made from, with its hash. Append-only. No
 * foreign keys, as with investments: `npm run verify` proves the references.
 */
export const monthlyStatements = pgTable(
  'monthly_statements',
  {
    userId: text('user_id').notNull(),
    month: text('month').notNull(),
    openingCashCents: count('opening_cash_cents').notNull(),
    closingCashCents: count('closing_cash_cents').notNull(),
    /** JSON, stored as it was written: the hash is that of this text. */
    figures: text('figures').notNull(),
    /** SHA-256 of the figures, as hexadecimal text. */
    hash: text('hash').notNull(),
    issuedAt: moment('issued_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.month] }),
    index('monthly_statements_month').on(table.month, table.userId),
    check('monthly_statements_cash', sql`${table.openingCashCents} >= 0 and ${table.closingCashCents} >= 0`),
  ],
);

/** PDFs that are the same bytes forever once they are drawn, with their hash. Append-only. */
export const drawnDocuments = pgTable(
  'drawn_documents',
  {
    userId: text('user_id').notNull(),
    kind: text('kind', { enum: ['statement', 'tax_summary', 'certificate'] }).notNull(),
    /** Key within the kind: month, year or certificate code. */
    subject: text('subject').notNull(),
    bytes: bytes('bytes').notNull(),
    /** SHA-256 of the bytes, as hexadecimal text. */
    hash: text('hash').notNull(),
    drawnAt: moment('drawn_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.subject] })],
);
