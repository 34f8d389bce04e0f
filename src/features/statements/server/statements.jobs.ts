import { desc, isNull, sql } from 'drizzle-orm';
import { statementChunks, statementMonths } from '#db/schema/statements.ts';
import { monthAfter, monthOf } from '#kernel/months.ts';
import { HOUR } from '#kernel/time.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import { epochMs } from '#platform/server/database/sql-values.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { inTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { newestDueMonth } from '../statements.rules.ts';
import { issueNext } from './issue-next.ts';

const ISSUE = 'statements.issue';

/** The oldest month whose statements are due and not all issued; null when there is none. */
async function nextDueMonth(db: Database, now: Date): Promise<string | null> {
  // Also of a month that a server of the version before, which knows no chunks, has finished.
  const [waiting] = await db
    .select({ month: statementChunks.month })
    .from(statementChunks)
    .orderBy(statementChunks.month)
    .limit(1);
  if (waiting) return waiting.month;
  const [open] = await db
    .select({ month: statementMonths.month })
    .from(statementMonths)
    .where(isNull(statementMonths.finishedAt))
    .orderBy(statementMonths.month)
    .limit(1);
  if (open) return open.month;
  const [last] = await db
    .select({ month: statementMonths.month })
    .from(statementMonths)
    .orderBy(desc(statementMonths.month))
    .limit(1);
  const next = last ? monthAfter(last.month) : await firstMonth(db);
  return next !== null && next <= newestDueMonth(now) ? next : null;
}

/** The month of the first transfer to or from a person. */
async function firstMonth(db: Database): Promise<string | null> {
  const [first] = await rows<{ at: number }>(
    db,
    sql`select ${epochMs('at')} as at from ledger_transfers
        where debit_account like 'user:%' or credit_account like 'user:%' order by id limit 1`,
  );
  return first ? monthOf(new Date(first.at)) : null;
}

/** Issues due statements, month by month; hourly, because servers may have been down on the 3rd. */
const issue: JobHandler = (ctx) =>
  inTimeSlices(ctx, async () => {
    const month = await nextDueMonth(ctx.platform.db, ctx.platform.clock.now());
    if (month === null) return { done: true };
    const { isElsewhere } = await issueNext(ctx, { month });
    return { done: isElsewhere };
  });

export const statementJobs = {
  handlers: { [ISSUE]: issue },
  schedules: [{ kind: ISSUE, everyMs: HOUR }],
};
