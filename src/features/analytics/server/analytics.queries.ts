import { and, asc, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { analyticsDays, analyticsProperties, analyticsTotals } from '#db/schema/analytics.ts';
import { DomainError } from '#kernel/errors.ts';
import { percentText, toDecimal } from '#kernel/money.ts';
import { cursorPart, readCursor } from '#platform/server/database/cursors.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { csvOf } from '#platform/server/transport/csv.ts';
import {
  type AnalyticsFile,
  type AnalyticsSort,
  analyticsErrors,
  MAX_PROPERTIES_EXPORTED,
  type OfferingFunnel,
  type PlatformFigures,
  type PropertyFigures,
  type propertyFiguresInput,
  type rangeInput,
} from '../analytics.contract.ts';
import { periodOf, trendsOf } from '../analytics.rules.ts';

type Range = z.output<typeof rangeInput>;
type Sorting = Pick<z.output<typeof propertyFiguresInput>, 'sort' | 'order'>;

/** The platform in five figures and two series; reads finished rows only. */
export async function figures({ db, clock }: Platform, range: Range): Promise<PlatformFigures> {
  const now = clock.now();
  const period = periodOf(range, now);
  const [totals] = await db
    .select({
      listed: analyticsTotals.listedProperties,
      raisedCents: analyticsTotals.raisedCents,
      active: analyticsTotals.activeInvestors,
      followedAt: analyticsTotals.followedAt,
      averageYieldBps: sql<number | null>`round(${analyticsTotals.yieldTimesRaised}
        / nullif(${analyticsTotals.raisedCents}, 0))::int`,
    })
    .from(analyticsTotals)
    .where(eq(analyticsTotals.id, 1));
  const today = now.toISOString().slice(0, 10);
  const months = await monthsOf(db, period);
  const [year] = await db
    .select({ paid: sql<number>`coalesce(sum(${analyticsDays.paidCents}), 0)::float8` })
    .from(analyticsDays)
    .where(and(gte(analyticsDays.day, `${today.slice(0, 4)}-01-01`), lte(analyticsDays.day, today)));
  return {
    totalPropertiesListed: totals?.listed ?? 0,
    totalEquityRaisedCents: totals?.raisedCents ?? 0,
    averageYieldBps: totals?.averageYieldBps ?? null,
    activeInvestorCount: totals?.active ?? 0,
    distributionVolumeYtdCents: year?.paid ?? 0,
    ...period,
    monthlyTrends: trendsOf(period, months),
    asOf: totals?.followedAt.toISOString() ?? null,
  };
}

/** How many offerings have come how far, each stage within the one before. */
export async function funnel(db: Database): Promise<OfferingFunnel> {
  const [found] = await rows<OfferingFunnel & Record<string, unknown>>(
    db,
    sql`select count(*)::int as submitted,
               (count(*) filter (where approved))::int as approved,
               (count(*) filter (where approved and sold))::int as sold,
               (count(*) filter (where approved and sold and funded))::int as funded,
               (count(*) filter (where approved and sold and funded and paid))::int as "paidOut"
        from (
          select p.approved_at is not null as approved, a.raised_cents > 0 as sold, o.status = 'funded' as funded,
                 o.released > 0 as paid
          from properties p
          join offerings o on o.property_id = p.id
          left join analytics_properties a on a.property_id = p.id) each_one`,
  );
  return found as OfferingFunnel;
}

function monthsOf(db: Database, { from, to }: { from: string; to: string }) {
  const month = sql<string>`left(${analyticsDays.day}, 7)`;
  return db
    .select({
      month,
      raisedCents: sql<number>`sum(${analyticsDays.raisedCents})::float8`,
      paidCents: sql<number>`sum(${analyticsDays.paidCents})::float8`,
    })
    .from(analyticsDays)
    .where(and(gte(analyticsDays.day, from), lte(analyticsDays.day, to)))
    .groupBy(month);
}

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
  const items = found.slice(0, limit).map(figuresOf);
  return { items, nextCursor: found.length > limit ? String(items.at(-1)?.id) : null };
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
    .limit(MAX_PROPERTIES_EXPORTED + 1);
  if (found.length > MAX_PROPERTIES_EXPORTED) throw new DomainError(analyticsErrors.TOO_MANY_PROPERTIES);
  const lines = found.map((row) => [
    row.name,
    row.status,
    toDecimal(row.valuationCents),
    toDecimal(row.equitySoldCents),
    String(row.investorCount),
    percentText(row.yieldBps),
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
  const lines = trendsOf(period, await monthsOf(db, period)).map((one) => [
    one.month,
    toDecimal(one.equityCents),
    toDecimal(one.distributionsCents),
  ]);
  return fileOf('platform-months', clock.now(), ['Month', 'Equity Raised', 'Distributions'], lines);
}

function fileOf(name: string, now: Date, heads: string[], lines: string[][]): AnalyticsFile {
  const fileName = `${name}-${now.toISOString().slice(0, 10)}.csv`;
  return { fileName, csv: csvOf(heads, lines), rows: lines.length };
}
