import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatUsdExact, toDecimal } from '#kernel/money.ts';
import { monthName } from '#kernel/months.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, type Person } from '#tests/support/actors.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { testPlatform } from '#tests/support/platform.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let ada: Person;
let ben: Person;
let propertyId: number;

/** Ada buys in January, sells with a loss in February, buys again two weeks later, and sells with a gain in April. */
beforeAll(async () => {
  t = await testPlatform();
  t.clock.moveTo(new Date('2027-01-10T10:00:00Z'));
  const admin = await anAdmin(t.platform);
  [ada, ben] = (await Promise.all([1, 2].map(() => aUser(t.platform, { cash: 900_000 })))) as [
    Person,
    Person,
  ];
  ({ id: propertyId } = await anApprovedProperty(t.platform, { admin, location: 'Austin, TX' }));
  await buy(10);
  await t.platform.jobs.drain();
  t.clock.moveTo(new Date('2027-02-10T10:00:00Z'));
  await t.platform.jobs.drain();
  await sell(6, 9_000);
  t.clock.moveTo(new Date('2027-02-24T10:00:00Z'));
  await buy(4);
  t.clock.moveTo(new Date('2027-03-05T10:00:00Z'));
  await t.platform.jobs.drain();
  t.clock.moveTo(new Date('2027-04-10T10:00:00Z'));
  await sell(8, 12_000);
  await t.platform.jobs.drain();
});
afterAll(() => t?.close());

const buy = (shares: number) => api(ada).investing.invest({ propertyId, shares, requestId: newKey() });

async function sell(shares: number, pricePerShareCents: number): Promise<void> {
  const order = { propertyId, shares, pricePerShareCents };
  const { id } = await api(ada).resale.openListing({ ...order, requestId: newKey() });
  const expectedTotalCents = shares * pricePerShareCents;
  await api(ben).resale.buyShares({ listingId: id, shares, expectedTotalCents, requestId: newKey() });
}

const fileOf = async (
  kind: 'statements' | 'performance' | 'capital_gains' | 'tax_summary',
  format: 'csv' | 'pdf',
) => {
  const { content } = await api(ada).reports.file({ kind, format, year: 2027 });
  return Buffer.from(content, 'base64');
};

test('a loss is moved to the shares that were bought two weeks later, and counts when those are sold', async () => {
  const { capitalGains } = await api(ada).reports.overview({});
  const [later, again, loss] = capitalGains.items;
  // Six shares cost 61,500 with the fee and brought 54,000; four of them were replaced.
  expect(loss).toMatchObject({
    salePriceCents: 54_000,
    purchasePriceCents: 61_500,
    disallowedCents: 5_000,
    gainLossCents: -2_500,
    term: 'short',
  });
  expect([later, again].map((one) => one?.gainLossCents)).toEqual(
    // The four old ones first, then the replacing ones with 5,000 more of basis.
    expect.arrayContaining([48_000 - 41_000, 48_000 - 41_000 - 5_000]),
  );
  expect(capitalGains.totalCents).toBe(54_000 + 96_000 - 61_500 - 41_000 - 41_000);
  expect(capitalGains.disallowedCents).toBe(5_000);
});

test('income, price change and fees add up to the total return, in total and over all properties', async () => {
  const { performance, cards } = await api(ada).reports.overview({ year: 2027 });
  for (const one of [...performance.byPeriod, ...performance.byProperty, ...performance.byMarket])
    expect(one.totalReturnCents).toBe(one.totalIncomeCents + one.priceChangeCents - one.feesCents);
  const [start, year] = performance.byPeriod;
  expect([start?.label, year?.label]).toEqual(['Since the start', 'YTD 2027']);
  // All was sold: what came back less what was paid.
  expect(start?.totalReturnCents).toBe(54_000 + 96_000 - 102_500 - 41_000);
  expect(performance.byProperty.map(({ totalReturnCents }) => totalReturnCents)).toEqual([
    start?.totalReturnCents,
  ]);
  expect(performance.byMarket.map(({ label }) => label)).toEqual(['Austin, TX']);
  expect(cards.portfolioValueCents).toBe(0);
  expect(start?.moneyWeighted.bps).toBeGreaterThan(0);
});

test('selects list the years and quarters that have something', async () => {
  expect((await api(ada).reports.overview({ year: 2019 })).periods).toEqual([
    { year: 2027, quarters: [2, 1] },
  ]);
  const first = await api(ada).reports.overview({ year: 2027, quarter: 1 });
  expect(first.capitalGains.items).toHaveLength(1);
  expect(first.statements.map(({ month }) => month)).toEqual(['2027-03', '2027-02', '2027-01']);
  const stranger = await aUser(t.platform);
  expect(await api(stranger).reports.overview({})).toMatchObject({ periods: [], statements: [] });
});

test('CSV and PDF say the figures of the screen, to the cent', async () => {
  const { statements, capitalGains, performance } = await api(ada).reports.overview({ year: 2027 });
  const csv = parse(await fileOf('statements', 'csv'), { bom: true }) as string[][];
  expect(csv.slice(1)).toEqual(
    statements.map((one) => [
      monthName(one.month),
      toDecimal(one.openingCashCents),
      toDecimal(one.closingCashCents),
      toDecimal(one.totalIncomeCents),
      toDecimal(one.feesCents),
      toDecimal(one.netIncomeCents),
      toDecimal(one.valueCents),
    ]),
  );
  const gains = await textOfPdf(await fileOf('capital_gains', 'pdf'));
  for (const { gainLossCents, purchasePriceCents, disallowedCents } of capitalGains.items) {
    for (const cents of [gainLossCents, purchasePriceCents, disallowedCents])
      expect(gains).toContain(formatUsdExact(cents));
  }
  const returns = await textOfPdf(await fileOf('performance', 'pdf'));
  for (const { totalReturnCents, currentValueCents } of performance.byPeriod) {
    expect(returns).toContain(formatUsdExact(totalReturnCents));
    expect(returns).toContain(formatUsdExact(currentValueCents));
  }
  const tax = await textOfPdf(await fileOf('tax_summary', 'pdf'));
  expect(tax).toContain('2027 Tax Summary');
  expect(tax.replaceAll('\n', ' ')).toContain('This is not a form of the tax authority');
  expect(tax).toContain(formatUsdExact(capitalGains.totalCents));
});
