import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { dayText } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import { api, type Person } from '../../support/actors.ts';
import { countEvents } from '../../support/rollups.ts';
import type { World } from '../model.ts';
import type { SliceOperations } from '../operation.ts';
import { type DayFigures, type PlatformFigures, platformFiguresOf, sumOf } from '../platform-figures.ts';

/** The rollups have of this world what the model adds up by itself. */
async function check({ platform, model }: World): Promise<void> {
  await countEvents(platform);
  const ids = sql.join([sql`0`, ...model.properties.map(({ id }) => sql`${id}`)], sql`, `);
  const people = sql.join(
    model.people.map(({ id }) => sql`${id}`),
    sql`, `,
  );
  const days = await rows(
    platform.db,
    sql`select property_id as "propertyId", day, raised_cents::float8 as "raisedCents",
               paid_cents::float8 as "paidCents"
        from analytics_property_days where property_id in (${ids}) order by 1, 2`,
  );
  const properties = await rows(
    platform.db,
    sql`select property_id as id, name, status, valuation_cents::float8 as "valuationCents",
               equity_sold_cents::float8 as "equitySoldCents", investor_count as "investorCount",
               yield_bps as "yieldBps", raised_cents::float8 as "raisedCents", stage
        from analytics_properties where property_id in (${ids}) order by 1`,
  );
  const investors = await rows<{ id: string }>(
    platform.db,
    sql`select user_id as id from analytics_investors where user_id in (${people})`,
  );
  const found = { days, properties, investors: investors.map(({ id }) => id).sort() };
  expect(found).toEqual(platformFiguresOf(model));
}

/** What admins see is what all worlds of a lane add up to. */
export async function expectPlatformFigures(
  { admin, now }: { admin: Person; now: Date },
  worlds: readonly PlatformFigures[],
): Promise<void> {
  const properties = worlds.flatMap((one) => one.properties);
  const days = worlds.flatMap((one) => one.days);
  const raisedCents = sumOf(days, 'raisedCents');
  const weighted = properties.reduce((sum, one) => sum + one.yieldBps * one.raisedCents, 0);
  const period = { from: '2026-11-01', to: '2028-12-31' };
  const { monthlyTrends, ...figures } = await api(admin).analytics.figures(period);
  expect(figures).toMatchObject({
    totalPropertiesListed: properties.filter(({ status }) => status === 'approved').length,
    totalEquityRaisedCents: raisedCents,
    averageYieldBps: raisedCents > 0 ? Math.round(weighted / raisedCents) : null,
    activeInvestorCount: worlds.flatMap((one) => one.investors).length,
    distributionVolumeYtdCents: sumOf(days.filter(isThisYear(now)), 'paidCents'),
  });
  for (const { month, ...shown } of monthlyTrends) {
    const own = days.filter(({ day }) => day.startsWith(month));
    const [equityCents, distributionsCents] = [sumOf(own, 'raisedCents'), sumOf(own, 'paidCents')];
    expect({ month, ...shown }).toEqual({ month, equityCents, distributionsCents });
  }
  const [submitted, approved, sold, funded, paidOut] = [0, 1, 2, 3, 4].map(
    (least) => properties.filter(({ stage }) => stage >= least).length,
  );
  expect(await api(admin).analytics.funnel()).toEqual({ submitted, approved, sold, funded, paidOut });
}

const isThisYear =
  (now: Date) =>
  ({ day }: DayFigures) =>
    day.slice(0, 4) === dayText(now).slice(0, 4) && day <= dayText(now);

/** The figures of the platform after everything else has happened. */
export const analytics: SliceOperations = { operations: [], check };
