import { expect } from 'vitest';
import type { api } from './actors.ts';

type Caller = ReturnType<typeof api>;

const PAGE = 100;

const sumOf = <Item>(items: readonly Item[], pick: (item: Item) => number) =>
  items.reduce((sum, item) => sum + pick(item), 0);

async function everyPage<Item>(
  list: (page: { limit: number; cursor?: string }) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | null = null;
  do {
    const { items, nextCursor }: { items: Item[]; nextCursor: string | null } = await list({
      limit: PAGE,
      ...(cursor !== null && { cursor }),
    });
    all.push(...items);
    cursor = nextCursor;
  } while (cursor !== null);
  return all;
}

/** The figures of a property in lists, on the map, in the order book and in its valuations, as on its page. */
export async function expectPropertiesAgree(viewer: Caller, admin: Caller): Promise<void> {
  const cards = await everyPage((page) => viewer.properties.list(page));
  const { places } = await viewer.properties.places({});
  const analyzed = await everyPage((page) => admin.analytics.properties(page));
  const administered = await everyPage((page) => admin.properties.adminList(page));
  const ladders = await everyPage((page) => viewer.resale.ladders(page));
  const choices = await viewer.referrals.choices({ shares: 1 });
  const sellable = await viewer.resale.sellable();
  for (const { id } of cards) {
    const page = await viewer.properties.detail({ id });
    const { value, pricePerShareCents, annualYieldBps, valuationCents, totalShares, availableShares } = page;
    const { equitySoldCents, investorCount, debtCents } = page;
    const onMap = places.find((place) => place.id === id);
    if (onMap) expect(onMap).toMatchObject({ pricePerShareCents, annualYieldBps });
    expect(analyzed.find((one) => one.id === id)).toMatchObject({
      valuationCents,
      annualYieldBps,
      equitySoldCents,
      investorCount,
    });
    expect(administered.find((one) => one.id === id)).toMatchObject({ totalShares });
    const choice = choices.find((one) => one.id === id);
    if (choice) {
      const { minimumOrderShares } = page.offering;
      expect(choice).toMatchObject({ pricePerShareCents, availableShares, minimumOrderShares });
    }
    const book = await viewer.resale.book({ propertyId: id });
    const listed = { offeringPriceCents: pricePerShareCents, annualYieldBps, value };
    expect(book).toMatchObject({ property: listed, totalShares });
    const own = sellable.find(({ property }) => property.id === id);
    if (own) {
      const { property, sharesFree, sharesListed } = own;
      expect(book).toMatchObject({ property, viewer: { sharesFree, sharesListed } });
    }
    const ladder = ladders.find(({ property }) => property.id === id);
    const listings = await everyPage((some) => viewer.resale.listings({ ...some, propertyId: id }));
    expect(ladder?.listings ?? 0).toBe(listings.length);
    expect(ladder?.sharesForSale ?? 0).toBe(sumOf(listings, ({ sharesLeft }) => sharesLeft));
    if (ladder) expect(ladder.property).toEqual(book.property);
    for (const card of listings.slice(0, 2)) {
      expect(card.property).toEqual(book.property);
      expect(await viewer.resale.listing({ id: card.id })).toEqual(card);
    }
    const worth = await viewer.valuations.ofProperty({ propertyId: id });
    const { offeringPriceCents } = listed;
    expect(worth).toMatchObject({ value, offeringPriceCents, valuationCents, debtCents, totalShares });
  }
  const { totalEquityRaisedCents } = await admin.analytics.figures({});
  expect(totalEquityRaisedCents).toBe(sumOf(analyzed, ({ totalRaisedCents }) => totalRaisedCents));
}

/** The figures of watched properties, and their average. */
export async function expectWatchlistAgrees(viewer: Caller): Promise<void> {
  const watched = await everyPage((page) => viewer.watchlist.list(page));
  const yields: number[] = [];
  for (const { id, property } of watched) {
    if (!property) continue;
    const { value, ...card } = property;
    expect(await viewer.properties.detail({ id })).toMatchObject({ ...card, value });
    yields.push(property.annualYieldBps);
  }
  const { averageYieldBps } = await viewer.watchlist.summary();
  const average = yields.length === 0 ? null : Math.round(sumOf(yields, (one) => one) / yields.length);
  expect(averageYieldBps).toBe(average);
}

/** The figures of a person that admins see. */
export async function expectPersonAgrees(own: Caller, admin: Caller, userId: string): Promise<void> {
  const { availableCents, reservedForBidsCents } = await own.wallet.overview();
  const { totalShares, holdings } = await own.portfolio.overview();
  const { email, ...details } = await admin.backOffice.user({ userId });
  const balances = { availableCents, biddingCents: reservedForBidsCents };
  expect(details).toMatchObject({ availableCents, balances: { ...balances, shares: totalShares } });
  expect(details.balances.properties).toBe(holdings.length);
  const { items } = await admin.backOffice.users({ q: email });
  expect(items.find(({ id }) => id === userId)).toMatchObject({ availableCents });
  for (const { valueCents, shares, value } of holdings) expect(valueCents).toBe(shares * value.perShareCents);
}

/** The income of a person in their reports, their tax pack and their income page. */
export async function expectIncomeAgrees(own: Caller): Promise<void> {
  const { receivedCents } = await own.portfolio.income();
  const { periods } = await own.reports.overview({});
  let reported = 0;
  let taxed = 0;
  for (const { year } of periods) {
    const report = await own.reports.overview({ year });
    reported += report.cards.incomeCents;
    taxed += (await own.tax.figures({ year })).dividends.cashCents;
    for (const view of report.statements) {
      const detail = await own.reports.statement({ month: view.month });
      expect(detail.view).toEqual(view);
      const { openingCashCents, closingCashCents } = view;
      expect(detail.figures).toMatchObject({ openingCashCents, closingCashCents });
    }
  }
  expect(reported).toBe(receivedCents);
  expect(taxed).toBe(receivedCents);
}

/** The distributions of properties: what holders, owners and admins see of them. */
export async function expectDistributionsAgree(viewer: Caller, admin: Caller): Promise<void> {
  const statements = await everyPage((page) => admin.distributions.adminList(page));
  for (const row of statements.slice(0, 10)) {
    const { ownedByViewer: _, viewer: __, seesEntries: ___, ...figures } = row;
    expect(await admin.distributions.statement({ id: row.id })).toMatchObject(figures);
  }
  const paid = statements.filter(({ status }) => status === 'paid');
  const everywhere = await viewer.distributions.paidEverywhere();
  expect(everywhere).toMatchObject({ paidCents: sumOf(paid, ({ paidCents }) => paidCents) });
  for (const propertyId of new Set(paid.map((one) => one.propertyId))) {
    const own = paid.filter((one) => one.propertyId === propertyId);
    expect(await viewer.distributions.paid({ propertyId })).toMatchObject({
      paidCents: sumOf(own, ({ paidCents }) => paidCents),
      // Those that paid nothing are none.
      quarters: own.filter(({ paidCents }) => paidCents > 0).length,
    });
    const rows = await everyPage((page) => viewer.distributions.ofProperty({ propertyId, ...page }));
    for (const { id, totalCents } of rows.filter(({ status }) => status === 'Paid')) {
      expect(totalCents).toBe(own.find((one) => one.id === id)?.paidCents);
    }
  }
  const { years } = await admin.tax.taxableYears({});
  for (const year of years) {
    const { items } = await admin.tax.taxableYears({ year });
    for (const { propertyId, cashCents } of items) {
      const ofYear = paid.filter((one) => one.propertyId === propertyId && one.paidAt?.startsWith(`${year}`));
      expect(cashCents).toBe(sumOf(ofYear, ({ paidCents }) => paidCents));
    }
  }
}

/** The accounts of an owner's properties in their books, their reports and their dashboard. */
export async function expectAccountsAgree(owner: Caller, admin: Caller): Promise<void> {
  const books = await everyPage((page) => admin.books.properties(page));
  const reports = await everyPage((page) => owner.distributions.ownerReports(page));
  const { availableCents } = await owner.wallet.overview();
  for (const { propertyId, rentAccountCents, reserveCents } of reports) {
    // Properties without money are left out.
    const empty = { rentCents: 0, reserveCents: 0, payableCents: 0 };
    const account = books.find(({ id }) => id === propertyId) ?? empty;
    expect(account).toMatchObject({ rentCents: rentAccountCents, reserveCents });
    const { payableCents } = await owner.owners.property({ id: propertyId });
    expect(account.payableCents).toBe(payableCents);
    const sheet = await owner.distributions.reportSheet({ propertyId });
    expect(sheet).toMatchObject({ rentAccountCents, reserveCents, availableCashCents: availableCents });
    const financials = await owner.distributions.financials({ propertyId });
    if (!financials) continue;
    const { from, to, lines, operatingIncomeCents } = financials;
    const months = sheet.reports.filter(({ month }) => month >= from && month <= to);
    expect(financials.reserveHeldCents).toBe(reserveCents);
    expect(operatingIncomeCents).toBe(sumOf(months, (one) => one.operatingIncomeCents));
    for (const name of Object.keys(lines) as (keyof typeof lines)[]) {
      expect(
        sumOf(months, (one) => one.lines[name]),
        name,
      ).toBe(lines[name]);
    }
  }
  const [facts, overview] = [await owner.trust.facts(), await admin.books.overview()];
  expect(facts.verification?.broken).toBe(overview.last?.broken);
}
