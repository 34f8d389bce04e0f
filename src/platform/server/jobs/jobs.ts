import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { jobs as jobsTable, outboxEvents } from '#db/schema/platform.ts';
import { newId } from '#kernel/ids.ts';
import { after, DAY, MINUTE, SECOND } from '#kernel/time.ts';
import { integerArray } from '../database/columns.ts';
import { rows, type Transaction } from '../database/db.ts';
import type { QueueState } from '../runtime/metrics.ts';
import type { Jobs, Platform } from '../runtime/platform.ts';
import { claimDue, type JobHandler, type JobTimes, runJob } from './job-runs.ts';
import { createPoller } from './poller.ts';

export type { JobHandler } from './job-runs.ts';

export interface JobRegistry {
  /** By event type, the kinds of job that each such event starts. */
  onEvent: Record<string, readonly string[]>;
  handlers: Record<string, JobHandler>;
  /** Jobs that run every so often; each slot of time runs once, on one of the servers. */
  schedules: readonly { kind: string; every: number }[];
}

const POLL = SECOND;
const SLOTS = 8;
const SETTLE_PATIENCE = 2 * SECOND;
const SETTLE_POLL = 20;
const STOP_PATIENCE = 10 * SECOND;
const KEPT = 30 * DAY;

const TIMES: JobTimes = {
  lease: MINUTE,
  limit: 10 * MINUTE,
  // 5 seconds, 30 seconds, 3 minutes, 18 minutes: a receiver may be away for a while.
  retryAfter: (tries) => 5 * SECOND * 6 ** (tries - 1),
};

/**
 * The worker of one process: turns events into jobs and runs the due ones, sharing the tables with its peers. A
 * slow job holds one of its slots and keeps nobody else waiting.
 */
export function createJobs(platform: () => Platform, registry: JobRegistry, times = TIMES): Jobs {
  const running = new Set<Promise<void>>();
  const enqueueSchedules = scheduler(platform, registry);

  /** Starts what is due, without waiting for it. */
  async function startDue(most: number, operationId?: string): Promise<Promise<void>[]> {
    if (most <= 0) return [];
    const jobs = await claimDue(platform(), { most, lease: times.lease, operationId });
    return jobs.map((job) => {
      const run = runJob(platform(), registry.handlers[job.kind], job, times).finally(() => {
        running.delete(run);
        poller.wake();
      });
      running.add(run);
      return run;
    });
  }

  async function tick(scheduled: boolean): Promise<boolean> {
    if (scheduled) await enqueueSchedules();
    const dispatched = await dispatch(platform(), registry);
    const started = await startDue(SLOTS - running.size);
    return dispatched + started.length > 0;
  }

  const poller = createPoller({
    every: POLL,
    turn: () => tick(true),
    failed: (error) => platform().reportFailure(error, 'jobs'),
  });

  return {
    hasSubscribers: (eventType) => (registry.onEvent[eventType] ?? []).length > 0,
    wake: poller.wake,
    start: poller.start,
    async stop() {
      await poller.stop();
      await atMost(STOP_PATIENCE, Promise.all(running));
    },
    async drain({ scheduled = true } = {}) {
      while (await tick(scheduled)) await Promise.all(running);
    },
    async runOperation(operationId) {
      await dispatch(platform(), registry, operationId);
      const deadline = Date.now() + SETTLE_PATIENCE;
      while (Date.now() < deadline) {
        const started = await startDue(SLOTS, operationId);
        await atMost(deadline - Date.now(), Promise.all(started));
        if (!(await isRunning(platform(), operationId))) return;
        await new Promise((resolve) => setTimeout(resolve, SETTLE_POLL));
      }
    },
  };
}

/** Waits for the work, but no longer than that. */
async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, over]).finally(() => clearTimeout(timer));
}

/** A piece of work to be queued. */
export interface NewJob {
  kind: string;
  /** Unique name of this piece of work. */
  key: string;
  payload: Record<string, unknown>;
  runAt: Date;
}

/** Queues jobs in the same transaction as what calls for them; a key that exists already is left alone. */
export async function enqueue(tx: Transaction, ...added: readonly NewJob[]): Promise<void> {
  if (added.length === 0) return;
  await tx
    .insert(jobsTable)
    .values(added.map((job) => ({ ...job, id: newId(), createdAt: job.runAt })))
    .onConflictDoNothing({ target: jobsTable.key });
}

/** Queues each schedule's job once a slot; peers that do the same meet on the key. */
function scheduler(platform: () => Platform, { schedules }: JobRegistry): () => Promise<void> {
  const queued = new Map<string, number>();
  return async () => {
    const { db, clock } = platform();
    const now = clock.now();
    const due = schedules
      .map(({ kind, every }) => ({ kind, slot: Math.floor(now.getTime() / every) * every }))
      .filter(({ kind, slot }) => queued.get(kind) !== slot);
    if (due.length === 0) return;
    const work = due.map(({ kind, slot }) => ({
      id: newId(),
      kind,
      key: `${kind}:${slot}`,
      payload: { slot },
      runAt: new Date(slot),
      createdAt: now,
    }));
    await db.insert(jobsTable).values(work).onConflictDoNothing({ target: jobsTable.key });
    for (const { kind, slot } of due) queued.set(kind, slot);
  };
}

/** Turns waiting events into jobs, one for each handler; an event is dispatched once, a job key exists once. */
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

/** What waits in the queue of all servers, for the metrics. */
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

/** Forgets finished jobs and delivered events after 30 days. Audit rows and idempotency keys stay for ever. */
export const pruneFinishedWork: JobHandler = async ({ platform: { db, clock } }) => {
  const before = after(clock.now(), -KEPT);
  await db.delete(jobsTable).where(and(eq(jobsTable.status, 'done'), lt(jobsTable.finishedAt, before)));
  await db.delete(outboxEvents).where(lt(outboxEvents.dispatchedAt, before));
};
