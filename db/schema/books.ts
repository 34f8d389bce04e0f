import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
  /** Bank transfers by direction and state, as our records have them. */
  transfers: { direction: 'deposit' | 'withdrawal'; status: string; many: number; cents: string }[];
  /** What the payment provider said when it was asked about transfers, the latest first. */
  provider: {
    asked: number;
    /** Its sums of the transfers that it was asked about and has settled. */
    settledInCents: string;
    settledOutCents: string;
    /** Ours of the same transfers. */
    ownInCents: string;
    ownOutCents: string;
    differing: { transferId: string; own: string; provider: string }[];
  };
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
