import { sql } from 'drizzle-orm';
import { visibleProperty } from '#features/properties/server/index.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { everyWeek } from '../price-weeks.rules.ts';
import type { TradingFigures } from '../resale.contract.ts';
import { countsForPricesAsT } from './wash-trades.ts';

const VOLUME_WINDOWS_DAYS = [7, 30, 365] as const;
const MAX_WEEKS = 104;

interface ListingOutcome extends Record<string, unknown> {
  median: number | null;
  unsold: number;
  closed: number;
}

/** Trading figures of a property: volume, weekly prices, and the outcome of listings. */
export async function tradingFigures(
  { db, clock }: Platform,
  actor: UserActor,
  { propertyId }: { propertyId: number },
): Promise<TradingFigures> {
  await visibleProperty(db, actor, propertyId);
  const at = clock.now();
  const now = at.toISOString();
  const volume = await rows<{ days: number; shares: number; cents: string }>(
    db,
    sql`select d.days, coalesce(sum(t.shares), 0)::float8 as shares,
               (coalesce(sum(t.amount), 0) * 100)::bigint::text as cents
        from unnest(array[${sql.raw(VOLUME_WINDOWS_DAYS.join(', '))}]) as d(days)
        left join resale_trades t on t.property_id = ${propertyId}
          and t.at > ${now}::timestamptz - d.days * interval '1 day' and ${countsForPricesAsT}
        group by d.days order by d.days`,
  );
  const [outcome] = await rows<ListingOutcome>(
    db,
    sql`select percentile_cont(0.5) within group (order by extract(epoch from closed_at - opened_at))
                 filter (where status = 'filled') as median,
               count(*) filter (where shares_left = shares)::int as unsold, count(*)::int as closed
        from resale_orders where property_id = ${propertyId} and side = 'ask' and status <> 'open'`,
  );
  const weeks = await rows<{ week: string; cents: string; shares: number }>(
    db,
    sql`select to_char(date_trunc('week', at at time zone 'UTC'), 'YYYY-MM-DD') as week,
               round(sum(amount) * 100 / sum(shares))::bigint::text as cents, sum(shares)::float8 as shares
        from resale_trades t
        where property_id = ${propertyId} and at > ${now}::timestamptz - ${MAX_WEEKS} * interval '1 week'
          and ${countsForPricesAsT}
        group by 1 order by 1`,
  );
  return {
    volume: volume.map(({ days, shares, cents }) => ({ days, shares, amountCents: Number(cents) })),
    medianSecondsToSell: outcome?.median == null ? null : Math.round(outcome.median),
    neverSold: outcome && outcome.closed > 0 ? { listings: outcome.unsold, of: outcome.closed } : null,
    weeks: everyWeek(
      weeks.map(({ week, cents, shares }) => ({ weekOf: week, pricePerShareCents: Number(cents), shares })),
      at,
    ),
  };
}
