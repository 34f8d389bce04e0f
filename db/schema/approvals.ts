import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { users } from './identity.ts';

/** A request of one admin for approval by another. Append-only; its outcome is a decision row or its expiry. */
export const approvalRequests = pgTable(
  'approval_requests',
  {
    id: uuid('id').primaryKey(),
    command: text('command').notNull(),
    /** The exact input of the command, without an idempotency key. */
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    inputHash: text('input_hash').notNull(),
    /** Subject, as in the audit log. */
    subject: text('subject').notNull(),
    title: text('title').notNull(),
    facts: jsonb('facts').$type<{ label: string; value: string }[]>().notNull(),
    path: text('path').notNull(),
    reason: text('reason').notNull(),
    requestedBy: text('requested_by')
      .notNull()
      .references(() => users.id),
    requestedAt: moment('requested_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('approval_requests_order').on(table.requestedAt.desc(), table.id.desc()),
    index('approval_requests_input').on(table.inputHash, table.expiresAt),
    index('approval_requests_expires').on(table.expiresAt),
    check('approval_requests_expires_later', sql`${table.expiresAt} > ${table.requestedAt}`),
  ],
);

/** The decision on a request: executed, declined, withdrawn, or objected to. At most one per request. */
export const approvalDecisions = pgTable('approval_decisions', {
  requestId: uuid('request_id')
    .primaryKey()
    .references(() => approvalRequests.id),
  decision: text('decision', { enum: ['executed', 'declined', 'withdrawn', 'objected'] }).notNull(),
  decidedBy: text('decided_by')
    .notNull()
    .references(() => users.id),
  decidedAt: moment('decided_at').notNull(),
  /** Why it was declined. */
  reason: text('reason'),
  /** The operation that decided it: for an executed one that of the command that was asked for. */
  operationId: uuid('operation_id').notNull(),
});
