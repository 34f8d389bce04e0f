import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
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

/** One row for each command that changed something, or for a batch of them with an entry for each. */
export const auditLog = pgTable(
  'audit_log',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    operationId: uuid('operation_id').notNull(),
    at: moment('at').notNull(),
    action: text('action').notNull(),
    actorKind: text('actor_kind', { enum: ['visitor', 'user', 'system'] }).notNull(),
    actorId: text('actor_id').notNull(),
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    /** The runs of a batch; null in the row of a single run. */
    runs: json('runs').$type<AuditEntry[]>(),
  },
  (table) => [
    uniqueIndex('audit_log_operation').on(table.operationId),
    // For the admins' filters. The runs of a batch are found by an index of `audit_terms(runs)`, which the migration makes.
    index('audit_log_at').on(table.at, table.seq),
    index('audit_log_action').on(table.action, table.at, table.seq),
    index('audit_log_actor').on(table.actorId, table.at, table.seq).where(sql`${table.runs} is null`),
    index('audit_log_subject').on(table.subject, table.at, table.seq).where(sql`${table.runs} is null`),
  ],
);

/**
 * The texts that someone typed into audited commands. The log has only their hashes, since a text can name a person: when
 * their account is closed, a text about them is emptied, and their confirmed name and email are redacted in others.
 */
export const auditTexts = pgTable(
  'audit_texts',
  {
    operationId: uuid('operation_id').notNull(),
    field: text('field').notNull(),
    /** Salt and text; null once they are erased. */
    salt: text('salt'),
    text: text('text'),
    /** The closed account that it was about, or, of a redacted text, that it named last. */
    erasedFor: text('erased_for'),
  },
  (table) => [
    primaryKey({ name: 'audit_texts_pk', columns: [table.operationId, table.field] }),
    check(
      'audit_texts_erased',
      sql`(${table.text} is null) = (${table.salt} is null) and (${table.text} is not null or ${table.erasedFor} is not null)`,
    ),
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

/** The audit rows that are not sealed yet, each added with its row. It has no index, since the sealer empties it. */
export const auditUnsealed = pgTable('audit_unsealed', { seq: bigint('seq', { mode: 'number' }).notNull() });

/**
 * The idempotency keys of each actor, forever. The primary key begins with the key: our clients make keys that grow
 * with the clock, so new rows share index pages. With the actor first, each row would touch another page, which
 * Postgres writes to the log as a whole after each checkpoint.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    actorId: text('actor_id').notNull(),
    key: text('key').notNull(),
    inputHash: text('input_hash').notNull(),
    operationId: uuid('operation_id').notNull(),
    /** The recorded answer; null where a replay reads it from the slice's own rows. */
    result: jsonb('result').$type<unknown>(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ name: 'idempotency_keys_pk', columns: [table.key, table.actorId] })],
);

/**
 * The outbox: events, written in the transaction that emits them. Readers follow their positions (see sequencer.ts). In a
 * partition for each month, by `at`.
 */
export const outboxEvents = pgTable(
  'outbox_events',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    operationId: uuid('operation_id').notNull(),
    type: text('type').notNull(),
    /** The person whose open screens it reaches. */
    userId: text('user_id'),
    /** The property whose viewers it is broadcast to, by `audience`; null when it is not, or to admins only. */
    propertyId: integer('property_id'),
    audience: text('audience', { enum: ['everyone', 'viewers', 'admins'] })
      .notNull()
      .default('viewers'),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    /** The events of a batch, in their order; null in the row of a single event. */
    liveEvents: json('live_events').$type<LiveEventEntry[]>(),
    at: moment('at').notNull(),
    dispatchedAt: moment('dispatched_at'),
  },
  (table) => [
    // A primary key of a partitioned table has to contain the partition column; ids are unique without it.
    primaryKey({ name: 'outbox_events_pk', columns: [table.id, table.at] }),
    index('outbox_events_waiting').on(table.id).where(sql`${table.dispatchedAt} is null`),
  ],
);

/** The events without a position, each added with its event. It has no index, since the sequencer empties it. */
export const outboxUnsequenced = pgTable('outbox_unsequenced', {
  id: bigint('id', { mode: 'number' }).notNull(),
});

/** The order in which the outbox is read: 1, 2, 3 and so on, given after the commit of an event. */
export const outboxPositions = pgTable(
  'outbox_positions',
  {
    position: bigint('position', { mode: 'number' }).primaryKey(),
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
  },
  (table) => [uniqueIndex('outbox_positions_event').on(table.eventId)],
);

/** The last position that was given: one row, which also outlives the events. */
export const outboxHead = pgTable(
  'outbox_head',
  {
    only: boolean('only').primaryKey().default(true),
    position: bigint('position', { mode: 'number' }).notNull(),
  },
  (table) => [check('outbox_head_only', sql`${table.only}`)],
);

export interface LiveEventEntry {
  type: string;
  user_id: string | undefined;
  property_id: number | undefined;
  audience: EventAudience;
}

/**
 * Audience of a broadcast besides the person whom the event names: everyone, those who may see the property while it
 * is off the market (its owner, its holders and admins), or all admins, for whom no property is named.
 */
export type EventAudience = (typeof outboxEvents.$inferSelect)['audience'];

/** Background jobs: event deliveries, polls, schedules. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    /** Unique name of this piece of work, so that it is never queued twice. */
    key: text('key').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    /** `set_aside`: dismissed; an admin has decided that a dead job is not to be run. */
    status: text('status', { enum: ['waiting', 'done', 'dead', 'set_aside'] })
      .notNull()
      .default('waiting'),
    runAt: moment('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The claim that a worker holds on it, until then by the database's clock. */
    lockedBy: uuid('locked_by'),
    lockedUntil: moment('locked_until'),
    lastError: text('last_error'),
    setAsideReason: text('set_aside_reason'),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    uniqueIndex('jobs_key').on(table.key),
    index('jobs_due').on(table.runAt).where(sql`${table.status} = 'waiting'`),
    index('jobs_waiting').on(table.kind).where(sql`${table.status} = 'waiting'`),
    index('jobs_dead').on(table.finishedAt).where(sql`${table.status} = 'dead'`),
    index('jobs_finished').on(table.finishedAt).where(sql`${table.status} in ('done', 'set_aside')`),
    index('jobs_set_aside').on(table.finishedAt).where(sql`${table.status} = 'set_aside'`),
    // Whether a bank transfer has a job; of every other kind of job it has no entry.
    index('jobs_transfer')
      .on(sql`(${table.payload}->>'transferId')`)
      .where(sql`${table.kind} = 'wallet.carryTransfer' and ${table.status} = 'waiting'`),
  ],
);

/** Frozen accounts. Commands of their owners are refused, except those that allow it. */
export const frozenAccounts = pgTable('frozen_accounts', {
  userId: text('user_id').primaryKey(),
  /** The reason, which the person reads. */
  reason: text('reason').notNull(),
  frozenBy: text('frozen_by').notNull(),
  frozenAt: moment('frozen_at').notNull(),
  /** True when the owner has closed the account: the freeze never ends. */
  isClosed: boolean('is_closed').notNull().default(false),
});

/** Who unfroze an account last: an admin who comes second reads the name. */
export const unfrozenAccounts = pgTable('unfrozen_accounts', {
  userId: text('user_id').primaryKey(),
  unfrozenBy: text('unfrozen_by').notNull(),
  unfrozenAt: moment('unfrozen_at').notNull(),
});

/** Consumed points of rate limits, by the hash of the limit's key. */
export const spentLimits = pgTable(
  'spent_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    resetsAt: moment('resets_at').notNull(),
  },
  (table) => [index('spent_limits_resets_at').on(table.resetsAt)],
);
