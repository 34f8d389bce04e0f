import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { jobs } from '#db/schema/platform.ts';
import { cursorAfter, cutPage, olderThan } from '#platform/server/database/cursors.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Job, JobQueue, JobState, jobListInput } from '../jobs.contract.ts';

/** The queue by kind, those with failures first. */
export async function queues({ db, clock }: Platform): Promise<{ at: string; queues: JobQueue[] }> {
  const at = clock.now().toISOString();
  const now = sql`${at}::timestamptz`;
  const isRunning = sql`locked_until >= clock_timestamp()`;
  const found = await rows<JobQueue & Record<string, unknown>>(
    db,
    sql`select kind,
               (count(*) filter (where status = 'waiting' and run_at <= ${now} and (${isRunning}) is not true))::int as due,
               (count(*) filter (where status = 'waiting' and run_at > ${now} and (${isRunning}) is not true))::int as later,
               (count(*) filter (where status = 'waiting' and ${isRunning}))::int as running,
               (count(*) filter (where status = 'dead'))::int as dead,
               (count(*) filter (where status = 'set_aside'))::int as "setAside",
               to_char(min(run_at) filter (where status = 'waiting' and run_at <= ${now}) at time zone 'UTC',
                       'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "oldestDue",
               (array_agg(last_error order by run_at desc)
                  filter (where last_error is not null and status <> 'set_aside'))[1] as "lastError"
        from jobs where status in ('waiting', 'dead', 'set_aside')
        group by kind order by dead desc, due desc, kind`,
  );
  return { at, queues: found };
}

/** Jobs that are dead, that failed and will be tried again, or that were dismissed; the latest first. */
export async function list(
  db: Database,
  { state, kind, cursor, limit }: z.output<typeof jobListInput>,
): Promise<{ items: Job[]; nextCursor: string | null }> {
  const moment = state === 'failing' ? jobs.runAt : jobs.finishedAt;
  const found = await db
    .select()
    .from(jobs)
    .where(and(inState(state), kind ? eq(jobs.kind, kind) : undefined, olderThan(cursor, moment, jobs.id)))
    .orderBy(desc(moment), desc(jobs.id))
    .limit(limit + 1);
  const items = found.map(
    ({ id, kind, attempts, createdAt, runAt, finishedAt, lastError, setAsideReason }): Job => ({
      id,
      kind,
      state,
      attempts,
      createdAt: createdAt.toISOString(),
      at: (state === 'failing' ? runAt : (finishedAt ?? runAt)).toISOString(),
      lastError,
      setAsideReason,
    }),
  );
  return cutPage(items, limit, (last) => cursorAfter(last.at, last.id));
}

function inState(state: JobState): SQL | undefined {
  if (state === 'dead') return eq(jobs.status, 'dead');
  if (state === 'setAside') return eq(jobs.status, 'set_aside');
  return and(eq(jobs.status, 'waiting'), gt(jobs.attempts, 0), sql`${jobs.lastError} is not null`);
}
