import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyticsTotals } from '#db/schema/analytics.ts';
import { noLines } from '#features/distributions/distributions.rules.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  newKey,
  type Person,
} from '#tests/support/actors.ts';
import { allPages, expectBooksBalance } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { countEvents, rollupsOf } from '#tests/support/rollups.ts';
import { followPage } from './follow-outbox.ts';
import { rebuildRollups } from './index.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let owner: Person;
let ada: Person;
let ben: Person;
let maple: number;
let elm: number;

const buy = (person: Person, propertyId: number, shares: number) =>
  api(person).investing.invest({ propertyId, shares, requestId: newKey() });
const at = (moment: string) => t.clock.moveTo(new Date(moment));

const rollups = () => rollupsOf(t.platform);
const follow = (maxRows?: number) => countEvents(t.platform, maxRows);

beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  at('2026-07-02T10:00:00Z');
  owner = await aUser(t.platform, { cash: 100_000_000 });
  ada = await aUser(t.platform, { cash: 100_000_000 });
  ben = await aUser(t.platform, { cash: 100_000_000 });
  await follow();
  maple = (await anApprovedProperty(t.platform, { owner, admin, name: '=Maple', annualYield: '6.00' })).id;
  elm = (
    await anApprovedProperty(t.platform, {
      owner,
      admin,
      name: 'Elm',
      annualYield: '9.00',
      minimumShares: 50,
    })
  ).id;
  await aPendingProperty(t.platform, { owner, name: 'Cedar' });
  await buy(ada, maple, 30);
  await buy(ben, elm, 5);
  await buy(ben, elm, 10);
}, 120_000);
afterAll(() => t.close());

const figures = () => api(admin).analytics.figures({});
const trendOf = async (month: string) => (await figures()).monthlyTrends.find((one) => one.month === month);

test('purchases count in the month of their day, and the yield by what was raised', async () => {
  await follow();
  expect(await figures()).toMatchObject({
    totalPropertiesListed: 2,
    totalEquityRaisedCents: 450_000,
    // $3,000 at 6% and $1,500 at 9%.
    averageYieldBps: 700,
    activeInvestorCount: 2,
    distributionVolumeYtdCents: 0,
  });
  expect(await trendOf('2026-07')).toEqual({ month: '2026-07', equityCents: 450_000, distributionsCents: 0 });
  await expectBooksBalance(t.platform);
});

test('a refund takes away from the month of its purchase, and its buyer no longer counts as an investor', async () => {
  at('2026-07-31T10:00:00Z');
  const { id: investmentId } = await buy(ada, elm, 2);
  await follow();
  expect((await trendOf('2026-07'))?.equityCents).toBe(470_000);
  at('2026-08-01T10:00:00Z');
  await api(ada).investing.cancelPurchase({ investmentId, requestId: newKey() });
  await follow();
  expect((await trendOf('2026-07'))?.equityCents).toBe(450_000);
  t.clock.advance(60 * DAY);
  // The offering fails: Ben gets everything back.
  await t.platform.jobs.drain();
  await follow();
  expect(await figures()).toMatchObject({
    totalEquityRaisedCents: 300_000,
    activeInvestorCount: 1,
    averageYieldBps: 600,
  });
  expect((await trendOf('2026-07'))?.equityCents).toBe(300_000);
  await expectBooksBalance(t.platform);
});

test('a distribution counts once its holders are paid, after the fee', async () => {
  at('2026-10-02T09:00:00Z');
  for (const month of ['2026-07', '2026-08', '2026-09'])
    await api(owner).distributions.reportMonth({
      propertyId: maple,
      month,
      lines: { ...noLines, rentCents: 100_000 },
      requestId: newKey(),
    });
  await t.platform.jobs.drain();
  const id = `${maple}-2026-Q3`;
  const { netCents, preparedAt } = await api(admin).distributions.statement({ id });
  await api(admin).distributions.approve({ id, expectedNetCents: netCents, preparedAt, requestId: newKey() });
  await follow();
  expect((await figures()).distributionVolumeYtdCents).toBe(0);
  at('2026-10-15T09:00:00Z');
  await t.platform.jobs.drain();
  await follow();
  // 30% of $3,000.00 less 1.5%.
  expect(netCents).toBe(88_650);
  expect((await figures()).distributionVolumeYtdCents).toBe(netCents);
  expect(await trendOf('2026-10')).toEqual({
    month: '2026-10',
    equityCents: 0,
    distributionsCents: netCents,
  });
  await expectBooksBalance(t.platform);
});

test('shares that are resold change who is an investor, and raise nothing', async () => {
  const listing = { propertyId: maple, shares: 30, pricePerShareCents: 10_000, requestId: newKey() };
  const { id } = await api(ada).resale.openListing(listing);
  const order = { listingId: id, shares: 30, expectedTotalCents: 300_000, requestId: newKey() };
  await api(ben).resale.buyShares(order);
  await follow();
  expect(await figures()).toMatchObject({ totalEquityRaisedCents: 300_000, activeInvestorCount: 1 });
  await expectBooksBalance(t.platform);
});

test('events read one by one, read again or not at all come to the same as a rebuild', async () => {
  const [before] = await rows<{ position: string }>(
    t.platform.db,
    sql`select position::text as position from analytics_totals`,
  );
  for (const [person, shares] of [
    [ada, 3],
    [ben, 4],
    [ada, 5],
  ] as const) {
    await buy(person, maple, shares);
    t.clock.advance(DAY);
  }
  await follow(1);
  const followed = await rollups();
  // As if the job had been killed after the rows and before the position.
  await t.platform.db.execute(sql`update analytics_totals set position = ${before?.position}::bigint`);
  await follow(2);
  expect(await rollups()).toEqual(followed);
  await rebuildRollups(t.platform);
  expect(await rollups()).toEqual(followed);
  await expectBooksBalance(t.platform);
});

test('a run that took long is followed by a pause, and the figures say as of when they are', async () => {
  await t.platform.jobs.drain();
  const pausedUntil = new Date(t.clock.now().getTime() + 3 * MINUTE);
  await t.platform.db.update(analyticsTotals).set({ pausedUntil });
  const before = await figures();
  await buy(ada, maple, 1);
  t.clock.advance(2 * MINUTE);
  await t.platform.jobs.drain();
  expect(await figures()).toEqual(before);
  t.clock.advance(2 * MINUTE);
  await t.platform.jobs.drain();
  const after = await figures();
  expect(after.totalEquityRaisedCents).toBe(before.totalEquityRaisedCents + 10_000);
  expect(after.asOf).not.toBe(before.asOf);
});

test('as long as events are left, the figures are as of the last one that is counted', async () => {
  await buy(ada, maple, 1);
  const bought = t.clock.now();
  t.clock.advance(HOUR);
  await buy(ada, maple, 1);
  await followPage(t.platform, 1);
  const asOf = new Date((await figures()).asOf ?? 0);
  expect(Math.abs(asOf.getTime() - bought.getTime())).toBeLessThan(MINUTE);
  await follow();
  expect(new Date((await figures()).asOf ?? 0).getTime()).toBeGreaterThan(bought.getTime() + HOUR - MINUTE);
});

test('the table sorts by each figure, page by page', async () => {
  const sorted = async (sort: 'name' | 'yield' | 'raised' | 'status', order: 'ascending' | 'descending') =>
    (
      await allPages((cursor) =>
        api(admin).analytics.properties({ sort, order, limit: 1, ...(cursor && { cursor }) }),
      )
    ).map(({ name }) => name);
  expect(await sorted('name', 'ascending')).toEqual(['=Maple', 'Cedar', 'Elm']);
  expect(await sorted('yield', 'descending')).toEqual(['Elm', 'Cedar', '=Maple']);
  expect((await sorted('raised', 'descending'))[0]).toBe('=Maple');
});

test('files hold the table and the months, and nothing that a spreadsheet would run', async () => {
  const table = await api(admin).analytics.exportProperties({ sort: 'name', order: 'ascending' });
  expect(table.rows).toBe(3);
  expect(table.csv).toContain("'=Maple,approved,10000.00,");
  const months = await api(admin).analytics.exportTrends({ from: '2026-07-01', to: '2026-07-31' });
  expect(months.csv.trim().split(/\r?\n/)).toEqual([
    'Month,Equity Raised,Distributions',
    '2026-07,3000.00,0.00',
  ]);
});
