import { type SQL, sql } from 'drizzle-orm';
import type { AuditEntry, EventAudience, LiveEventEntry } from '#db/schema/platform.ts';
import type { EventType } from '#kernel/events.ts';
import { newId } from '#kernel/ids.ts';
import { insertRows, RawJson, type Write } from '../database/columns.ts';
import { rows, type Transaction } from '../database/db.ts';
import type { Jobs, PropertyVisibility } from '../runtime/platform.ts';
import { type Actor, actorId, systemActor } from '../security/caller.ts';
import { sha256 } from '../security/sha256.ts';

/** Something that happened, emitted in the transaction that made it happen. */
export interface NewEvent {
  type: EventType;
  payload: Record<string, unknown>;
  /** The person whose open screens it reaches. */
  userId?: string;
  /** Makes it reach other people's open screens too; without it nobody but the named person gets the event. */
  broadcast?: Broadcast;
}

/** Addresses every open screen that may see a property. */
export interface Broadcast {
  propertyId: number;
  /** Without it the property's status when the command ends decides: everyone, or only those who may see it hidden. */
  audience?: EventAudience;
}

/** An event whose audience is decided, as a batched command has to emit it. */
export interface AddressedEvent extends NewEvent {
  broadcast?: Required<Broadcast>;
}

/** What is kept of a command run beside its own tables. */
export interface RunRecord {
  operationId: string;
  actor: Actor;
  action: string;
  subject: string;
  details: Record<string, unknown>;
  events: readonly AddressedEvent[];
}

/**
 * The audit rows and outbox rows of these runs of one command: exactly one audit entry for each run, in a row of its
 * own. Runs that happen together share a row instead, which the view `audit_runs` shows one by one; and what they only
 * tell to screens, and starts no work, shares one outbox row. A row with its indexes costs the database several times
 * what an entry does.
 */
export function recordsOf(
  runs: readonly RunRecord[],
  now: Date,
  { hasSubscribers }: Pick<Jobs, 'hasSubscribers'>,
): Write[] {
  const events = runs.flatMap(({ operationId, events }) => events.map((event) => ({ operationId, event })));
  const [first] = runs;
  if (first === undefined || runs.length === 1)
    return [auditRows(runs, now), outboxRows(events, now, hasSubscribers)];
  const batch = batchOf(first.action, runs.map(entryOf), now);
  const starting = events.filter(({ event }) => hasSubscribers(event.type));
  const told = events.filter(({ event }) => !hasSubscribers(event.type)).map(liveEventOf);
  const { operationId } = batch;
  const shared = told.length > 0 ? [{ operationId, event: { type: LIVE_EVENTS, payload: {} }, told }] : [];
  return [auditRows([batch], now), outboxRows([...starting, ...shared], now, hasSubscribers)];
}

/** The subject of a row that runs share. */
export const BATCH_SUBJECT = 'batch';
const LIVE_EVENTS = 'platform.liveEvents';

/** The row that runs share. The audit chain seals its details, and with their hash the runs. */
function batchOf(action: string, entries: AuditEntry[], now: Date): AuditRow {
  const runs = new RawJson(JSON.stringify(entries));
  return {
    operationId: newId(now.getTime()),
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

/** These events with the audience of each broadcast, which the property's status decides where the command did not. */
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
    const { propertyId, audience = onMarket.has(propertyId) ? 'everyone' : 'viewers' } = broadcast;
    return { ...event, broadcast: { propertyId, audience } };
  });
}

interface AuditRow extends Omit<RunRecord, 'events'> {
  runs?: RawJson;
}

function auditRows(runs: readonly AuditRow[], now: Date): Write {
  return insertRows('audit_log', runs, {
    operation_id: ['uuid', ({ operationId }) => operationId],
    at: ['timestamptz', now],
    action: ['text', ({ action }) => action],
    actor_kind: ['text', ({ actor }) => actor.kind],
    actor_id: ['text', ({ actor }) => actorId(actor)],
    subject: ['text', ({ subject }) => subject],
    details: ['jsonb', ({ details }) => details],
    runs: ['json', ({ runs }) => runs],
  });
}

interface OutboxRow {
  operationId: string;
  event: Omit<AddressedEvent, 'type'> & { type: string };
  told?: LiveEventEntry[];
}

function outboxRows(events: readonly OutboxRow[], now: Date, hasSubscribers: Jobs['hasSubscribers']): Write {
  return insertRows('outbox_events', events, {
    operation_id: ['uuid', ({ operationId }) => operationId],
    type: ['text', ({ event }) => event.type],
    user_id: ['text', ({ event }) => event.userId],
    property_id: ['int', ({ event }) => event.broadcast?.propertyId],
    audience: ['text', ({ event }) => event.broadcast?.audience ?? 'viewers'],
    payload: ['jsonb', ({ event }) => event.payload],
    told: ['json', ({ told }) => told],
    at: ['timestamptz', now],
    dispatched_at: ['timestamptz', ({ event }) => (hasSubscribers(event.type) ? null : now)],
  });
}

/** Tells each person whom a query of (user_id) names the same, without a row leaving the database. */
export async function emitForEach(
  tx: Transaction,
  { operationId, now }: Pick<RunRecord, 'operationId'> & { now: Date },
  { type, payload }: Omit<NewEvent, 'userId' | 'broadcast'>,
  people: SQL,
  { hasSubscribers }: Pick<Jobs, 'hasSubscribers'>,
): Promise<void> {
  const at = now.toISOString();
  await rows(
    tx,
    sql`insert into outbox_events (operation_id, type, user_id, payload, at, dispatched_at)
        select ${operationId}::uuid, ${type}::text, p.user_id, ${JSON.stringify(payload)}::text::jsonb,
               ${at}::timestamptz, ${hasSubscribers(type) ? null : at}::timestamptz
        from (${people}) p`,
  );
}
