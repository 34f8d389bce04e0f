import { sql } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { MINUTE } from '#kernel/time.ts';
import { jsonRows, rows } from '../database/db.ts';
import type { Platform } from '../runtime/platform.ts';
import type { JobRegistry } from './job-runs.ts';

/** The least time ahead of now within which a dated job still holds back later slots. */
const MIN_POSTPONED_MS = MINUTE;

/**
 * Queues each scheduled job once per time slot; its unique key makes that once for all servers. A slot waits while an
 * earlier job of its kind waits for its turn or runs, so that no two compete for the same rows. Two kinds of earlier job
 * hold nothing back: those that failed and wait for their next attempt, and those that a server with a wrong clock dated
 * far ahead.
 */
export function scheduler(
  platform: () => Platform,
  schedules: JobRegistry['schedules'],
): () => Promise<void> {
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
