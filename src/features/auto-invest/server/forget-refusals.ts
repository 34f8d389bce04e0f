import { sql } from 'drizzle-orm';
import { lowestId } from '#kernel/ids.ts';
import { DAY } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { inTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { REFUSAL_RETENTION_DAYS } from '../auto-invest.rules.ts';

/** Days for which the job may not have run. Orders that stay are not looked at again every day. */
const MAX_MISSED_DAYS = 30;
/** Refusals looked at in one statement. */
const MAX_CHECKED_REFUSALS = 5_000;

/**
 * Deletes old refusals: each day brings one for each person and property. What was bought, matched or skipped stays, and
 * so does everyone's order in an allocation that gave shares to somebody, so that it can be recounted forever.
 */
export const forgetRefusals: JobHandler = (ctx) => {
  const { db, clock } = ctx.platform;
  const before = lowestId(clock.now().getTime() - REFUSAL_RETENTION_DAYS * DAY);
  let last = lowestId(clock.now().getTime() - (REFUSAL_RETENTION_DAYS + MAX_MISSED_DAYS) * DAY);
  return inTimeSlices(ctx, async () => {
    const [checked] = await rows<{ last: string | null }>(
      db,
      sql`with old as (
            select id, run_id, property_id, wanted_shares from auto_invest_decisions
            where id > ${last}::uuid and id < ${before}::uuid and outcome = 'declined'
            order by id limit ${MAX_CHECKED_REFUSALS}
          ), deleted as (
            delete from auto_invest_decisions d using old
            where d.id = old.id
              and (old.wanted_shares = 0
                   or not exists (select 1 from auto_invest_decisions o
                                  where o.run_id = old.run_id and o.property_id = old.property_id
                                    and o.allocated_shares > 0))
          )
          select (select id::text from old order by id desc limit 1) as last`,
    );
    last = checked?.last ?? last;
    return { done: !checked?.last };
  });
};
