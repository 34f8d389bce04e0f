import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { users } from './identity.ts';

/** What an admin asks another admin to carry out. Never changed; what became of it is a decision, or the time running out. */
export const approvalRequests = pgTable(
  'approval_requests',
  {
    id: uuid('id').primaryKey(),
    command: text('command').notNull(),
    /** Exactly what the command will be called with, without an idempotency key. */
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    inputHash: text('input_hash').notNull(),
    /** What it is about, as in the audit log. */
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

/**
 * What became of a request, at most once: carried out or declined by another admin, withdrawn by who made it, or
 * objected to by the person whom it is about.
 */
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
