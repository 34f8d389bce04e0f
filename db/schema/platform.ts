import { sql } from 'drizzle-orm';
import {
  bigint,
  customType,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/** One row for each command that changed something, or for a batch of them with an entry for each. */
export const auditLog = pgTable(
  'audit_log',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    xid: transactionId('xid').notNull().default(sql`pg_current_xact_id()`),
    operationId: uuid('operation_id').notNull(),
    at: moment('at').notNull(),
    action: text('action').notNull(),
    actorKind: text('actor_kind', { enum: ['visitor', 'user', 'system'] }).notNull(),
    actorId: text('actor_id').notNull(),
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    /** What each command of a batch did; null when the row tells of one command. */
    runs: json('runs').$type<AuditEntry[]>(),
  },
  (table) => [
    uniqueIndex('audit_log_operation').on(table.operationId),
    index('audit_log_order').on(table.xid, table.seq),
  ],
);

export interface AuditEntry {
  operation_id: string;
  actor_kind: 'visitor' | 'user' | 'system';
  actor_id: string;
  subject: string;
  details: Record<string, unknown>;
}

/** The hash chain over the audit log: each seal hashes its row and the seal before. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    position: bigint('position', { mode: 'number' }).primaryKey(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [uniqueIndex('audit_seals_seq').on(table.seq)],
);

/**
 * What each idempotency key of each actor did, for ever. The key comes before its actor: the keys of our clients follow
 * the clock, so that new ones lie beside each other, and not on a page for each person that is written to the log whole
 * after each checkpoint. The constraint has kept the name of its older order, by which a lost race is known.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    actorId: text('actor_id').notNull(),
    key: text('key').notNull(),
    inputHash: text('input_hash').notNull(),
    operationId: uuid('operation_id').notNull(),
    /** The answer; null where it is read back from what was written. */
    result: jsonb('result').$type<unknown>(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ name: 'idempotency_keys_pk', columns: [table.key, table.actorId] })],
);

/**
 * Events, written in the transaction that they tell of. `xid` orders readers by commit safety: a row whose
 * transaction may still be running is not read past (see live.ts).
 */
export const outboxEvents = pgTable(
  'outbox_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    xid: transactionId('xid').notNull().default(sql`pg_current_xact_id()`),
    operationId: uuid('operation_id').notNull(),
    type: text('type').notNull(),
    /** The person whose open screens it reaches. */
    userId: text('user_id'),
    /** The property it is broadcast for, to the open screens of `audience`; null when it is not broadcast. */
    propertyId: integer('property_id'),
    audience: text('audience', { enum: ['everyone', 'viewers', 'admins'] })
      .notNull()
      .default('viewers'),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    /** What a batch tells to screens, in its order; null when the row tells of one thing. */
    liveEvents: json('live_events').$type<LiveEventEntry[]>(),
    at: moment('at').notNull(),
    dispatchedAt: moment('dispatched_at'),
  },
  (table) => [
    index('outbox_events_order').on(table.xid, table.id),
    index('outbox_events_waiting').on(table.id).where(sql`${table.dispatchedAt} is null`),
  ],
);

export interface LiveEventEntry {
  type: string;
  user_id: string | undefined;
  property_id: number | undefined;
  audience: EventAudience;
}

/**
 * Whom a broadcast reaches besides the person whom the event names: everyone, those who may see the property while it
 * is off the market (its owner, its holders and admins), or admins only.
 */
export type EventAudience = (typeof outboxEvents.$inferSelect)['audience'];

/** Work to be done outside a request: event deliveries, polls, schedules. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    /** Unique name of this piece of work, so that it is never queued twice. */
    key: text('key').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    status: text('status', { enum: ['waiting', 'done', 'dead'] })
      .notNull()
      .default('waiting'),
    runAt: moment('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The claim that a worker holds on it, until then by the database's clock. */
    lockedBy: uuid('locked_by'),
    lockedUntil: moment('locked_until'),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    uniqueIndex('jobs_key').on(table.key),
    index('jobs_due').on(table.runAt).where(sql`${table.status} = 'waiting'`),
    index('jobs_dead').on(table.finishedAt).where(sql`${table.status} = 'dead'`),
  ],
);

/** People whose account is frozen: their commands are refused, apart from those that say otherwise. */
export const frozenAccounts = pgTable('frozen_accounts', {
  userId: text('user_id').primaryKey(),
  /** The reason, which the person reads. */
  reason: text('reason').notNull(),
  frozenBy: text('frozen_by').notNull(),
  frozenAt: moment('frozen_at').notNull(),
});

/** What is spent of the limits that all servers share, by the hash of whose limit it is. */
export const spentLimits = pgTable(
  'spent_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    resetsAt: moment('resets_at').notNull(),
  },
  (table) => [index('spent_limits_resets_at').on(table.resetsAt)],
);
