import { sql } from 'drizzle-orm';
import { jobs as jobsTable } from '#db/schema/platform.ts';
import { present } from '#kernel/assert.ts';
import { newId } from '#kernel/ids.ts';
import { MINUTE, SECOND, sleep } from '#kernel/time.ts';
import { rows, type Transaction } from '../database/db.ts';
import type { QueueState } from '../runtime/metrics.ts';
import type { Jobs, Platform } from '../runtime/platform.ts';
import { dispatch } from './dispatch.ts';
import { claimDue, type JobRegistry, type JobTimes, runJob } from './job-runs.ts';
import { createPoller } from './poller.ts';
import { scheduler } from './scheduler.ts';

export { type JobHandler, type JobRegistry, jobFor, startedBy, subscriptionsOf } from './job-runs.ts';

const POLL_INTERVAL_MS = SECOND;
const MAX_RUNNING_JOBS = 8;
const RUN_OPERATION_TIMEOUT_MS = 2 * SECOND;
const RUN_OPERATION_POLL_MS = 20;
const STOP_TIMEOUT_MS = 10 * SECOND;
const JOB_TIMES: JobTimes = {
  leaseMs: MINUTE,
  maxRunMs: 10 * MINUTE,
  // 5 seconds, 30 seconds, 3 minutes, 18 minutes: a receiver may be away for a while.
  retryDelayMs: (attempts) => 5 * SECOND * 6 ** (attempts - 1),
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

/** Queues jobs in the caller's transaction, `now`. A job whose key exists already is ignored. */
export async function enqueue(tx: Transaction, now: Date, ...added: readonly NewJob[]): Promise<void> {
  if (added.length === 0) return;
  await tx
    .insert(jobsTable)
    .values(added.map((job) => ({ ...job, id: newId(), createdAt: now })))
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
