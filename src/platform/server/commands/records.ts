import { type SQL, sql } from 'drizzle-orm';
import type { AuditEntry, EventAudience, LiveEventEntry } from '#db/schema/platform.ts';
import { newId } from '#kernel/ids.ts';
import { insertRows, RawJson, type Write } from '../database/columns.ts';
import { rows, type Transaction } from '../database/db.ts';
import type { Jobs, PropertyVisibility } from '../runtime/platform.ts';
import { type Actor, actorId, systemActor } from '../security/caller.ts';
import { sha256 } from '../security/sha256.ts';

/** Something that happened, told in the same transaction that made it happen. */
export interface NewEvent {
  /** Past tense, `slice.thingHappened`. */
  type: string;
  payload: Record<string, unknown>;
  /** The user whose screens are told. */
  userId?: string;
  /** The property that it concerns. */
  propertyId?: number;
  /**
   * Who hears of it beside the user. A command that does not say leaves it to the property's status when the command
   * ends; a batched command has to say, or only those hear who may see a hidden property.
   */
  audience?: EventAudience;
}

/** What is kept of a command run beside its own tables. */
export interface RunRecord {
  operationId: string;
  actor: Actor;
  action: string;
  subject: string;
  details: Record<string, unknown>;
  events: readonly NewEvent[];
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

const liveEventOf = ({
  event: { type, userId, propertyId, audience },
}: {
  event: NewEvent;
}): LiveEventEntry => ({
  type,
  user_id: userId,
  property_id: propertyId,
  audience: audience ?? 'viewers',
});

/** These events with an audience each: an event about a public property is for everyone unless its command said less. */
export async function withAudiences(
  tx: Transaction,
  events: readonly NewEvent[],
  { publicOf }: PropertyVisibility,
): Promise<NewEvent[]> {
  const asked = events.flatMap(({ propertyId, audience }) => (propertyId && !audience ? [propertyId] : []));
  const shown = asked.length > 0 ? await publicOf(tx, [...new Set(asked)]) : new Set<number>();
  return events.map((event) => ({
    ...event,
    audience: event.audience ?? (shown.has(event.propertyId ?? 0) ? 'everyone' : 'viewers'),
  }));
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
  event: NewEvent;
  told?: LiveEventEntry[];
}

function outboxRows(events: readonly OutboxRow[], now: Date, hasSubscribers: Jobs['hasSubscribers']): Write {
  return insertRows('outbox_events', events, {
    operation_id: ['uuid', ({ operationId }) => operationId],
    type: ['text', ({ event }) => event.type],
    user_id: ['text', ({ event }) => event.userId],
    property_id: ['int', ({ event }) => event.propertyId],
    audience: ['text', ({ event }) => event.audience ?? 'viewers'],
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
  { type, payload }: Omit<NewEvent, 'userId' | 'propertyId' | 'audience'>,
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
