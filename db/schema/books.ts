import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** The drift of one invariant: how many violations, and the first of them. */
export interface FoundDrift {
  invariant: string;
  warning: boolean;
  drifted: number;
  drifts: { subject: string; detail: string }[];
}

/** The books at the moment of a verification. Sums are whole cents as text, since JSON has no exact large numbers. */
export interface BooksSnapshot {
  /** All accounts of a kind together. */
  trialBalance: { kind: string; accounts: number; cents: string }[];
  /** Bank transfers by direction and state, as our records have them; `lender` is what was paid to lenders. */
  transfers: {
    direction: 'deposit' | 'lender' | 'withdrawal';
    status: string;
    many: number;
    cents: string;
  }[];
}

/** What we say of a transfer, and what the bank says: its status, and its amount where that is another one. */
export interface BankDifference {
  transferId: string;
  own: string;
  bank: string;
  amounts?: { ownCents: number; bankCents: number };
}

/** Comparison of our records of transfers with those of the payment provider. */
export interface BankFindings {
  /** Number of compared transfers. */
  compared: number;
  /** Sums of the transfers that each side has settled, with its amounts, in whole cents as text. */
  bankInCents: string;
  bankOutCents: string;
  ownInCents: string;
  ownOutCents: string;
  /** Number of transfers that differ, and the first of them. */
  differing: number;
  differences: BankDifference[];
}

/** Verifications of all invariants while the product runs; only ever appended to. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey(),
    startedAt: moment('started_at').notNull(),
    finishedAt: moment('finished_at').notNull(),
    /** The admin who asked for it; null for one by the schedule. */
    requestedBy: text('requested_by'),
    invariants: integer('invariants').notNull(),
    /** Invariants that do not hold; warnings are not counted. */
    broken: integer('broken').notNull(),
    drift: jsonb('drift').$type<FoundDrift[]>().notNull(),
    books: jsonb('books').$type<BooksSnapshot>().notNull(),
    operationId: uuid('operation_id').notNull(),
  },
  (table) => [
    index('verifications_latest').on(table.finishedAt.desc(), table.id.desc()),
    check('verifications_order', sql`${table.finishedAt} >= ${table.startedAt}`),
    check('verifications_broken', sql`${table.broken} between 0 and ${table.invariants}`),
  ],
);

/**
 * Comparisons of every bank transfer with the payment provider's record, one for a verification. A job works through
 * all transfers by their ids; the row records how far it is, and an unfinished one is continued.
 */
export const bankComparisons = pgTable(
  'bank_comparisons',
  {
    verificationId: uuid('verification_id')
      .primaryKey()
      .references(() => verifications.id),
    startedAt: moment('started_at').notNull(),
    finishedAt: moment('finished_at'),
    /** The last transfer that was compared; null before the first. */
    afterId: uuid('after_id'),
    findings: jsonb('findings').$type<BankFindings>().notNull(),
  },
  (table) => [
    index('bank_comparisons_latest').on(table.finishedAt.desc()),
    uniqueIndex('bank_comparisons_one_open').on(sql`(true)`).where(sql`${table.finishedAt} is null`),
    check('bank_comparisons_order', sql`${table.finishedAt} >= ${table.startedAt}`),
  ],
);
