import { sql } from 'drizzle-orm';
import { DAY } from '#kernel/time.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { type IdRange, within } from '#platform/server/database/id-ranges.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { failWith, tryEachInRanges } from '#platform/server/jobs/try-each.ts';
import { WASH_SALE_DAYS } from '../wash-sale.contract.ts';
import { acquisitions } from './acquisitions.ts';
import { recordWashSales } from './record-wash-sales.ts';

const FIND_WASH_SALES = 'lots.findWashSales';

/** A daily run needs few more than `WASH_SALE_DAYS`; over a year finds what a job that failed for long has missed. */
const LOOK_BACK_DAYS = 400;
/** Sellers whose holdings are looked at by one statement. */
const MAX_SELLERS = 500;

/**
 * Records what became a wash sale: a purchase within 30 days of a sale with a loss. The sale or the release of the
 * purchase from escrow is recent, however long the other one is ago.
 */
const findWashSales: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const since = new Date(clock.now().getTime() - LOOK_BACK_DAYS * DAY).toISOString();
  const failures = await tryEachInRanges(ctx, {
    ids: sql`select user_id as id from lot_disposals`,
    maxIds: MAX_SELLERS,
    itemsIn: (sellers) => holdingsWithWashSales(db, sellers, since),
    work: (holding) => recordWashSales(ctx, holding),
    what: ({ userId, propertyId }) => `wash sales of ${userId} in property ${propertyId}`,
  });
  failWith(failures);
};

/** Holdings of these people with a wash sale that is not recorded yet. */
function holdingsWithWashSales(
  db: Queryable,
  sellers: IdRange,
  since: string,
): Promise<{ userId: string; propertyId: number }[]> {
  const near = sql.raw(`interval '${WASH_SALE_DAYS + 1} days'`);
  return rows(
    db,
    sql`with recent as (
          select user_id, property_id from lot_disposals
          where ${within(sql`user_id`, sellers)} and disposed_at >= ${since}::timestamptz
          union
          select i.user_id, i.property_id from investments i join investment_releases r on r.investment_id = i.id
          where ${within(sql`i.user_id`, sellers)} and r.at >= ${since}::timestamptz
        )
        select distinct d.user_id as "userId", d.property_id as "propertyId"
        from recent
        join lot_disposals d on d.user_id = recent.user_id and d.property_id = recent.property_id
        join ${acquisitions} a on a.user_id = d.user_id and a.property_id = d.property_id and a.id <> d.lot_id
          and a.acquired_at between d.disposed_at - ${near} and d.disposed_at + ${near}
        where (d.cost > d.proceeds
               or exists (select 1 from wash_sale_adjustments w where w.replacement_lot_id = d.lot_id))
          and d.shares > coalesce((select sum(w.shares) from wash_sale_adjustments w
                                   where w.trade_id = d.trade_id and w.lot_id = d.lot_id), 0)
        order by 1, 2`,
  );
}

export const lotJobs = {
  handlers: { [FIND_WASH_SALES]: findWashSales },
  schedules: [{ kind: FIND_WASH_SALES, everyMs: DAY }],
};
