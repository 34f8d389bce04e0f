import { sql } from 'drizzle-orm';
import { DAY } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { WASH_SALE_DAYS } from '../gains.rules.ts';
import { acquisitions } from './acquisitions.ts';
import { recordWashSales } from './record-wash-sales.ts';

/** Time after a sale in which an earlier purchase may still be in escrow. */
const LOOK_BACK_DAYS = 400;

/** Records what became a wash sale since yesterday: a purchase within 30 days of a sale with a loss. */
const findWashSales: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const since = new Date(clock.now().getTime() - LOOK_BACK_DAYS * DAY).toISOString();
  const near = sql.raw(`interval '${WASH_SALE_DAYS + 1} days'`);
  const found = await rows<{ userId: string; propertyId: number }>(
    db,
    sql`select distinct d.user_id as "userId", d.property_id as "propertyId"
        from lot_disposals d
        join ${acquisitions} a on a.user_id = d.user_id and a.property_id = d.property_id and a.id <> d.lot_id
          and a.acquired_at between d.disposed_at - ${near} and d.disposed_at + ${near}
        where d.disposed_at >= ${since}::timestamptz
          and (d.cost > d.proceeds
               or exists (select 1 from wash_sale_adjustments w where w.replacement_lot_id = d.lot_id))
          and d.shares > coalesce((select sum(w.shares) from wash_sale_adjustments w
                                   where w.trade_id = d.trade_id and w.lot_id = d.lot_id), 0)
        order by 1, 2`,
  );
  for (const holding of found) await recordWashSales(ctx, holding);
};

export const lotJobs = {
  onEvent: {},
  handlers: { 'lots.findWashSales': findWashSales },
  schedules: [{ kind: 'lots.findWashSales', everyMs: DAY }],
};
