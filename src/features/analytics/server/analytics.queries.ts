import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { analyticsProperties, analyticsTotals } from '#db/schema/analytics.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { bpsToDecimal, toDecimal } from '#kernel/money.ts';
import { dayText } from '#kernel/time.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import { epochMs } from '#platform/server/database/sql-values.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { csvOf } from '#platform/server/transport/csv.ts';
import {
  type AnalyticsFile,
  type AnalyticsSort,
  analyticsErrors,
  MAX_EXPORTED_PROPERTIES,
  type OfferingFunnel,
  type PlatformFigures,
  type PropertyFigures,
  type propertyFiguresInput,
  type rangeInput,
} from '../analytics.contract.ts';
import { periodOf, trendsOf } from '../analytics.rules.ts';

type Range = z.output<typeof rangeInput>;
type Sorting = Pick<z.output<typeof propertyFiguresInput>, 'sort' | 'order'>;

interface FoundFigures extends Record<string, unknown> {
  listed: number;
  raisedCents: number;
  averageYieldBps: number | null;
  active: number;
  paidCents: number;
  followedAtMs: number | null;
  months: Month[];
}

/** The platform in five figures and two series; reads finished rows only, by one statement. */
export async function figures({ db, clock }: Platform, range: Range): Promise<PlatformFigures> {
  const now = clock.now();
  const period = periodOf(range, now);
  const today = dayText(now);
  const [found] = await rows<FoundFigures>(
    db,
    sql`select coalesce(t.listed_properties, 0) as listed, coalesce(t.raised_cents, 0)::float8 as "raisedCents",
               round(t.yield_times_raised / nullif(t.raised_cents, 0))::int as "averageYieldBps",
               coalesce(t.active_investors, 0) as active,
               ${epochMs('t.followed_at')} as "followedAtMs",
               (select coalesce(sum(paid_cents), 0)::float8 from analytics_days
                where day between ${`${today.slice(0, 4)}-01-01`} and ${today}) as "paidCents",
               (select coalesce(json_agg(m), '[]') from (${monthsOf(period)}) m) as months
        from (values (1)) one (id) left join analytics_totals t on t.id = one.id`,
  );
  const { listed, raisedCents, averageYieldBps, active, paidCents, followedAtMs, months } = present(
    found,
    'the figures',
  );
  return {
    totalPropertiesListed: listed,
    totalEquityRaisedCents: raisedCents,
    averageYieldBps,
    activeInvestorCount: active,
    distributionVolumeYtdCents: paidCents,
    ...period,
    monthlyTrends: trendsOf(period, months),
    asOf: followedAtMs === null ? null : new Date(followedAtMs).toISOString(),
  };
}

/** Number of offerings in each stage, each stage within the one before; reads a finished row. */
export async function funnel(db: Database): Promise<OfferingFunnel> {
  const { submitted, approved, sold, funded, paidOut } = analyticsTotals;
  const [found] = await db
    .select({ submitted, approved, sold, funded, paidOut })
    .from(analyticsTotals)
    .where(eq(analyticsTotals.id, 1));
  return found ?? { submitted: 0, approved: 0, sold: 0, funded: 0, paidOut: 0 };
}

type Month = Parameters<typeof trendsOf>[1][number];

/** The months of a period in which anything happened, as a query of `Month`. */
const monthsOf = ({ from, to }: { from: string; to: string }): SQL => sql`
  select left(day, 7) as month, sum(raised_cents)::float8 as "raisedCents", sum(paid_cents)::float8 as "paidCents"
  from analytics_days where day between ${from} and ${to} group by 1`;

const sortKeys: Record<AnalyticsSort, SQL> = {
  name: sql`lower(${analyticsProperties.name})`,
  status: sql`${analyticsProperties.status}`,
  valuation: sql`${analyticsProperties.valuationCents}`,
  equitySold: sql`${analyticsProperties.equitySoldCents}`,
  investors: sql`${analyticsProperties.investorCount}`,
  yield: sql`${analyticsProperties.yieldBps}`,
  raised: sql`${analyticsProperties.raisedCents}`,
};

function sorted({ sort, order }: Sorting): SQL[] {
  const direction = order === 'ascending' ? asc : desc;
  return [direction(sortKeys[sort]), direction(analyticsProperties.propertyId)];
}

const figuresOf = (row: typeof analyticsProperties.$inferSelect): PropertyFigures => ({
  id: row.propertyId,
  name: row.name,
  status: row.status,
  valuationCents: row.valuationCents,
  equitySoldCents: row.equitySoldCents,
  investorCount: row.investorCount,
  annualYieldBps: row.yieldBps,
  totalRaisedCents: row.raisedCents,
});

/** Every property with its figures. A cursor names the last property of a page. */
export async function propertyFigures(
  db: Database,
  { sort, order, cursor, limit }: z.output<typeof propertyFiguresInput>,
): Promise<{ items: PropertyFigures[]; nextCursor: string | null }> {
  const [lastId] = cursor === undefined ? [] : readCursor(cursor, cursorPart.integer);
  const place = sql`${sortKeys[sort]}, ${analyticsProperties.propertyId}`;
  const beyond = order === 'ascending' ? sql`>` : sql`<`;
  const found = await db
    .select()
    .from(analyticsProperties)
    .where(
      lastId === undefined
        ? undefined
        : sql`(${place}) ${beyond} (select ${place} from analytics_properties where property_id = ${lastId}::int)`,
    )
    .orderBy(...sorted({ sort, order }))
    .limit(limit + 1);
  const items = found.map(figuresOf);
  return cutPage(items, limit, (last) => String(last.id));
}

/**
 * The table as a CSV file; texts that a spreadsheet would run as formulas are escaped.
 * @throws TOO_MANY_PROPERTIES
 */
export async function exportProperties({ db, clock }: Platform, sorting: Sorting): Promise<AnalyticsFile> {
  const found = await db
    .select()
    .from(analyticsProperties)
    .orderBy(...sorted(sorting))
    .limit(MAX_EXPORTED_PROPERTIES + 1);
  if (found.length > MAX_EXPORTED_PROPERTIES) throw new DomainError(analyticsErrors.TOO_MANY_PROPERTIES);
  const lines = found.map((row) => [
    row.name,
    row.status,
    toDecimal(row.valuationCents),
    toDecimal(row.equitySoldCents),
    String(row.investorCount),
    bpsToDecimal(row.yieldBps),
    toDecimal(row.raisedCents),
  ]);
  const heads = [
    'Property',
    'Status',
    'Valuation',
    'Equity Sold',
    'Investors',
    'Annual Yield (%)',
    'Total Raised',
  ];
  return fileOf('platform-properties', clock.now(), heads, lines);
}

/** The months of a period as a CSV file. */
export async function exportTrends({ db, clock }: Platform, range: Range): Promise<AnalyticsFile> {
  const period = periodOf(range, clock.now());
  const months = await rows<Month & Record<string, unknown>>(db, monthsOf(period));
  const lines = trendsOf(period, months).map((one) => [
    one.month,
    toDecimal(one.equityCents),
    toDecimal(one.distributionsCents),
  ]);
  return fileOf('platform-months', clock.now(), ['Month', 'Equity Raised', 'Distributions'], lines);
}

function fileOf(name: string, now: Date, heads: string[], lines: string[][]): AnalyticsFile {
  const fileName = `${name}-${dayText(now)}.csv`;
  return { fileName, csv: csvOf(heads, lines), rows: lines.length };
}
