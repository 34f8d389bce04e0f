import { type SQL, sql } from 'drizzle-orm';
import type { AuditEntry, LiveEventEntry } from '#db/schema/platform.ts';
import type { EventDefinition, EventType } from '#kernel/events.ts';
import {
  insertQueued,
  insertRows,
  type Queue,
  RawJson,
  statementParts,
  type Write,
  writeAll,
} from '../database/columns.ts';
import type { Transaction } from '../database/db.ts';
import type { Jobs, PropertyVisibility } from '../runtime/platform.ts';
import type { AdminBroadcast, EventDetails, NewEvent, PropertyBroadcast } from '../runtime/run.ts';
import { type Actor, actorId, systemActor } from '../security/caller.ts';
import { sha256 } from '../security/sha256.ts';
import { type AuditText, withoutTexts } from './typed-text.ts';

export type { NewEvent };

/** An event whose audience is decided. Batched commands have to emit such events. */
export interface AddressedEvent extends NewEvent {
  broadcast?: Required<PropertyBroadcast> | AdminBroadcast;
}

/** An event of a batched command. */
export function addressedEvent<Event extends EventDefinition<EventType>>(
  { type }: Event,
  details: EventDetails<Event> & Pick<AddressedEvent, 'broadcast'>,
): AddressedEvent {
  return { type, ...details };
}

/** The platform's record of a command run. */
interface RunRecord {
  operationId: string;
  actor: Actor;
  action: string;
  subject: string;
  details: Record<string, unknown>;
  events: readonly AddressedEvent[];
}

/** Audit rows without a seal, and events without a position. */
export const AUDIT_QUEUE: Queue = { table: 'audit_unsealed', key: 'seq' };
export const OUTBOX_QUEUE: Queue = { table: 'outbox_unsequenced', key: 'id' };

/**
 * The audit and outbox rows of runs of one command, all of the same transaction.
 * - A single run has one audit row, and one outbox row per event.
 * - The runs of a batch share one audit row (the view `audit_runs` lists them one by one). Their events share one outbox
 *   row, except events that start jobs, which have a row each (`hasOwnRow`).
 * Sharing matters because a row with its indexes costs several times as much as an entry in a JSON array.
 * @param options.batchId the operation of the rows that runs share
 */
export function recordsOf(
  records: readonly RunRecord[],
  { now, batchId, jobs }: { now: Date; batchId: string; jobs: Pick<Jobs, 'hasSubscribers'> },
): Write[] {
  const { runs, texts } = splitTexts(records);
  const events = runs.flatMap(({ operationId, events }) => events.map((event) => ({ operationId, event })));
  const hasOwn = ({ event }: { event: AddressedEvent }) => hasOwnRow(event, { runCount: runs.length, jobs });
  const own = events.filter(hasOwn);
  const liveEvents = events.filter((one) => !hasOwn(one)).map(liveEventOf);
  const shared =
    liveEvents.length > 0
      ? [{ operationId: batchId, event: { type: LIVE_EVENTS, payload: {} }, liveEvents }]
      : [];
  const [first] = runs;
  const audited = first && runs.length > 1 ? [batchOf(first.action, runs.map(entryOf), batchId)] : runs;
  return [
    auditRows(audited, now),
    textRows(texts),
    outboxRows([...own, ...shared], now, jobs.hasSubscribers),
  ];
}

/** Writes the rows of a single run, with as many statements as its events need. */
export async function writeRecord(
  tx: Transaction,
  record: RunRecord,
  { now, jobs }: { now: Date; jobs: Pick<Jobs, 'hasSubscribers'> },
): Promise<void> {
  const { operationId, events } = record;
  const [first = [], ...others] = statementParts(events);
  await writeAll(tx, recordsOf([{ ...record, events: first }], { now, batchId: operationId, jobs }));
  for (const part of others) {
    const outbox = part.map((event) => ({ operationId, event }));
    await writeAll(tx, [outboxRows(outbox, now, jobs.hasSubscribers)]);
  }
}

/** Whether an event has an outbox row to itself. The others of a batch share the row of the batch. */
export function hasOwnRow(
  { type }: AddressedEvent,
  { runCount, jobs }: { runCount: number; jobs: Pick<Jobs, 'hasSubscribers'> },
): boolean {
  return runCount === 1 || jobs.hasSubscribers(type);
}

function splitTexts(records: readonly RunRecord[]): { runs: RunRecord[]; texts: AuditText[] } {
  const texts: AuditText[] = [];
  const runs = records.map((run) => {
    const split = withoutTexts(run.operationId, run.details);
    texts.push(...split.texts);
    return { ...run, details: split.details };
  });
  return { runs, texts };
}

/** The subject of an audit row that the runs of a batch share. */
export const BATCH_SUBJECT = 'batch';
/** The type of an outbox row that events of a batch share. */
const LIVE_EVENTS = 'platform.liveEvents';

/** The audit row of a batch. Its details contain the hash of its runs, so that the audit chain covers them. */
function batchOf(action: string, entries: AuditEntry[], operationId: string): AuditRow {
  const runs = new RawJson(JSON.stringify(entries));
  return {
    operationId,
    actor: systemActor('batch'),
    action,
    subject: BATCH_SUBJECT,
    details: { runs: sha256(runs.text) },
    runs,
  };
}

const entryOf = ({ operationId, actor, subject, details }: RunRecord): AuditEntry => ({
  operation_id: operationId,
  actor_kind: actor.kind,
  actor_id: actorId(actor),
  subject,
  details,
});

const liveEventOf = ({ event: { type, userId, broadcast } }: { event: AddressedEvent }): LiveEventEntry => ({
  type,
  user_id: userId,
  property_id: broadcast?.propertyId,
  audience: broadcast?.audience ?? 'viewers',
});

/** Decides the audience of broadcasts that leave it open: everyone if the property is public, else its viewers. */
export async function withAudiences(
  tx: Transaction,
  events: readonly NewEvent[],
  { publicOf }: PropertyVisibility,
): Promise<AddressedEvent[]> {
  const undecided = events.flatMap(({ broadcast }) =>
    broadcast && !broadcast.audience ? [broadcast.propertyId] : [],
  );
  const onMarket = undecided.length > 0 ? await publicOf(tx, [...new Set(undecided)]) : new Set<number>();
  return events.map(({ broadcast, ...event }) => {
    if (!broadcast) return event;
    if (broadcast.audience === 'admins') return { ...event, broadcast };
    const { propertyId, audience = onMarket.has(propertyId) ? 'everyone' : 'viewers' } = broadcast;
    return { ...event, broadcast: { propertyId, audience } };
  });
}

interface AuditRow extends Omit<RunRecord, 'events'> {
  runs?: RawJson;
}

function auditRows(runs: readonly AuditRow[], now: Date): Write {
  const inserted = insertRows('audit_log', runs, {
    operation_id: ['uuid', ({ operationId }) => operationId],
    at: ['timestamptz', now],
    action: ['text', ({ action }) => action],
    actor_kind: ['text', ({ actor }) => actor.kind],
    actor_id: ['text', ({ actor }) => actorId(actor)],
    subject: ['text', ({ subject }) => subject],
    details: ['jsonb', ({ details }) => details],
    runs: ['json', ({ runs }) => runs],
  });
  return { ...inserted, queue: AUDIT_QUEUE };
}

const textRows = (texts: readonly AuditText[]): Write =>
  insertRows('audit_texts', texts, {
    operation_id: ['uuid', ({ operationId }) => operationId],
    field: ['text', ({ field }) => field],
    salt: ['text', ({ salt }) => salt],
    text: ['text', ({ text }) => text],
  });

interface OutboxRow {
  operationId: string;
  event: Omit<AddressedEvent, 'type'> & { type: string };
  liveEvents?: LiveEventEntry[];
}

function outboxRows(events: readonly OutboxRow[], now: Date, hasSubscribers: Jobs['hasSubscribers']): Write {
  const inserted = insertRows('outbox_events', events, {
    operation_id: ['uuid', ({ operationId }) => operationId],
    type: ['text', ({ event }) => event.type],
    user_id: ['text', ({ event }) => event.userId],
    property_id: ['int', ({ event }) => event.broadcast?.propertyId],
    audience: ['text', ({ event }) => event.broadcast?.audience ?? 'viewers'],
    payload: ['jsonb', ({ event }) => event.payload],
    live_events: ['json', ({ liveEvents }) => liveEvents],
    at: ['timestamptz', now],
    dispatched_at: ['timestamptz', ({ event }) => (hasSubscribers(event.type) ? null : now)],
  });
  return { ...inserted, queue: OUTBOX_QUEUE };
}

/** Emits the same event to each user that a query of (user_id) returns, in one statement. */
export async function emitForEach(
  tx: Transaction,
  { operationId, now }: Pick<RunRecord, 'operationId'> & { now: Date },
  { type, payload }: Omit<NewEvent, 'userId' | 'broadcast'>,
  recipients: SQL,
  { hasSubscribers }: Pick<Jobs, 'hasSubscribers'>,
): Promise<void> {
  const at = now.toISOString();
  const insert = sql`insert into outbox_events (operation_id, type, user_id, payload, at, dispatched_at)
    select ${operationId}::uuid, ${type}::text, p.user_id, ${JSON.stringify(payload)}::text::jsonb,
           ${at}::timestamptz, ${hasSubscribers(type) ? null : at}::timestamptz
    from (${recipients}) p`;
  await tx.execute(insertQueued(insert, OUTBOX_QUEUE));
}
