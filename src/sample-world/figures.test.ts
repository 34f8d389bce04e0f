import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose } from '#app/server/compose.ts';
import { auditLog } from '#db/schema/platform.ts';
import { SAMPLE_ACCOUNTS } from '#features/identity/sample-accounts.ts';
import { summary } from '#features/portfolio/server/index.ts';
import { weeklySharesTraded } from '#features/resale/resale.rules.ts';
import { present } from '#kernel/assert.ts';
import { toDecimal } from '#kernel/money.ts';
import { DAY } from '#kernel/time.ts';
import { type OpenDatabase, openEmbedded } from '#platform/server/adapters/database/database.ts';
import { rows } from '#platform/server/database/db.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { api, fund, newKey, on, type Person, personOf } from '#tests/support/actors.ts';
import {
  expectAccountsAgree,
  expectDistributionsAgree,
  expectIncomeAgrees,
  expectPersonAgrees,
  expectPropertiesAgree,
  expectWatchlistAgrees,
} from '#tests/support/agreement.ts';
import { allPages, expectBooksBalance } from '#tests/support/checks.ts';
import { copySampleWorld } from '#tests/support/sample-world.ts';

const TRADERS = 3;
const PAGE = 100;

const sumOf = <Item>(items: readonly Item[], pick: (item: Item) => number) =>
  items.reduce((sum, item) => sum + pick(item), 0);

/** Every figure of a person's money that more than one screen or path shows. */
async function expectCashAgrees(person: Person): Promise<void> {
  const caller = api(person);
  const wallet = await caller.wallet.overview();
  const portfolio = await caller.portfolio.overview();
  const bids = await allPages((cursor) =>
    caller.resale.ownBids({ state: 'open', limit: PAGE, ...(cursor && { cursor }) }),
  );
  const history = await allPages((cursor) =>
    caller.transactions.list({ range: 'all', limit: PAGE, ...(cursor && { cursor }) }),
  );
  const moved = history.filter(({ balanceAfterCents }) => balanceAfterCents !== null);
  const movements = await caller.wallet.movements({ limit: 1 });
  const cash = wallet.availableCents;
  expect(portfolio.availableCashCents).toBe(cash);
  expect((await summary(person.platform, person.actor)).availableCash).toBe(toDecimal(cash));
  expect(moved[0]?.balanceAfterCents ?? 0).toBe(cash);
  expect(movements.items[0]?.balanceAfterCents ?? 0).toBe(cash);
  expect(sumOf(moved, ({ amountCents }) => amountCents)).toBe(cash);
  expect(wallet.reservedForBidsCents).toBe(
    sumOf(bids, ({ sharesLeft, pricePerShareCents }) => sharesLeft * pricePerShareCents),
  );
  const reserved = history.filter(({ type }) => type === 'bid_reserved' || type === 'bid_released');
  expect(0 - sumOf(reserved, ({ amountCents }) => amountCents)).toBe(wallet.reservedForBidsCents);
  const cards = await caller.transactions.summary({ range: 'all' });
  const ofTypes = (...types: string[]) =>
    sumOf(
      history.filter(({ type, status }) => types.includes(type) && status === 'completed'),
      ({ amountCents }) => amountCents,
    );
  expect(cards.count).toBe(history.length);
  expect(cards.spentCents).toBe(0 - ofTypes('purchase', 'reinvestment', 'cancellation', 'refund'));
  expect(cards.receivedCents).toBe(ofTypes('sale', 'distribution', 'proceeds'));
}

/** Every figure of a person's shares that more than one screen or path shows. */
async function expectHoldingsAgree(person: Person): Promise<void> {
  const caller = api(person);
  const portfolio = await caller.portfolio.overview();
  const figures = await summary(person.platform, person.actor);
  const { holdings, thisMonth, totalValueCents } = portfolio;
  const { startValueCents, netInvestedCents, returnCents } = thisMonth;
  expect(startValueCents + netInvestedCents + returnCents).toBe(totalValueCents);
  for (const range of ['1m', 'all'] as const) {
    const points = await caller.portfolio.history({ range });
    expect(points.at(-1)?.valueCents ?? 0).toBe(totalValueCents);
  }
  const income = await caller.portfolio.income();
  const distributions = await caller.transactions.summary({ type: 'distribution', range: 'all' });
  expect(income.receivedCents).toBe(distributions.receivedCents);
  expect(sumOf(income.properties, ({ receivedCents }) => receivedCents)).toBe(income.receivedCents);
  expect(sumOf(income.upcoming, ({ amountCents }) => amountCents)).toBe(
    sumOf(income.months, ({ expectedCents }) => expectedCents),
  );
  expect(figures).toMatchObject({
    totalValue: toDecimal(totalValueCents),
    propertyCount: holdings.length,
    monthlyYield: toDecimal(portfolio.monthlyIncomeCents),
  });
  const cents = (text: string) => Math.round(Number(text) * 100);
  const list = figures.investments;
  expect(sumOf(list, ({ shares }) => shares)).toBe(portfolio.totalShares);
  expect(sumOf(holdings, ({ shares, value }) => shares * value.perShareCents)).toBe(totalValueCents);
  expect(sumOf(list, (one) => one.shares * cents(one.property.pricePerShare))).toBe(
    sumOf(holdings, ({ shares, pricePerShareCents }) => shares * pricePerShareCents),
  );
  expect(sumOf(list, ({ totalAmount }) => cents(totalAmount))).toBe(portfolio.totalInvestedCents);
  expect(sumOf(holdings, ({ monthlyIncomeCents }) => monthlyIncomeCents)).toBe(portfolio.monthlyIncomeCents);
  const sellable = await caller.resale.sellable();
  expect(
    sellable.map(({ property, sharesFree, sharesListed }) => [property.id, sharesFree + sharesListed]),
  ).toEqual(holdings.map(({ propertyId, shares }) => [propertyId, shares]));
  for (const held of holdings) {
    const { propertyId, shares, pricePerShareCents, annualYieldBps } = held;
    expect(await caller.properties.detail({ id: propertyId })).toMatchObject({
      viewerShares: shares,
      pricePerShareCents,
      annualYieldBps,
    });
    const lots = await caller.lots.open({ propertyId });
    expect(sumOf(lots, ({ sharesLeft }) => sharesLeft)).toBe(shares);
    if (held.offering !== 'funded') expect(held.monthlyIncomeCents).toBe(0);
  }
}

/** Every figure of the market that more than one screen or path shows, as this person sees it. */
async function expectMarketAgrees(person: Person, admin: Person): Promise<void> {
  const caller = api(person);
  const cards = await allPages((cursor) =>
    caller.properties.list({ limit: PAGE, ...(cursor && { cursor }) }),
  );
  const stats = await caller.properties.stats();
  expect(stats).toMatchObject({
    listedProperties: cards.length,
    availableProperties: cards.filter(({ availableShares }) => availableShares > 0).length,
    totalMarketValueCents: sumOf(cards, ({ valuationCents }) => valuationCents),
    averageYieldBps: Math.round(sumOf(cards, ({ annualYieldBps }) => annualYieldBps) / cards.length),
  });
  const rowsOfAdmin = await allPages((cursor) =>
    api(admin).properties.adminList({ limit: PAGE, ...(cursor && { cursor }) }),
  );
  for (const card of cards) {
    const detail = await caller.properties.detail({ id: card.id });
    expect(detail).toMatchObject(card);
    const { soldShares, availableShares, totalShares, offering, pricePerShareCents } = detail;
    expect(soldShares + availableShares).toBe(totalShares);
    expect(detail.equitySoldCents).toBe(soldShares * pricePerShareCents);
    expect(offering.raisedCents).toBe(detail.equitySoldCents);
    expect(rowsOfAdmin.find(({ id }) => id === card.id)).toMatchObject({ availableShares, offering });
    const input = { propertyId: card.id };
    const financials = await caller.distributions.financials(input);
    if (financials) expect(financials.capRateBps).toBe(detail.capRateBps);
    const holders = await caller.properties.shareholders({ ...input, limit: PAGE });
    expect(holders.items).toHaveLength(Math.min(PAGE, detail.investorCount));
    if (!holders.nextCursor) expect(sumOf(holders.items, ({ shares }) => shares)).toBe(soldShares);
    await expectTradesAgree(person, card.id);
  }
  await expectListingsAgree(person);
}

async function expectTradesAgree(person: Person, propertyId: number): Promise<void> {
  const weekAgo = person.platform.clock.now().getTime() - 7 * DAY;
  const trades = await api(person).resale.trades({ propertyId });
  const figures = await api(person).resale.tradingFigures({ propertyId });
  const lately = trades.filter(({ at }) => Date.parse(at) > weekAgo);
  expect(weeklySharesTraded(figures)).toBe(sumOf(lately, ({ shares }) => shares));
}

async function expectListingsAgree(person: Person): Promise<void> {
  const caller = api(person);
  const listings = await allPages((cursor) =>
    caller.resale.listings({ limit: PAGE, ...(cursor && { cursor }) }),
  );
  expect(await caller.resale.marketFigures()).toMatchObject({
    listings: listings.length,
    sharesForSale: sumOf(listings, ({ sharesLeft }) => sharesLeft),
  });
  for (const { property } of listings) {
    const { pricePerShareCents, annualYieldBps } = await caller.properties.detail({ id: property.id });
    expect(property).toMatchObject({ offeringPriceCents: pricePerShareCents, annualYieldBps });
  }
}

/** Every figure of an owner that the dashboard, the distributions and the property page show. */
async function expectOwnerAgrees(owner: Person): Promise<void> {
  const caller = api(owner);
  const cards = await caller.owners.portfolio();
  const owned = await allPages((cursor) =>
    caller.owners.properties({ limit: PAGE, ...(cursor && { cursor }) }),
  );
  expect(owned).toHaveLength(cards.counts.all);
  const { items: reports } = await caller.distributions.ownerReports({ limit: 100 });
  expect(cards).toMatchObject({
    totalEquityRaisedCents: sumOf(owned, ({ equitySoldCents }) => equitySoldCents),
    heldCents: sumOf(owned, ({ heldCents }) => heldCents),
    expectedCents: sumOf(owned, ({ expectedCents }) => expectedCents),
    monthsDue: sumOf(reports, ({ dueMonths }) => dueMonths.length),
  });
  expect(cards.monthlyDistributionsOwedCents).toBe(cards.heldCents + cards.expectedCents);
  let remaining = 0;
  for (const row of owned) {
    const { id, totalValuationCents, equitySoldCents, capRateBps, investorCount } = row;
    const page = await caller.properties.detail({ id });
    expect(page).toMatchObject({
      valuationCents: totalValuationCents,
      equitySoldCents,
      capRateBps,
      investorCount,
    });
    if (page.status === 'approved') remaining += page.equityAvailableCents;
    const detail = await caller.owners.property({ id });
    expect(detail).toMatchObject(row);
    const funding = await caller.properties.funding({ propertyId: id });
    expect(funding.at(-1)?.raisedCents ?? 0).toBe(equitySoldCents);
    const reported = reports.find(({ propertyId }) => propertyId === id);
    expect(detail.dueMonths).toEqual(reported?.dueMonths ?? []);
    expect(detail.rentAccountCents).toBe(reported?.rentAccountCents ?? 0);
  }
  expect(cards.equityRemainingCents).toBe(remaining);
}

describe('in the sample world, a figure is the same wherever it is shown', () => {
  let folder: string;
  let database: OpenDatabase;
  let platform: Platform;
  let admin: Person;
  let investor: Person;
  let owner: Person;
  let others: Person[];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'commonhold-figures-'));
    const dataDir = path.join(folder, 'data');
    await copySampleWorld(dataDir);
    database = await openEmbedded(dataDir);
    const config = parseConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
    });
    platform = compose({ config, database });
    const sample = (label: string) => SAMPLE_ACCOUNTS.find((one) => one.label === label)?.email ?? '';
    const found = await rows<{ id: string; email: string; role: 'user' | 'admin' }>(
      platform.db,
      sql`select id, email, role from users u
          where email in (${sample('Investor')}, ${sample('Owner')}, ${sample('Admin')}) or id in (
            select buyer_id from resale_trades group by buyer_id order by count(*) desc, buyer_id limit ${TRADERS})`,
    );
    const people = await Promise.all(found.map((one) => personOf(platform, one)));
    admin = present(
      people.find(({ email }) => email === sample('Admin')),
      'the admin',
    );
    investor = present(
      people.find(({ email }) => email === sample('Investor')),
      'the investor',
    );
    owner = present(
      people.find(({ email }) => email === sample('Owner')),
      'the owner',
    );
    others = people.filter((one) => one !== admin && one !== investor);
  }, 300_000);
  afterAll(async () => {
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const expectAllAgree = async (people: readonly Person[]) => {
    for (const person of people) {
      await expectCashAgrees(person);
      await expectHoldingsAgree(person);
    }
  };

  /** A property that can be bought and sold, or one whose purchases can still be canceled. */
  /** A property of someone else, with shares that are left. */
  async function propertyThat(state: 'funded' | 'open', person = investor): Promise<number> {
    const { items } = await api(person).properties.list({ limit: PAGE });
    for (const { id, availableShares } of items) {
      if (availableShares === 0) continue;
      const { offering, ownedByViewer } = await api(person).properties.detail({ id });
      if (offering.state === state && !ownedByViewer) return id;
    }
    throw new Error(`No sample offering is ${state}.`);
  }

  test('for investors, owners and admins, and for every property', async () => {
    await expectAllAgree([investor, admin, ...others]);
    await expectMarketAgrees(investor, admin);
    await expectOwnerAgrees(owner);
  });

  test('for properties, in lists, order books, valuations and analytics', () =>
    expectPropertiesAgree(api(investor), api(admin)));

  test('for watched properties', () => expectWatchlistAgrees(api(investor)));

  test('for a person, as admins see them', () => expectPersonAgrees(api(investor), api(admin), investor.id));

  test('for income, in reports, statements and the tax pack', () => expectIncomeAgrees(api(investor)));

  test('for distributions, as holders and admins see them', () =>
    expectDistributionsAgree(api(investor), api(admin)));

  test('for the accounts of properties, in reports and books', () =>
    expectAccountsAgree(api(owner), api(admin)));

  test('the month of the investor is a gain when the world is built', async () => {
    const { db, config } = platform;
    const [finished] = await db
      .select({ at: auditLog.at })
      .from(auditLog)
      .where(eq(auditLog.action, 'sample.finish'));
    const { at } = present(finished, 'the end of the sample world');
    const then = compose({ config, database, clock: { now: () => at } });
    const { thisMonth } = await api(on(then, investor)).portfolio.overview();
    expect(thisMonth.returnBps).toBeGreaterThanOrEqual(10);
  });

  test('after a bid, a purchase, a sale and a canceled purchase', async () => {
    const buyer = present(others[0], 'a second investor');
    await fund(buyer, 500_000);
    const propertyId = await propertyThat('funded');
    const before = await api(investor).portfolio.overview();
    const sold = await api(investor).properties.detail({ id: propertyId });
    await api(investor).investing.invest({ propertyId, shares: 2, requestId: newKey() });
    const after = await api(investor).portfolio.overview();
    expect(after.thisMonth.returnCents).toBe(before.thisMonth.returnCents);
    const { weeklySharesSold } = await api(investor).properties.detail({ id: propertyId });
    expect(weeklySharesSold).toBe(sold.weeklySharesSold + 2);

    const low = Math.ceil(sold.pricePerShareCents * 0.6);
    const bid = { propertyId, shares: 2, pricePerShareCents: low, requestId: newKey() };
    await api(investor).resale.placeBid(bid);
    await expectAllAgree([investor]);

    const traded = weeklySharesTraded(await api(investor).resale.tradingFigures({ propertyId }));
    const pricePerShareCents = Math.floor(sold.pricePerShareCents * 1.2);
    const offer = { propertyId, shares: 2, pricePerShareCents, requestId: newKey() };
    const listing = await api(investor).resale.openListing(offer);
    await api(buyer).resale.buyShares({
      listingId: listing.id,
      shares: 2,
      expectedTotalCents: 2 * pricePerShareCents,
      requestId: newKey(),
    });
    expect(weeklySharesTraded(await api(buyer).resale.tradingFigures({ propertyId }))).toBe(traded + 2);
    await expectAllAgree([investor, buyer]);

    const open = await propertyThat('open', buyer);
    const { id: investmentId } = await api(buyer).investing.invest({
      propertyId: open,
      shares: 3,
      requestId: newKey(),
    });
    const spent = (await api(buyer).transactions.summary({ range: '30d' })).spentCents;
    const { totalCents } = await api(buyer).investing.cancelPurchase({ investmentId, requestId: newKey() });
    expect((await api(buyer).transactions.summary({ range: '30d' })).spentCents).toBe(spent - totalCents);
    await expectAllAgree([buyer]);
    await expectMarketAgrees(buyer, admin);
    await expectBooksBalance(platform);
  });
});
