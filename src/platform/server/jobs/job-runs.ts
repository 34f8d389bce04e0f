import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { jobs as jobsTable } from '#db/schema/platform.ts';
import type { EventDefinition } from '#kernel/events.ts';
import { newId } from '#kernel/ids.ts';
import { after, SECOND } from '#kernel/time.ts';
import type { CommandContext } from '../commands/run-command.ts';
import { rows } from '../database/db.ts';
import { isDatabaseOutage, isTimeout } from '../errors/error-mapping.ts';
import { withoutParameters } from '../runtime/log.ts';
import type { Platform } from '../runtime/platform.ts';
import { systemActor } from '../security/caller.ts';

/** What a handler may know of the run that it is called for. */
interface JobRun {
  /** The same in each run: a request id for the commands that the handler calls. */
  id: string;
  /** Starts since the last run that asked to be run again, including this one; a postponed one does not count. */
  attempts: number;
  /** Aborts when the run counts no more: another worker has the job, or it took too long. */
  signal: AbortSignal;
}

/**
 * Runs a job. Delivery is at least once, so it must be idempotent. It may ask to be run again later; `isPostponed` says that
 * it has not begun, which neither uses up an attempt nor gives earlier ones back.
 */
export interface JobHandler<Payload = Record<string, unknown>> {
  (
    ctx: CommandContext,
    payload: Payload,
    job?: JobRun,
    // biome-ignore lint/suspicious/noConfusingVoidType: most handlers just finish
  ): Promise<void | { runAgainAt: Date; isPostponed?: true }>;
  /** The types of the events that start it. */
  readonly startedBy?: readonly string[];
}

type EventWith<Payload extends Record<string, unknown>> = EventDefinition<
  string,
  z.ZodType<Payload, Record<string, unknown>>
>;

/** The handler of a job that an event starts, or each of several, with what their payloads have. */
export function jobFor<Payload extends Record<string, unknown>>(
  started: EventWith<Payload> | readonly EventWith<Payload>[],
  handle: JobHandler<Payload>,
): JobHandler {
  const events = [started].flat();
  const schema = z.union(events.map(({ payload }) => payload));
  return startedBy(events, async (ctx, payload, job) => handle(ctx, schema.parse(payload), job));
}

/** A handler that events start and that does not read their payload, for example because a schedule starts it too. */
export function startedBy(events: readonly { type: string }[], handle: JobHandler): JobHandler {
  const handler: JobHandler = (ctx, payload, job) => handle(ctx, payload, job);
  return Object.assign(handler, { startedBy: events.map(({ type }) => type) });
}

/** The kinds of job that each type of event starts. */
export function subscriptionsOf(handlers: JobRegistry['handlers']): JobRegistry['onEvent'] {
  const onEvent: Record<string, string[]> = {};
  for (const [kind, { startedBy = [] }] of Object.entries(handlers)) {
    for (const type of startedBy) onEvent[type] = [...(onEvent[type] ?? []), kind];
  }
  return onEvent;
}

export interface JobRegistry {
  /** The kinds of job that events start, by event type. */
  onEvent: Record<string, readonly string[]>;
  handlers: Record<string, JobHandler>;
  /** Jobs that run once in each time slot of this length, on one of the servers. */
  schedules: readonly { kind: string; everyMs: number }[];
}

/** Time limits of a job. */
export interface JobTimes {
  /** Lifetime of a claim. It is renewed while the handler runs. */
  leaseMs: number;
  /** Time limit of a handler. */
  maxRunMs: number;
  /** The delay after this many failed attempts. */
  retryDelayMs(attempts: number): number;
}

const MAX_ATTEMPTS = 5;
const OUTAGE_RETRY_MS = 5 * SECOND;

interface JobRow extends Record<string, unknown> {
  id: string;
  kind: string;
  payload: Record<string, unknown>;
  /** Starts since the last run that asked to be run again, including this one; a postponed one does not count. */
  attempts: number;
}

/** A job that this worker has claimed. When its lease expires, another worker may take it over. */
type ClaimedJob = JobRow & { claimId: string };

/** Claims due jobs. Leases go by the database's clock, because the clocks of servers differ. */
export async function claimDue(
  { db, clock }: Platform,
  { maxJobs, leaseMs, operationId }: { maxJobs: number; leaseMs: number; operationId?: string | undefined },
): Promise<ClaimedJob[]> {
  const now = clock.now().toISOString();
  const claimId = newId();
  const ofOperation = operationId === undefined ? sql`true` : sql`starts_with(key, ${`${operationId}:`})`;
  const claimed = await rows<JobRow>(
    db,
    sql`update jobs set attempts = attempts + 1, locked_by = ${claimId}::uuid,
                        locked_until = clock_timestamp() + make_interval(secs => ${leaseMs / SECOND}::float8)
        where id in (
          select id from jobs
          where status = 'waiting' and run_at <= ${now}::timestamptz and ${ofOperation}
            and (locked_until is null or locked_until < clock_timestamp())
          order by run_at limit ${maxJobs} for update skip locked)
        returning id::text as id, kind, payload, attempts`,
  );
  return claimed.map((job) => ({ ...job, claimId }));
}

/** Runs a claimed job and records its outcome. Never throws. */
export async function runJob(
  platform: Platform,
  handler: JobHandler | undefined,
  job: ClaimedJob,
  times: JobTimes,
): Promise<void> {
  const { clock, metrics } = platform;
  const renewal = renewClaim(platform, job, times);
  try {
    if (job.attempts > MAX_ATTEMPTS) throw new Error('its worker was lost each time');
    if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`);
    const run = { id: job.id, attempts: job.attempts, signal: renewal.signal };
    const work = handler({ platform, caller: { actor: systemActor(job.kind) } }, job.payload, run);
    const again = await Promise.race([work, renewal.failed]);
    const isRecorded = await recordOutcome(
      platform,
      job,
      again
        ? { runAt: again.runAgainAt, attempts: again.isPostponed ? job.attempts - 1 : 0 }
        : { status: 'done', finishedAt: clock.now(), lastError: null },
    );
    metrics.countJob(job.kind, isRecorded ? 'done' : 'lost');
  } catch (error) {
    await recordFailure(platform, job, times, error).catch((failure: unknown) => {
      platform.reportFailure(failure, job.kind);
    });
  } finally {
    renewal.end();
  }
}

/**
 * Renews a claim while its job runs. `failed` rejects, and `signal` aborts, when another worker has the job, or when it takes
 * too long.
 */
function renewClaim({ db, reportFailure }: Platform, job: ClaimedJob, { leaseMs, maxRunMs }: JobTimes) {
  const controller = new AbortController();
  const { signal } = controller;
  const fail = (error: Error) => controller.abort(error);
  const failed = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  failed.catch(() => undefined);
  const renew = async () => {
    const renewed = await rows(
      db,
      sql`update jobs set locked_until = clock_timestamp() + make_interval(secs => ${leaseMs / SECOND}::float8)
          where id = ${job.id}::uuid and locked_by = ${job.claimId}::uuid returning 1 as one`,
    );
    if (renewed.length === 0) fail(new ClaimLostError());
  };
  const renewing = setInterval(() => {
    renew().catch((error: unknown) => reportFailure(error, job.kind));
  }, leaseMs / 3);
  const over = setTimeout(() => fail(new Error(`not done after ${maxRunMs / SECOND} seconds`)), maxRunMs);
  for (const timer of [renewing, over]) timer.unref?.();
  const end = () => {
    clearInterval(renewing);
    clearTimeout(over);
  };
  return { failed, signal, end };
}

class ClaimLostError extends Error {}

/** Records the outcome of a run and returns true, unless another worker has taken the job over. */
async function recordOutcome(
  { db }: Platform,
  job: ClaimedJob,
  change: Partial<typeof jobsTable.$inferInsert>,
): Promise<boolean> {
  const written = await db
    .update(jobsTable)
    .set({ lockedBy: null, lockedUntil: null, ...change })
    .where(and(eq(jobsTable.id, job.id), eq(jobsTable.lockedBy, job.claimId)))
    .returning({ id: jobsTable.id });
  return written.length > 0;
}

async function recordFailure(
  platform: Platform,
  job: ClaimedJob,
  times: JobTimes,
  error: unknown,
): Promise<void> {
  const { clock, log, metrics } = platform;
  const about = { err: error, job: job.id, kind: job.kind, attempt: job.attempts };
  const countLost = () => {
    log.warn(about, 'job was taken over by another worker');
    metrics.countJob(job.kind, 'lost');
  };
  if (error instanceof ClaimLostError) return countLost();
  const now = clock.now();
  const lastError = textOf(error);
  // An outage of our database is not the job's fault and does not count as an attempt.
  if (isDatabaseOutage(error)) {
    platform.reportFailure(error, job.kind);
    metrics.countJob(job.kind, 'postponed');
    await recordOutcome(platform, job, {
      lastError,
      attempts: job.attempts - 1,
      runAt: after(now, OUTAGE_RETRY_MS),
    });
    return;
  }
  const dead = job.attempts >= MAX_ATTEMPTS;
  const isRecorded = await recordOutcome(
    platform,
    job,
    dead
      ? { status: 'dead', attempts: MAX_ATTEMPTS, lastError, finishedAt: now }
      : { lastError, runAt: after(now, times.retryDelayMs(job.attempts)) },
  );
  if (!isRecorded) return countLost();
  log[dead ? 'error' : 'warn'](about, dead ? 'job is dead' : 'job failed and will be tried again');
  metrics.countJob(job.kind, dead ? 'dead' : 'retried');
}

/** The text of a failure on the jobs screen. The error of a timeout only names its statement. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const text = withoutParameters(error.message);
  return (isTimeout(error) ? `took too long: ${text}` : text).slice(0, 1_000);
}
