import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { investmentRefunds } from '#db/schema/offerings.ts';
import { MAX_SHOWN_SALES } from '#features/tax/tax.contract.ts';
import { listText } from '#kernel/list-text.ts';
import { formatPercent, formatUsdExact, toDecimal } from '#kernel/money.ts';
import { monthName } from '#kernel/months.ts';
import { after, DAY, formatDate } from '#kernel/time.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, on, type Person } from '#tests/support/actors.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { PerformanceTab } from '../client/performance-tab.tsx';
import { MAX_SHOWN_GAINS, type Report } from '../reports.contract.ts';

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
  expect([start?.label, year?.label]).toEqual(['Since inception', 'YTD 2027']);
  // All was sold: the proceeds less the cost.
  expect(start?.totalReturnCents).toBe(54_000 + 96_000 - 102_500 - 41_000);
  expect(performance.byProperty.map(({ totalReturnCents }) => totalReturnCents)).toEqual([
    start?.totalReturnCents,
  ]);
  expect(performance.byMarket.map(({ label }) => label)).toEqual(['Austin, TX']);
  expect(cards.portfolioValueCents).toBe(0);
  for (const span of ['all', '2027-02']) {
    const { byProperty, byPeriod } = (await api(ada).reports.overview({ year: 2027, span })).performance;
    const total = byPeriod.find(({ id }) => id === span)?.totalReturnCents;
    expect(byProperty.map(({ totalReturnCents }) => totalReturnCents)).toEqual([total]);
  }
  expect(start?.moneyWeighted.bps).toBeGreaterThan(0);
});

test('the periods that are compared are the longest first, then the newest, and of a quarter its own months only', async () => {
  const idsOf = async (asked: { quarter?: number }) =>
    (await api(ada).reports.overview({ year: 2027, ...asked })).performance.byPeriod.map(({ id }) => id);
  const months = ['2027-03', '2027-02', '2027-01'];
  expect(await idsOf({})).toEqual(['all', '2027', '2027-Q2', '2027-Q1', '2027-04', ...months]);
  expect(await idsOf({ quarter: 1 })).toEqual(['all', '2027', '2027-Q1', ...months]);
});

test('selects list the years and quarters that have something', async () => {
  expect((await api(ada).reports.overview({ year: 2019 })).periods).toEqual([
    { year: 2027, quarters: [2, 1] },
  ]);
  const first = await api(ada).reports.overview({ year: 2027, quarter: 1 });
  expect(first.capitalGains.items).toHaveLength(1);
  expect(first.statements.map(({ month }) => month)).toEqual(['2027-03', '2027-02', '2027-01']);
  const stranger = await aUser(t.platform, { cash: 20_000 });
  expect(await api(stranger).reports.overview({})).toMatchObject({ periods: [], statements: [] });
  const open = await anApprovedProperty(t.platform, { admin: await anAdmin(t.platform), minimumShares: 50 });
  const order = { propertyId: open.id, shares: 1, requestId: newKey() };
  const { id: investmentId } = await api(stranger).investing.invest(order);
  await api(stranger).investing.cancelPurchase({ investmentId, requestId: newKey() });
  expect((await api(stranger).reports.overview({})).performance.byPeriod).toEqual([]);
});

/** Every figure of the screen by the name of its row, as the CSV writes it and as the PDF does. */
function figuresOf({ statements, capitalGains, performance }: Report) {
  const money = (...cents: number[]) => cents.map((one) => [toDecimal(one), formatUsdExact(one)]);
  const percent = (...bps: (number | null)[]) =>
    bps.map((one) =>
      one === null ? ['', 'Not available'] : [(one / 100).toFixed(2), formatPercent(one / 100)],
    );
  const metrics = [...performance.byPeriod, ...performance.byProperty, ...performance.byMarket];
  return {
    statements: statements.map((one) => [
      [monthName(one.month), monthName(one.month)],
      ...money(one.openingCashCents, one.closingCashCents, one.totalIncomeCents, one.feesCents),
      ...money(one.netIncomeCents, one.valueCents),
    ]),
    performance: metrics.map((one) => [
      [one.label, one.label],
      ...money(one.totalInvestmentCents, one.currentValueCents, one.totalIncomeCents),
      ...money(one.expectedIncomeCents, one.priceChangeCents, one.feesCents, one.totalReturnCents),
      ...percent(one.totalReturnRate.bps, one.timeWeighted.bps, one.timeWeightedYearly.bps),
      ...percent(one.moneyWeighted.bps, one.moneyWeightedYearly.bps),
    ]),
    capital_gains: capitalGains.items.map((one) => [
      [one.propertyName, one.propertyName],
      [String(one.sharesSold), String(one.sharesSold)],
      ...[one.acquiredDate, one.saleDate].map((day) => [day.slice(0, 10), formatDate(day)]),
      one.term === 'short' ? ['Short', 'Short'] : ['Long', 'Long'],
      ...money(one.salePriceCents, one.purchasePriceCents, one.disallowedCents, one.gainLossCents),
      ...percent(one.gainLossBps),
    ]),
  };
}

test('CSV and PDF say every figure of the screen, to the cent', async () => {
  const report = await api(ada).reports.overview({ year: 2027 });
  const figures = figuresOf(report);
  const { shortCents, longCents, totalCents, disallowedCents } = report.capitalGains;
  const [short, long, together, disallowed] = [shortCents, longCents, totalCents, disallowedCents].map(
    formatUsdExact,
  );
  const headings = {
    statements: `Monthly statements, ${report.periodLabel}`,
    performance: '2027 Performance Report',
    capital_gains: `Capital Gains Summary, ${report.periodLabel}`,
  };
  const sums = `Short-term ${short}, long-term ${long}, together ${together}. Losses disallowed as wash sales: ${disallowed}`;
  for (const kind of ['statements', 'performance', 'capital_gains'] as const) {
    const csv = parse(await fileOf(kind, 'csv'), { bom: true, relax_column_count: true }) as string[][];
    const pdf = (await textOfPdf(await fileOf(kind, 'pdf'))).replace(/\s+/g, '');
    for (const text of kind === 'capital_gains' ? [headings[kind], sums] : [headings[kind]])
      expect(pdf).toContain(text.replace(/\s+/g, ''));
    expect(figures[kind].length).toBeGreaterThan(0);
    for (const row of figures[kind]) {
      expect(csv.map((cells) => cells.slice(0, row.length))).toContainEqual(row.map(([written]) => written));
      expect(pdf).toContain(row.map(([, read]) => read?.replace(/\s+/g, '')).join(''));
    }
  }
  const tax = await textOfPdf(await fileOf('tax_summary', 'pdf'));
  expect(tax).toContain('2027 Tax Summary, preliminary');
  expect(tax.replaceAll('\n', ' ')).toContain('2027 is not over');
  expect(tax.replaceAll('\n', ' ')).toContain('This is not an IRS form');
  expect(tax).toContain(formatUsdExact(report.capitalGains.totalCents));
});

test('a CSV of gains ends with the sums of the screen, and says so where nothing was sold', async () => {
  const { capitalGains } = await api(ada).reports.overview({ year: 2027 });
  const sumsOf = ({ shortCents, longCents, disallowedCents, totalCents }: typeof capitalGains) => [
    ['Totals', 'Amount'],
    ['Short-term', toDecimal(shortCents)],
    ['Long-term', toDecimal(longCents)],
    ['Losses disallowed as wash sales', toDecimal(disallowedCents)],
    ['Total', toDecimal(totalCents)],
  ];
  const cellsOf = (content: Uint8Array | string) =>
    parse(content, { bom: true, relax_column_count: true, skip_empty_lines: true }) as string[][];
  expect(cellsOf(await fileOf('capital_gains', 'csv')).slice(-5)).toEqual(sumsOf(capitalGains));
  expect(cellsOf(await fileOf('tax_summary', 'csv')).slice(-5)).toEqual(sumsOf(capitalGains));
  const stranger = api(await aUser(t.platform));
  const { content } = await stranger.reports.file({ kind: 'capital_gains', format: 'csv', year: 2027 });
  const [header, nothing, ...sums] = cellsOf(Buffer.from(content, 'base64'));
  expect(nothing).toEqual(['Nothing in this period.', ...Array(10).fill('')]);
  expect(header).toHaveLength(11);
  expect(sums).toEqual(sumsOf((await stranger.reports.overview({ year: 2027 })).capitalGains));
});

test('screen, CSV and PDF say which rates are not available, the PDF and the screen each reason once below its rows', async () => {
  const report = await api(ada).reports.overview({ year: 2027 });
  const { byPeriod } = report.performance;
  const short = 'Periods of less than 30 days are not annualized.';
  const missing = byPeriod.filter(({ timeWeighted, timeWeightedYearly, moneyWeightedYearly }) => {
    const isShort = timeWeighted.reason === null && timeWeightedYearly.reason === short;
    return isShort && moneyWeightedYearly.reason === short;
  });
  const labels = missing.map(({ label }) => label);
  expect(labels.length).toBeGreaterThan(1);
  const named = 'Time-weighted % a year and money-weighted % a year';
  const note = `${named} are not available for ${listText(labels)}. ${short}`;
  const pdf = (await textOfPdf(await fileOf('performance', 'pdf'))).replaceAll('\n', ' ');
  const shown = createElement(PerformanceTab, { report, search: {}, onSearch: () => undefined });
  const page = createElement(QueryClientProvider, { client: new QueryClient() }, shown);
  const screen = renderToStaticMarkup(page).replaceAll(/<[^>]*>/g, '');
  for (const text of [pdf, screen]) expect(text.split(note)).toHaveLength(2);
  const csv = parse(await fileOf('performance', 'csv'), {
    bom: true,
    relax_column_count: true,
  }) as string[][];
  const ofRow = ['Time-weighted % a year', 'Money-weighted % a year']
    .map((figure) => `${figure}: ${short}`)
    .join(' ');
  expect(csv.filter((cells) => cells.at(-1) === ofRow).map(([label]) => label)).toEqual(
    expect.arrayContaining(labels),
  );
});

test('a month opens with its holdings and movements, and its CSV says the same', async () => {
  const { figures, view } = await api(ada).reports.statement({ month: '2027-02' });
  expect(figures.holdings).toMatchObject([{ openingShares: 10, closingShares: 8 }]);
  expect(figures.movements.map(({ shares, cents }) => [shares, cents])).toEqual([
    [-6, 54_000],
    [4, -41_000],
  ]);
  const file = await api(ada).reports.statementFile({ month: '2027-02', format: 'csv' });
  const options = { bom: true, relax_column_count: true };
  const cells = parse(Buffer.from(file.content, 'base64'), options) as string[][];
  for (const [shares, cash] of [
    ['-6', '540.00'],
    ['4', '-410.00'],
  ])
    expect(cells.filter((row) => row[3] === shares && row[5] === cash)).toHaveLength(1);
  expect(cells.map((row) => row[4])).toContain(toDecimal(view.valueCents));
});

test('a year with resales alone can be chosen for a file of Form 1099-B', async () => {
  const { years, exportYears } = await api(await anAdmin(t.platform)).tax.taxableYears({});
  expect(years).toEqual([]);
  expect(exportYears).toContain(2027);
});

test('the files of a closed year are the same bytes on every day, also after a purchase of it is refunded, and its tax summary is that of the document center', async () => {
  t.clock.moveTo(new Date('2027-12-28T10:00:00Z'));
  const terms = { minimumShares: 50, fundingDays: 40, location: 'Reno, NV' };
  const failing = await anApprovedProperty(t.platform, { admin: await anAdmin(t.platform), ...terms });
  await api(ada).investing.invest({ propertyId: failing.id, shares: 10, requestId: newKey() });
  const files = async () => ({
    tax: await api(ada).reports.file({ kind: 'tax_summary', format: 'pdf', year: 2027 }),
    performance: await api(ada).reports.file({ kind: 'performance', format: 'pdf', year: 2027 }),
    gains: await api(ada).reports.file({ kind: 'capital_gains', format: 'pdf', year: 2027, quarter: 1 }),
  });
  t.clock.moveTo(new Date('2028-02-04T10:00:00Z'));
  await t.platform.jobs.drain();
  const first = await files();
  expect(first.tax).toEqual(await api(ada).documentCenter.file({ id: 'tax:2027' }));
  const { items } = await api(ada).documentCenter.list();
  expect(items.find(({ id }) => id === 'tax:2027')).toMatchObject({ year: 2027 });
  expect(first.tax.name).toBe('commonhold-tax-summary-2027.pdf');
  expect(await textOfPdf(Buffer.from(first.tax.content, 'base64'))).not.toContain('preliminary');
  t.clock.moveTo(new Date('2028-02-09T10:00:00Z'));
  await t.platform.jobs.drain();
  const refunds = t.platform.db.$count(investmentRefunds, eq(investmentRefunds.propertyId, failing.id));
  expect(await refunds).toBe(1);
  expect(await files()).toEqual(first);
  const reno = async (year: number) =>
    (await api(ada).reports.overview({ year })).performance.byMarket.find(({ id }) => id === 'Reno, NV');
  expect(await reno(2027)).toMatchObject({
    totalInvestmentCents: 102_500,
    currentValueCents: 100_000,
    feesCents: 2_500,
    totalReturnCents: -2_500,
  });
  expect(await reno(2028)).toMatchObject({
    totalInvestmentCents: 100_000,
    currentValueCents: 0,
    priceChangeCents: 0,
    feesCents: -2_500,
    totalReturnCents: 2_500,
  });
});

test('of many gains the screen has the newest with the sums of all, and the file has every one', async () => {
  const eve = await aUser(t.platform, { cash: 3_000_000 });
  const { id } = await anApprovedProperty(t.platform, { admin: await anAdmin(t.platform), shares: 1_000 });
  const lots = MAX_SHOWN_GAINS + 1;
  const buyOne = () => api(eve).investing.invest({ propertyId: id, shares: 1, requestId: newKey() });
  await Promise.all(Array.from({ length: lots }, buyOne));
  const cash = lots * 10_000;
  const buyer = await aUser(t.platform, { cash: 2 * cash });
  const order = { propertyId: id, shares: lots, pricePerShareCents: 10_000, requestId: newKey() };
  const { id: listingId } = await api(eve).resale.openListing(order);
  const bought = { listingId, shares: lots, expectedTotalCents: cash, requestId: newKey() };
  await api(buyer).resale.buyShares(bought);
  const { capitalGains } = await api(eve).reports.overview({});
  expect(capitalGains).toMatchObject({ count: lots, totalCents: -250 * lots });
  expect(capitalGains.items).toHaveLength(MAX_SHOWN_GAINS);
  const { sales } = await api(eve).tax.figures({ year: t.clock.now().getUTCFullYear() });
  expect(sales).toMatchObject({ count: lots, proceedsCents: cash, basisCents: 10_250 * lots });
  expect(sales.rows).toHaveLength(MAX_SHOWN_SALES);
  // A tax summary lists each sale twice: for Form 1099-B, and among the gains.
  for (const [kind, rows] of [
    ['capital_gains', lots],
    ['tax_summary', 2 * lots],
  ] as const) {
    const { content } = await api(eve).reports.file({ kind, format: 'csv' });
    const file = parse(Buffer.from(content, 'base64'), { bom: true, relax_column_count: true });
    expect(file.length).toBeGreaterThan(rows);
  }
});

test('files of reports, statements and documents are made at most sixty times an hour for a person', async () => {
  const limited = secondPlatform(t, { env: { RATE_LIMITS: 'on' } });
  const eve = await aUser(t.platform);
  const { reports, documentCenter } = api(on(limited, eve));
  const make = [
    () => reports.file({ kind: 'performance', format: 'csv' }),
    () => reports.statementFile({ month: '2027-01', format: 'csv' }),
    () => documentCenter.file({ id: 'legal:terms' }),
    () => documentCenter.archive({ ids: ['legal:terms', 'legal:privacy'] }),
  ];
  for (let spent = 0; spent < 58; spent += 1) await limited.limits.consume('export', eve.caller);
  await make[2]?.();
  await make[3]?.();
  for (const one of make) expect(await refusalOf(one())).toBe('RATE_LIMITED');
});

test('what was expected stays as it was stated when the offering was funded, also after the yield is corrected', async () => {
  const [admin, owner] = [await anAdmin(t.platform), await aUser(t.platform)];
  const eve = await aUser(t.platform, { cash: 200_000 });
  const { id } = await anApprovedProperty(t.platform, { admin, owner, shares: 10, annualYield: '12.00' });
  await api(eve).investing.invest({ propertyId: id, shares: 10, requestId: newKey() });
  await t.platform.jobs.drain();
  const bought = t.clock.now();
  t.clock.moveTo(after(bought, 40 * DAY));
  await t.platform.jobs.drain();
  const expected = async () =>
    (await api(eve).reports.overview({})).performance.byProperty[0]?.expectedIncomeCents;
  const before = await expected();
  expect(before).toBeGreaterThan(1_000);
  await api(admin).properties.setStatus({ id, status: 'pending' });
  await api(admin).properties.setStatus({ id, status: 'rejected', reason: 'The yield is too high.' });
  const submission = {
    ...{ name: 'Maple Court', location: 'Austin, TX', propertyType: 'residential' as const },
    ...{ pricePerShare: '100.00', totalShares: 10, annualYield: '6.00', minimumShares: 0, fundingDays: 60 },
  };
  await api(owner).properties.resubmit({ id, submission, requestId: newKey() });
  await api(admin).properties.setStatus({ id, status: 'approved' });
  expect((await api(eve).properties.detail({ id })).annualYieldBps).toBe(600);
  expect(await expected()).toBe(before);
});
