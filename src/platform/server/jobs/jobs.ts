import { and, eq, isNull, sql } from 'drizzle-orm';
import { jobs as jobsTable, outboxEvents } from '#db/schema/platform.ts';
import { present } from '#kernel/assert.ts';
import { newId } from '#kernel/ids.ts';
import { after, DAY, MINUTE, SECOND, sleep } from '#kernel/time.ts';
import { integerArray } from '../database/columns.ts';
import { jsonRows, type Queryable, rows, type Transaction } from '../database/db.ts';
import type { QueueState } from '../runtime/metrics.ts';
import type { Jobs, Platform } from '../runtime/platform.ts';
import { claimDue, type JobHandler, type JobTimes, runJob } from './job-runs.ts';
import { rotatePartitions } from './partitions.ts';
import { createPoller } from './poller.ts';
import { pruneSequence } from './sequencer.ts';
import { inTimeSlices } from './time-slices.ts';

export { type JobHandler, jobFor } from './job-runs.ts';

export interface JobRegistry {
  /** The kinds of job that events start, by event type. */
  onEvent: Record<string, readonly string[]>;
  handlers: Record<string, JobHandler>;
  /** Jobs that run once in each time slot of this length, on one of the servers. */
  schedules: readonly { kind: string; everyMs: number }[];
}

const POLL_INTERVAL_MS = SECOND;
const MAX_RUNNING_JOBS = 8;
const RUN_OPERATION_TIMEOUT_MS = 2 * SECOND;
const RUN_OPERATION_POLL_MS = 20;
const STOP_TIMEOUT_MS = 10 * SECOND;
/** Retention of finished jobs; events are removed by the month, and so up to a month later. */
export const RETENTION_MS = 30 * DAY;

const JOB_TIMES: JobTimes = {
  leaseMs: MINUTE,
  maxRunMs: 10 * MINUTE,
  // 5 seconds, 30 seconds, 3 minutes, 18 minutes: a receiver may be away for a while.
  retryDelayMs: (tries) => 5 * SECOND * 6 ** (tries - 1),
};

/**
 * The job worker of one process. It turns events into jobs and runs due jobs, sharing the tables with other workers. A
 * slow job occupies one of its slots and delays no other.
 */
export function createJobs(platform: () => Platform, registry: JobRegistry, times = JOB_TIMES): Jobs {
  const running = new Set<Promise<void>>();
  const enqueueSchedules = scheduler(platform, registry.schedules);

  /** Starts due jobs without waiting for them. */
  async function startDue(maxJobs: number, operationId?: string): Promise<Promise<void>[]> {
    if (maxJobs <= 0) return [];
    const jobs = await claimDue(platform(), { maxJobs, leaseMs: times.leaseMs, operationId });
    return jobs.map((job) => {
      const run = runJob(platform(), registry.handlers[job.kind], job, times).finally(() => {
        running.delete(run);
        poller.wake();
      });
      running.add(run);
      return run;
    });
  }

  async function tick(enqueueDue: () => Promise<void>): Promise<boolean> {
    await enqueueDue();
    const dispatched = await dispatch(platform(), registry);
    const started = await startDue(MAX_RUNNING_JOBS - running.size);
    return dispatched + started.length > 0;
  }

  const poller = createPoller({
    intervalMs: POLL_INTERVAL_MS,
    poll: () => tick(enqueueSchedules),
    onError: (error) => platform().reportFailure(error, 'jobs'),
  });

  return {
    hasSubscribers: (eventType) => (registry.onEvent[eventType] ?? []).length > 0,
    wake: poller.wake,
    start: poller.start,
    async stop() {
      await poller.stop();
      await waitAtMost(STOP_TIMEOUT_MS, Promise.all(running));
    },
    async drain({ schedules } = {}) {
      const enqueueDue = schedules ? scheduler(platform, schedulesOf(registry, schedules)) : enqueueSchedules;
      while (await tick(enqueueDue)) await Promise.all(running);
    },
    async runOperation(operationId) {
      await dispatch(platform(), registry, operationId);
      const deadline = Date.now() + RUN_OPERATION_TIMEOUT_MS;
      while (Date.now() < deadline) {
        const started = await startDue(MAX_RUNNING_JOBS, operationId);
        await waitAtMost(deadline - Date.now(), Promise.all(started));
        if (!(await isRunning(platform(), operationId))) return;
        await sleep(RUN_OPERATION_POLL_MS);
      }
    },
  };
}

/** Waits for work, but at most this long. */
async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, over]).finally(() => clearTimeout(timer));
}

/** A job to be queued. */
export interface NewJob {
  kind: string;
  /** Unique: a job with the same key is not queued again. */
  key: string;
  payload: Record<string, unknown>;
  runAt: Date;
}

/** Queues jobs in the caller's transaction. A job whose key exists already is ignored. */
export async function enqueue(tx: Transaction, ...added: readonly NewJob[]): Promise<void> {
  if (added.length === 0) return;
  await tx
    .insert(jobsTable)
    .values(added.map((job) => ({ ...job, id: newId(), createdAt: job.runAt })))
    .onConflictDoNothing({ target: jobsTable.key });
}

function schedulesOf({ schedules }: JobRegistry, kinds: readonly string[]): JobRegistry['schedules'] {
  return kinds.map((kind) =>
    present(
      schedules.find((schedule) => schedule.kind === kind),
      `the schedule ${kind}`,
    ),
  );
}

/** The least time ahead of now within which a dated job still holds back later slots. */
const MIN_POSTPONED_MS = MINUTE;

/**
 * Queues each scheduled job once per time slot; its unique key makes that once for all servers. A slot waits while an
 * earlier job of its kind waits for its turn or runs, so that no two compete for the same rows. Two kinds of earlier job
 * hold nothing back: those that failed and wait for their next attempt, and those that a server with a wrong clock dated
 * far ahead.
 */
function scheduler(platform: () => Platform, schedules: JobRegistry['schedules']): () => Promise<void> {
  const queued = new Map<string, number>();
  return async () => {
    const { db, clock } = platform();
    const now = clock.now().getTime();
    const due = schedules
      .map(({ kind, everyMs }) => ({ kind, everyMs, slot: Math.floor(now / everyMs) * everyMs }))
      .filter(({ kind, slot }) => queued.get(kind) !== slot);
    if (due.length === 0) return;
    const work = due.map(({ kind, everyMs, slot }) => ({
      id: newId(),
      kind,
      slot,
      run_at: new Date(slot).toISOString(),
      postponed_to: new Date(now + Math.max(everyMs, MIN_POSTPONED_MS)).toISOString(),
    }));
    const stored = await rows<{ kind: string; slot: number }>(
      db,
      sql`
        with due as (
          select *, kind || ':' || slot as key from json_to_recordset(${jsonRows(work)})
            as slots (id uuid, kind text, slot bigint, run_at timestamptz, postponed_to timestamptz)
        ), added as (
          insert into jobs (id, kind, key, payload, run_at, created_at)
          select due.id, due.kind, due.key, json_build_object('slot', due.slot), due.run_at,
                 ${new Date(now).toISOString()}::timestamptz
          from due
          where not exists (
            select 1 from jobs earlier
            where earlier.status = 'waiting' and earlier.kind = due.kind and starts_with(earlier.key, due.kind || ':')
              and earlier.run_at <= due.postponed_to
              and (earlier.attempts = 0 or earlier.locked_until >= clock_timestamp()))
          on conflict (key) do nothing
          returning key
        )
        select due.kind, due.slot::float8 as slot from due
        where due.key in (select key from added) or exists (select 1 from jobs where jobs.key = due.key)`,
    );
    for (const { kind, slot } of stored) queued.set(kind, slot);
  };
}

/** Turns waiting events into jobs, one per subscribed kind. An event is dispatched once. */
async function dispatch(
  { db, clock }: Platform,
  registry: JobRegistry,
  operationId?: string,
): Promise<number> {
  const now = clock.now();
  const waiting = and(
    isNull(outboxEvents.dispatchedAt),
    operationId === undefined ? undefined : eq(outboxEvents.operationId, operationId),
  );
  return db.transaction(async (tx) => {
    const events = await tx
      .select({
        id: outboxEvents.id,
        type: outboxEvents.type,
        operationId: outboxEvents.operationId,
        payload: outboxEvents.payload,
      })
      .from(outboxEvents)
      .where(waiting)
      .orderBy(outboxEvents.id)
      .limit(200)
      .for('update', { skipLocked: true });
    if (events.length === 0) return 0;
    const started = events.flatMap((event) =>
      (registry.onEvent[event.type] ?? []).map((kind) => ({
        id: newId(),
        kind,
        key: `${event.operationId}:${event.id}:${kind}`,
        payload: event.payload,
        runAt: now,
        createdAt: now,
      })),
    );
    if (started.length > 0) {
      await tx.insert(jobsTable).values(started).onConflictDoNothing({ target: jobsTable.key });
    }
    await tx
      .update(outboxEvents)
      .set({ dispatchedAt: now })
      .where(sql`${outboxEvents.id} = any(${integerArray(events.map(({ id }) => id))})`);
    return events.length;
  });
}

async function isRunning({ db, clock }: Platform, operationId: string): Promise<boolean> {
  const now = clock.now().toISOString();
  const busy = await rows(
    db,
    sql`select 1 as one from jobs where starts_with(key, ${`${operationId}:`}) and status = 'waiting'
          and (run_at <= ${now}::timestamptz or locked_until >= clock_timestamp())
        union all
        select 1 from outbox_events where operation_id = ${operationId}::uuid and dispatched_at is null
        limit 1`,
  );
  return busy.length > 0;
}

/** The state of the queue that all servers share, for the metrics. */
export async function queueState({ db, clock }: Platform): Promise<QueueState> {
  const now = clock.now().toISOString();
  const [state] = await rows<QueueState & Record<string, unknown>>(
    db,
    sql`select count(*)::int as due,
               coalesce(extract(epoch from ${now}::timestamptz - min(run_at)), 0)::float8 as "oldestDueSeconds",
               (select count(*)::int from jobs where status = 'dead') as dead
        from jobs where status = 'waiting' and run_at <= ${now}::timestamptz`,
  );
  return state as QueueState;
}

/** Jobs deleted by one statement. */
const maxPrunedJobs = 5_000;

/**
 * Deletes finished jobs and those set aside after 30 days, and drops months of events that ended as long ago. Audit rows
 * and idempotency keys are never deleted.
 */
export const pruneFinishedWork: JobHandler = async (ctx) => {
  const { platform } = ctx;
  const before = after(platform.clock.now(), -RETENTION_MS);
  const again = await inTimeSlices(ctx, () => pruneJobs(platform.db, before));
  if (again) return again;
  const next = await rotatePartitions(platform, 'outbox_events', before);
  await pruneSequence(platform.db);
  return next;
};

/** Deletes the oldest of the jobs that were finished before a moment. */
export async function pruneJobs(
  db: Queryable,
  before: Date,
  maxRows = maxPrunedJobs,
): Promise<{ done: boolean }> {
  const deleted = await rows(
    db,
    sql`delete from jobs where id in (
          select id from jobs where status in ('done', 'set_aside') and finished_at < ${before.toISOString()}::timestamptz
          order by finished_at limit ${maxRows}::int)
        returning 1 as one`,
  );
  return { done: deleted.length < maxRows };
}
