import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  datesOf,
  distributionIdOf,
  noLines,
  paymentAfter,
  quarterOf,
  reportableMonths,
} from '#features/distributions/distributions.rules.ts';
import { monthlyIncome } from '#features/properties/properties.rules.ts';
import { quoteTrade } from '#features/resale/resale.rules.ts';
import { toDecimal } from '#kernel/money.ts';
import { monthAfter, monthBounds, monthOf } from '#kernel/months.ts';
import { after, DAY, dayText, HOUR, startOfMonth } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, type Person } from '#tests/support/actors.ts';
import { expectBooksBalance } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { expectedPayout } from '../portfolio.rules.ts';
import { summary } from './portfolio.queries.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let offerings: { id: number; price: number; bps: number }[];
let admin: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  const stock = [
    { price: 10_000, annualYield: '7.25', bps: 725 },
    { price: 333, annualYield: '6.66', bps: 666 },
    { price: 99_999, annualYield: '11.10', bps: 1_110 },
  ];
  offerings = [];
  for (const { price, annualYield, bps } of stock) {
    const { id } = await anApprovedProperty(t.platform, {
      price,
      annualYield,
      shares: 5_000,
      admin,
      owner: admin,
    });
    offerings.push({ id, price, bps });
  }
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const invest = (person: Person, propertyId: number, shares: number) =>
  api(person).investing.invest({ propertyId, shares, requestId: newKey() });

/** Reports the running quarter of properties once it is over, and approves its statements. */
async function approveQuarter(owner: Person, offered: readonly { propertyId: number }[]): Promise<string> {
  const approvedAt = t.clock.now();
  const quarter = quarterOf(monthOf(approvedAt));
  t.clock.moveTo(after(datesOf(quarter).recordAt, DAY));
  const lines = { ...noLines, rentCents: 100_000 };
  for (const { propertyId } of offered) {
    for (const month of reportableMonths(approvedAt, t.clock.now()))
      await api(owner).distributions.reportMonth({ propertyId, month, lines, requestId: newKey() });
  }
  await t.platform.jobs.drain();
  for (const { propertyId } of offered) {
    const id = distributionIdOf(propertyId, quarter);
    const { netCents, preparedAt } = await api(admin).distributions.statement({ id });
    const shown = { expectedNetCents: netCents, preparedAt };
    await api(admin).distributions.approve({ id, ...shown, requestId: newKey() });
  }
  return quarter;
}

/** A person's shares by property, straight from the transfers. */
async function sharesOf(userId: string): Promise<Map<number, number>> {
  const found = await rows<{ property: number; shares: number }>(
    t.platform.db,
    sql`select split_part(asset, ':', 2)::int as property, sum(amount)::int as shares from ledger_transfers
        where credit_account like ${`user:${userId}:shares:%`} group by 1`,
  );
  return new Map(found.map(({ property, shares }) => [property, shares]));
}

test('a new portfolio is empty, and nothing is divided by it', async () => {
  const ada = await aUser(t.platform);
  expect(await api(ada).portfolio.overview()).toEqual({
    totalValueCents: 0,
    thisMonth: { startValueCents: 0, netInvestedCents: 0, returnCents: 0, returnBps: null },
    propertyCount: 0,
    monthlyIncomeCents: 0,
    availableCashCents: 0,
    totalInvestedCents: 0,
    totalShares: 0,
    holdings: [],
  });
});

test('every figure equals its recomputation from the transfers, whatever was bought', async () => {
  const purchases = fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 40 })), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(purchases, async (bought) => {
      const ada = await aUser(t.platform, { cash: 10_000_000 });
      for (const [which, shares] of bought)
        await invest(ada, offerings[which]?.id ?? 0, shares).catch(() => undefined);
      const held = await sharesOf(ada.id);
      const mine = offerings.filter(({ id }) => held.has(id));
      const sum = (of: (one: (typeof mine)[number], shares: number) => number) =>
        mine.reduce((total, one) => total + of(one, held.get(one.id) ?? 0), 0);
      const shown = await api(ada).portfolio.overview();
      expect(shown.totalShares).toBe(sum((_, shares) => shares));
      expect(shown.totalValueCents).toBe(sum(({ price }, shares) => price * shares));
      expect(shown.totalInvestedCents).toBe(shown.totalValueCents);
      expect(shown.monthlyIncomeCents).toBe(
        sum(({ price, bps }, shares) => monthlyIncome(shares, price, bps)),
      );
      expect(shown.propertyCount).toBe(mine.length);
      expect((await api(ada).portfolio.history({ range: 'all' })).at(-1)).toMatchObject({
        valueCents: shown.totalValueCents,
        putInCents: shown.totalInvestedCents,
      });
      expect(shown.holdings.map(({ propertyId, shares }) => [propertyId, shares])).toEqual(
        mine.map(({ id }) => [id, held.get(id)]).sort(([a = 0], [b = 0]) => b - a),
      );
    }),
    { numRuns: 6, seed: 7 },
  );
});

test('portfolios that are asked for at one moment are each their own', async () => {
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => aUser(t.platform, { cash: 5_000_000 })));
  for (const [index, person] of people.entries()) {
    await invest(person, offerings[index % 3]?.id ?? 0, 1 + index);
    if (index > 2) await invest(person, offerings[(index + 1) % 3]?.id ?? 0, 2);
  }
  const nobody = await aUser(t.platform);
  const everyone = [...people, nobody, ...people];
  const alone = [];
  for (const person of everyone) alone.push(await api(person).portfolio.overview());
  expect(await Promise.all(everyone.map((person) => api(person).portfolio.overview()))).toEqual(alone);
  expect(new Set(alone.map(({ totalInvestedCents }) => totalInvestedCents)).size).toBe(people.length + 1);
});

describe('this month', () => {
  const month = async (person: Person) => (await api(person).portfolio.overview()).thisMonth;
  const trade = { shares: 4, pricePerShareCents: 12_000 };

  test('neither a purchase nor a sale at the share price is a return', async () => {
    const [offering] = offerings;
    const propertyId = offering?.id ?? 0;
    const [ada, ben] = await Promise.all([1, 2].map(() => aUser(t.platform, { cash: 5_000_000 })));
    if (!(ada && ben)) throw new Error('two people were asked for');
    await invest(ada, propertyId, 10);
    expect(await month(ada)).toEqual({
      startValueCents: 0,
      netInvestedCents: 100_000,
      returnCents: 0,
      returnBps: 0,
    });
    const now = t.clock.now();
    t.clock.moveTo(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)));
    await invest(ada, propertyId, 5);
    const atPrice = { propertyId, shares: 2, pricePerShareCents: 10_000 };
    await api(ben).resale.placeBid({ ...atPrice, requestId: newKey() });
    await api(ada).resale.openListing({ ...atPrice, requestId: newKey() });
    expect(await month(ada)).toEqual({
      startValueCents: 100_000,
      netInvestedCents: 30_000,
      returnCents: 0,
      returnBps: 0,
    });
    const points = await api(ada).portfolio.history({ range: '1m' });
    expect(points.at(-2)).toMatchObject({ valueCents: 100_000, putInCents: 100_000 });
    expect(points.at(-1)).toMatchObject({ valueCents: 130_000, putInCents: 130_000 });
  });

  test('a trade above the share price is a gain of the seller and a loss of the buyer', async () => {
    const [ada, ben] = await Promise.all([1, 2].map(() => aUser(t.platform, { cash: 5_000_000 })));
    if (!(ada && ben)) throw new Error('two people were asked for');
    const propertyId = offerings[0]?.id ?? 0;
    await invest(ada, propertyId, 10);
    await api(ben).resale.placeBid({ propertyId, ...trade, requestId: newKey() });
    await api(ada).resale.openListing({ propertyId, ...trade, requestId: newKey() });
    expect(await month(ada)).toMatchObject({ netInvestedCents: 52_000, returnCents: 8_000, returnBps: 800 });
    expect(await month(ben)).toMatchObject({ netInvestedCents: 48_000, returnCents: -8_000 });
  });

  test('a purchase that was canceled leaves no trace', async () => {
    const ada = await aUser(t.platform, { cash: 1_000_000 });
    const { id } = await anApprovedProperty(t.platform, { admin, owner: admin, minimumShares: 100 });
    const { id: investmentId } = await invest(ada, id, 3);
    await api(ada).investing.cancelPurchase({ investmentId, requestId: newKey() });
    const { thisMonth, totalInvestedCents } = await api(ada).portfolio.overview();
    expect([thisMonth.netInvestedCents, totalInvestedCents]).toEqual([0, 0]);
  });
});

test('shares whose money is in escrow earn no projected income', async () => {
  const ada = await aUser(t.platform, { cash: 1_000_000 });
  const { id } = await anApprovedProperty(t.platform, { admin, owner: admin, minimumShares: 100 });
  await invest(ada, id, 3);
  const { monthlyIncomeCents, holdings, totalValueCents } = await api(ada).portfolio.overview();
  expect([monthlyIncomeCents, totalValueCents]).toEqual([0, 30_000]);
  expect(holdings).toMatchObject([{ offering: 'open', monthlyIncomeCents: 0 }]);
});

test('the payment of a past quarter is expected by those who held the shares on its record date', async () => {
  const [ada, ben] = await Promise.all([1, 2].map(() => aUser(t.platform, { cash: 1_000_000 })));
  if (!(ada && ben)) throw new Error('two people were asked for');
  const offering = { price: 10_000, shares: 20, annualYield: '12.00', admin, owner: admin };
  const { id } = await anApprovedProperty(t.platform, { ...offering, minimumShares: 0 });
  await invest(ada, id, 10);
  const quarter = quarterOf(monthOf(t.clock.now()));
  const { recordAt, payAt } = datesOf(quarter);
  t.clock.moveTo(after(recordAt, DAY));
  const trade = { propertyId: id, shares: 4, pricePerShareCents: 10_000 };
  await api(ben).resale.placeBid({ ...trade, requestId: newKey() });
  await api(ada).resale.openListing({ ...trade, requestId: newKey() });
  const expectedOf = async (person: Person) =>
    (await api(person).portfolio.income()).upcoming.map(({ payAt, amountCents }) => [
      payAt.slice(0, 10),
      amountCents,
    ]);
  const next = dayText(paymentAfter(quarter));
  expect(await expectedOf(ada)).toEqual([
    [dayText(payAt), expectedPayout(10 * 100)],
    [next, expectedPayout(6 * 100)],
  ]);
  expect(await expectedOf(ben)).toEqual([[next, expectedPayout(4 * 100)]]);
});

test('a payment whose day has passed without an approved statement is late, and expected in this month', async () => {
  const ada = await aUser(t.platform, { cash: 1_000_000 });
  const offering = { price: 10_000, shares: 20, annualYield: '12.00', admin, owner: admin };
  const { id } = await anApprovedProperty(t.platform, { ...offering, minimumShares: 0 });
  await invest(ada, id, 10);
  const quarter = quarterOf(monthOf(t.clock.now()));
  const { payAt } = datesOf(quarter);
  t.clock.moveTo(after(payAt, HOUR));
  const onItsDay = await api(ada).portfolio.income();
  expect(onItsDay.upcoming[0]).toMatchObject({ payAt: payAt.toISOString(), isLate: false });
  t.clock.moveTo(after(payAt, 30 * DAY));
  const { upcoming, months } = await api(ada).portfolio.income();
  const late = { payAt: payAt.toISOString(), amountCents: expectedPayout(10 * 100) };
  expect(upcoming[0]).toMatchObject({ ...late, isApproved: false, isLate: true });
  expect(upcoming.map(({ month }) => month)).toEqual([
    monthOf(t.clock.now()),
    ...upcoming.slice(1).map(({ payAt }) => payAt.slice(0, 7)),
  ]);
  expect(upcoming.map(({ isLate }) => isLate)).toEqual([true, false, false]);
  const thisMonth = months.find(({ month }) => month === monthOf(t.clock.now()));
  expect(thisMonth?.expectedCents).toBe(late.amountCents);
});

test('a coming payment names the properties that pay the most of it, and counts those that pay', async () => {
  const ada = await aUser(t.platform, { cash: 1_000_000 });
  const offering = { price: 10_000, shares: 20, annualYield: '12.00', admin, owner: admin };
  const bought = { 'Ash Row': 1, 'Birch Row': 3, 'Cedar Row': 2 };
  for (const [name, shares] of Object.entries(bought)) {
    const { id } = await anApprovedProperty(t.platform, { ...offering, name, minimumShares: 0 });
    await invest(ada, id, shares);
  }
  const { id: inEscrow } = await anApprovedProperty(t.platform, { ...offering, minimumShares: 20 });
  await invest(ada, inEscrow, 4);
  const [next] = (await api(ada).portfolio.income()).upcoming;
  expect(next).toMatchObject({
    propertyCount: 3,
    properties: [{ name: 'Birch Row' }, { name: 'Cedar Row' }],
  });
});

test('approved payouts of one day are one payment of their properties', async () => {
  const [ada, owner] = await Promise.all([1, 2].map(() => aUser(t.platform, { cash: 1_000_000 })));
  if (!(ada && owner)) throw new Error('two people were asked for');
  const offering = { price: 10_000, shares: 20, annualYield: '12.00', admin, owner, minimumShares: 0 };
  const offered = [];
  for (const name of ['Ash Row', 'Birch Row']) {
    const { id } = await anApprovedProperty(t.platform, { ...offering, name });
    await invest(ada, id, 10);
    offered.push({ propertyId: id, name });
  }
  await approveQuarter(owner, offered);
  const [approved] = (await api(ada).portfolio.income()).upcoming;
  expect(approved).toMatchObject({ isApproved: true, propertyCount: 2 });
  expect(approved?.properties.toSorted((one, two) => one.propertyId - two.propertyId)).toEqual(offered);
});

test('a payment that was made is expected no more, also on its day', async () => {
  const [ada, owner] = await Promise.all([1, 2].map(() => aUser(t.platform, { cash: 1_000_000 })));
  if (!(ada && owner)) throw new Error('two people were asked for');
  const offering = { price: 10_000, shares: 20, annualYield: '12.00', admin, owner };
  const { id } = await anApprovedProperty(t.platform, { ...offering, minimumShares: 0 });
  await invest(ada, id, 10);
  const quarter = await approveQuarter(owner, [{ propertyId: id }]);
  t.clock.moveTo(after(datesOf(quarter).payAt, HOUR));
  await t.platform.jobs.drain();
  const { receivedCents, receivedThisMonthCents, upcoming } = await api(ada).portfolio.income();
  expect(receivedCents).toBeGreaterThan(0);
  expect(receivedThisMonthCents).toBe(receivedCents);
  expect(upcoming.map((one) => one.payAt.slice(0, 10))).toEqual([dayText(paymentAfter(quarter))]);
  t.clock.moveTo(monthBounds(monthAfter(monthOf(t.clock.now()))).from);
  expect(await api(ada).portfolio.income()).toMatchObject({ receivedCents, receivedThisMonthCents: 0 });
});

test('shares that were sold are in the value of the months before, and no holding', async () => {
  const [ada, ben] = await Promise.all([1, 2].map(() => aUser(t.platform, { cash: 1_000_000 })));
  if (!(ada && ben)) throw new Error('two people were asked for');
  const { id } = await anApprovedProperty(t.platform, { price: 10_000, shares: 5, admin, owner: admin });
  await invest(ada, id, 5);
  t.clock.moveTo(startOfMonth(after(startOfMonth(t.clock.now()), 40 * DAY)));
  const listing = await api(ada).resale.openListing({
    propertyId: id,
    shares: 5,
    pricePerShareCents: 12_000,
    requestId: newKey(),
  });
  const { totalCents } = quoteTrade(5, 12_000);
  await api(ben).resale.buyShares({
    listingId: listing.id,
    shares: 5,
    expectedTotalCents: totalCents,
    requestId: newKey(),
  });
  const { holdings } = await api(ada).portfolio.overview();
  expect(holdings).toEqual([]);
  const points = await api(ada).portfolio.history({ range: 'all' });
  expect(points.slice(-2)).toMatchObject([
    { valueCents: 50_000, putInCents: 50_000 },
    { valueCents: 0, putInCents: -10_000 },
  ]);
});

test('the summary of REST has the same figures as decimal text', async () => {
  const ada = await aUser(t.platform, { cash: 1_000_000 });
  await invest(ada, offerings[1]?.id ?? 0, 7);
  const shown = await api(ada).portfolio.overview();
  const figures = await summary(t.platform, ada.actor);
  expect(figures).toMatchObject({
    totalValue: toDecimal(shown.totalValueCents),
    propertyCount: 1,
    monthlyYield: toDecimal(shown.monthlyIncomeCents),
    availableCash: toDecimal(shown.availableCashCents),
    investments: [{ shares: 7, totalAmount: '23.31' }],
  });
});

test('the list of the summary has resold shares and none that were sold, and adds up to the portfolio', async () => {
  const [ada, ben] = await Promise.all([1, 2].map(() => aUser(t.platform, { cash: 1_000_000 })));
  if (!(ada && ben)) throw new Error('two people were asked for');
  const propertyId = offerings[0]?.id ?? 0;
  await invest(ada, propertyId, 6);
  await invest(ben, propertyId, 5);
  const trade = { propertyId, shares: 2, pricePerShareCents: 9_000 };
  await api(ada).resale.placeBid({ ...trade, requestId: newKey() });
  await api(ben).resale.openListing({ ...trade, requestId: newKey() });
  const [bought, sold] = [await summary(t.platform, ada.actor), await summary(t.platform, ben.actor)];
  const lots = ({ investments }: typeof bought) =>
    investments.map(({ shares, totalAmount }) => [shares, totalAmount]).sort();
  expect([bought.totalValue, lots(bought)]).toEqual([
    '800.00',
    [
      [2, '180.00'],
      [6, '600.00'],
    ],
  ]);
  expect([sold.totalValue, lots(sold)]).toEqual(['300.00', [[3, '300.00']]]);
});

test("a property that left the market stays in its holders' portfolios, with the reason", async () => {
  const ada = await aUser(t.platform, { cash: 1_000_000 });
  const { id } = await anApprovedProperty(t.platform, { admin });
  await invest(ada, id, 2);
  await api(admin).properties.setStatus({ id, status: 'pending', reason: 'Survey under way' });
  const { holdings } = await api(ada).portfolio.overview();
  expect(holdings).toMatchObject([
    { propertyId: id, shares: 2, status: 'pending', statusReason: 'Survey under way' },
  ]);
});
