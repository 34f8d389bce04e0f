import { expect } from 'vitest';
import { summary } from '#features/portfolio/server/index.ts';
import { weeklySharesTraded } from '#features/resale/resale.rules.ts';
import { toDecimal } from '#kernel/money.ts';
import { DAY } from '#kernel/time.ts';
import { api, type Person } from './actors.ts';

/** A figure as one place shows it, and what it is by other places. */
type Pair = readonly [shown: unknown, computed: unknown];
type Comparisons<Facts> = Readonly<Record<string, (facts: Facts) => Pair[]>>;
type Loaded<Load extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Load>>;

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

const isNothing = (value: unknown) =>
  [0, null, undefined, false, '', '0.00'].includes(value as never) ||
  (Array.isArray(value) && value.length === 0);

/** Expects all figures to agree. Returns the comparisons that found nothing but zeros to compare. */
export function expectAgreement<Facts>(comparisons: Comparisons<Facts>, all: readonly Facts[]): string[] {
  const differences: string[] = [];
  const idle = Object.entries(comparisons).filter(([name, pairsOf]) => {
    const pairs = all.flatMap(pairsOf);
    for (const [shown, computed] of pairs) {
      const texts = [shown, computed].map((value) => JSON.stringify(value));
      if (texts[0] !== texts[1]) differences.push(`${name}: ${texts[0]} is ${texts[1]} elsewhere`);
    }
    return pairs.every(([, computed]) => isNothing(computed));
  });
  expect(differences).toEqual([]);
  return idle.map(([name]) => name);
}

/** What a person sees of their money and shares, and what an admin sees of them. */
export async function factsOfPerson(person: Person, admin: Person) {
  const caller = api(person);
  const portfolio = await caller.portfolio.overview();
  const { periods } = await caller.reports.overview({});
  const years = periods.map(({ year }) => year);
  return {
    portfolio,
    wallet: await caller.wallet.overview(),
    rest: await summary(person.platform, person.actor),
    bids: await everyPage((page) => caller.resale.ownBids({ state: 'open', ...page })),
    history: await everyPage((page) => caller.transactions.list({ range: 'all', ...page })),
    movements: (await caller.wallet.movements({ limit: 1 })).items,
    cards: await caller.transactions.summary({ range: 'all' }),
    distributions: await caller.transactions.summary({ type: 'distribution', range: 'all' }),
    month: await caller.portfolio.history({ range: '1m' }),
    always: await caller.portfolio.history({ range: 'all' }),
    income: await caller.portfolio.income(),
    sellable: await caller.resale.sellable(),
    watched: await everyPage((page) => caller.watchlist.list(page)),
    watchlist: await caller.watchlist.summary(),
    reports: await Promise.all(years.map((year) => caller.reports.overview({ year }))),
    taxes: await Promise.all(years.map((year) => caller.tax.figures({ year }))),
    holdings: await Promise.all(
      portfolio.holdings.map(async (holding) => ({
        ...holding,
        lots: await caller.lots.open({ propertyId: holding.propertyId }),
        page: await caller.properties.detail({ id: holding.propertyId }),
      })),
    ),
    seenByAdmin: await api(admin).backOffice.user({ userId: person.id }),
  };
}

type FactsOfPerson = Loaded<typeof factsOfPerson>;

const spentOrReceived = ({ history }: FactsOfPerson, types: string[]) =>
  sumOf(
    history.filter(({ type, status }) => types.includes(type) && status === 'completed'),
    ({ amountCents }) => amountCents,
  );
const moved = ({ history }: FactsOfPerson) =>
  history.filter(({ balanceAfterCents }) => balanceAfterCents !== null);
const centsOf = (text: string) => Math.round(Number(text) * 100);

/** Figures of a person that have several names, or are sums of others. */
export const comparisonsOfPeople: Comparisons<FactsOfPerson> = {
  'cash of the portfolio: in the wallet': ({ portfolio, wallet }) => [
    [portfolio.availableCashCents, wallet.availableCents],
  ],
  'cash: as admins see it': ({ seenByAdmin, wallet }) => [
    [seenByAdmin.balances.availableCents, wallet.availableCents],
  ],
  'withdrawals on their way: as admins see them': ({ seenByAdmin, wallet }) => [
    [seenByAdmin.balances.withdrawingCents, wallet.pendingWithdrawalsCents],
  ],
  'cash of the REST summary: in the wallet': ({ rest, wallet }) => [
    [rest.availableCash, toDecimal(wallet.availableCents)],
  ],
  'last balance of the history: cash': (facts) => [
    [moved(facts)[0]?.balanceAfterCents ?? 0, facts.wallet.availableCents],
  ],
  'last balance of the movements: cash': ({ movements, wallet }) => [
    [movements[0]?.balanceAfterCents ?? 0, wallet.availableCents],
  ],
  'all of the history: cash': (facts) => [
    [sumOf(moved(facts), ({ amountCents }) => amountCents), facts.wallet.availableCents],
  ],
  'reserved for bids: by open bids': ({ wallet, bids }) => [
    [
      wallet.reservedForBidsCents,
      sumOf(bids, ({ sharesLeft, pricePerShareCents }) => sharesLeft * pricePerShareCents),
    ],
  ],
  'reserved for bids: by the history': ({ wallet, history }) => [
    [
      wallet.reservedForBidsCents,
      0 -
        sumOf(
          history.filter(({ type }) => type === 'bid_reserved' || type === 'bid_released'),
          ({ amountCents }) => amountCents,
        ),
    ],
  ],
  'reserved for bids: as admins see it': ({ wallet, seenByAdmin }) => [
    [seenByAdmin.balances.biddingCents, wallet.reservedForBidsCents],
  ],
  'transactions: rows': ({ cards, history }) => [[cards.count, history.length]],
  'spent: by rows': (facts) => [
    [
      facts.cards.spentCents,
      0 - spentOrReceived(facts, ['purchase', 'reinvestment', 'cancellation', 'refund']),
    ],
  ],
  'received: by rows': (facts) => [
    [facts.cards.receivedCents, spentOrReceived(facts, ['sale', 'distribution', 'proceeds'])],
  ],
  'value of the portfolio: by the month': ({ portfolio: { thisMonth, totalValueCents } }) => [
    [thisMonth.startValueCents + thisMonth.netInvestedCents + thisMonth.returnCents, totalValueCents],
  ],
  'value of the portfolio: last point of a month': ({ month, portfolio }) => [
    [month.at(-1)?.valueCents ?? 0, portfolio.totalValueCents],
  ],
  'value of the portfolio: last point of all': ({ always, portfolio }) => [
    [always.at(-1)?.valueCents ?? 0, portfolio.totalValueCents],
  ],
  'value of the portfolio: REST summary': ({ rest, portfolio }) => [
    [rest.totalValue, toDecimal(portfolio.totalValueCents)],
  ],
  'value of the portfolio: shares at their value': ({ holdings, portfolio }) => [
    [sumOf(holdings, ({ shares, value }) => shares * value.perShareCents), portfolio.totalValueCents],
  ],
  'value of a holding: shares at their value': ({ holdings }) =>
    holdings.map(({ valueCents, shares, value }) => [valueCents, shares * value.perShareCents]),
  'properties: REST summary': ({ rest, portfolio }) => [[rest.propertyCount, portfolio.holdings.length]],
  'properties: as admins see them': ({ seenByAdmin, portfolio }) => [
    [seenByAdmin.balances.properties, portfolio.holdings.length],
  ],
  'shares: as admins see them': ({ seenByAdmin, portfolio }) => [
    [seenByAdmin.balances.shares, portfolio.totalShares],
  ],
  'shares: REST summary': ({ rest, portfolio }) => [
    [sumOf(rest.investments, ({ shares }) => shares), portfolio.totalShares],
  ],
  'price of the shares: REST summary': ({ rest, holdings }) => [
    [
      sumOf(rest.investments, (one) => one.shares * centsOf(one.property.pricePerShare)),
      sumOf(holdings, ({ shares, pricePerShareCents }) => shares * pricePerShareCents),
    ],
  ],
  'invested: REST summary': ({ rest, portfolio }) => [
    [sumOf(rest.investments, ({ totalAmount }) => centsOf(totalAmount)), portfolio.totalInvestedCents],
  ],
  'invested: by holding': ({ holdings, portfolio }) => [
    [sumOf(holdings, ({ investedCents }) => investedCents), portfolio.totalInvestedCents],
  ],
  'income a month: REST summary': ({ rest, portfolio }) => [
    [rest.monthlyYield, toDecimal(portfolio.monthlyIncomeCents)],
  ],
  'income a month: by holding': ({ holdings, portfolio }) => [
    [sumOf(holdings, ({ monthlyIncomeCents }) => monthlyIncomeCents), portfolio.monthlyIncomeCents],
  ],
  'income of a holding: none before it is funded': ({ holdings }) =>
    holdings.map(({ monthlyIncomeCents, offering }) => [monthlyIncomeCents > 0, offering === 'funded']),
  'shares of a holding: to sell and for sale': ({ sellable, holdings }) => [
    [
      sellable.map(({ property, sharesFree, sharesListed }) => [property.id, sharesFree + sharesListed]),
      holdings.map(({ propertyId, shares }) => [propertyId, shares]),
    ],
  ],
  'shares of a holding: page of the property': ({ holdings }) =>
    holdings.map(({ page, shares }) => [page.viewerShares, shares]),
  'shares of a holding: by lot': ({ holdings }) =>
    holdings.map(({ lots, shares }) => [sumOf(lots, ({ sharesLeft }) => sharesLeft), shares]),
  'received distributions: in the history': ({ distributions, income }) => [
    [distributions.receivedCents, income.receivedCents],
  ],
  'received distributions: by property': ({ income }) => [
    [sumOf(income.properties, ({ receivedCents }) => receivedCents), income.receivedCents],
  ],
  'received distributions: by reported year': ({ reports, income }) => [
    [sumOf(reports, ({ cards }) => cards.incomeCents), income.receivedCents],
  ],
  'received distributions: by taxed year': ({ taxes, income }) => [
    [sumOf(taxes, ({ dividends }) => dividends.cashCents), income.receivedCents],
  ],
  'expected income: by payment and by month': ({ income }) => [
    [
      sumOf(income.upcoming, ({ amountCents }) => amountCents),
      sumOf(income.months, ({ expectedCents }) => expectedCents),
    ],
  ],
  'average yield of the watchlist: by property': ({ watched, watchlist }) => {
    const yields = watched.flatMap(({ property }) => (property ? [property.annualYieldBps] : []));
    const average = yields.length === 0 ? null : Math.round(sumOf(yields, (one) => one) / yields.length);
    return [[watchlist.averageYieldBps, average]];
  },
};

/** What a viewer sees of a property in all its places. */
async function factsOfProperty(viewer: Person, id: number) {
  const caller = api(viewer);
  const input = { propertyId: id };
  return {
    id,
    page: await caller.properties.detail({ id }),
    book: await caller.resale.book(input),
    listings: await everyPage((page) => caller.resale.listings({ ...input, ...page })),
    valuation: await caller.valuations.ofProperty(input),
    funding: await caller.properties.funding(input),
    holders: await everyPage((page) => caller.properties.shareholders({ ...input, ...page })),
    trades: await caller.resale.trades(input),
    trading: await caller.resale.tradingFigures(input),
    paid: await caller.distributions.paid(input),
    distributions: await everyPage((page) => caller.distributions.ofProperty({ ...input, ...page })),
    weekAgo: viewer.platform.clock.now().getTime() - 7 * DAY,
  };
}

/** What a viewer sees of the market, and an admin of the same properties. */
export async function factsOfMarket(viewer: Person, admin: Person) {
  const caller = api(viewer);
  const back = api(admin);
  const cards = await everyPage((page) => caller.properties.list(page));
  const ladders = await everyPage((page) => caller.resale.ladders(page));
  const properties = [];
  for (const { id, name } of cards) {
    const found = await caller.search.suggestions({ q: name });
    properties.push({
      ...(await factsOfProperty(viewer, id)),
      ladder: ladders.find(({ property }) => property.id === id),
      suggestion: found.find((one) => one.type === 'property' && one.title === name),
    });
  }
  const { years } = await back.tax.taxableYears({});
  return {
    cards,
    properties,
    stats: await caller.properties.stats(),
    listings: await everyPage((page) => caller.resale.listings(page)),
    market: await caller.resale.marketFigures(),
    paidEverywhere: await caller.distributions.paidEverywhere(),
    analytics: await back.analytics.figures({}),
    analyzed: await everyPage((page) => back.analytics.properties(page)),
    statements: await everyPage((page) => back.distributions.adminList(page)),
    taxed: (
      await Promise.all(years.map((year) => everyPage((page) => back.tax.taxableYears({ year, ...page }))))
    ).flat(),
    trust: await caller.trust.facts(),
    books: await back.books.overview(),
  };
}

type FactsOfMarket = Loaded<typeof factsOfMarket>;

const paidOf = ({ statements }: FactsOfMarket, propertyId?: number) =>
  statements.filter(
    (one) => one.status === 'paid' && (propertyId === undefined || one.propertyId === propertyId),
  );
const paidCents = (statements: ReturnType<typeof paidOf>) => sumOf(statements, (one) => one.paidCents);

/** Figures of properties and of the market that have several names, or are sums of others. */
export const comparisonsOfMarket: Comparisons<FactsOfMarket> = {
  'listed properties': ({ stats, cards }) => [[stats.listedProperties, cards.length]],
  'available properties': ({ stats, cards }) => [
    [stats.availableProperties, cards.filter(({ availableShares }) => availableShares > 0).length],
  ],
  'value of the market: by property': ({ stats, cards }) => [
    [stats.totalMarketValueCents, sumOf(cards, ({ valuationCents }) => valuationCents)],
  ],
  'average yield: by property': ({ stats, cards }) => [
    [stats.averageYieldBps, Math.round(sumOf(cards, ({ annualYieldBps }) => annualYieldBps) / cards.length)],
  ],
  'listings: all of them': ({ market, listings }) => [[market.listings, listings.length]],
  'shares for sale: in all listings': ({ market, listings }) => [
    [market.sharesForSale, sumOf(listings, ({ sharesLeft }) => sharesLeft)],
  ],
  'listings of a property': ({ properties }) =>
    properties.map(({ ladder, listings }) => [ladder?.listings ?? 0, listings.length]),
  'shares for sale of a property: in its listings': ({ properties }) =>
    properties.map(({ ladder, listings }) => [
      ladder?.sharesForSale ?? 0,
      sumOf(listings, ({ sharesLeft }) => sharesLeft),
    ]),
  'price of a share: in the order book': ({ properties }) =>
    properties.map(({ book, page }) => [book.property.offeringPriceCents, page.pricePerShareCents]),
  'price of a share: beside the valuation': ({ properties }) =>
    properties.map(({ valuation, page }) => [valuation.offeringPriceCents, page.pricePerShareCents]),
  'price of a share: in the search box': ({ properties }) =>
    properties.map(({ suggestion, page }) => [suggestion?.priceCents, page.pricePerShareCents]),
  'yield: in the search box': ({ properties }) =>
    properties.map(({ suggestion, page }) => [suggestion?.yieldBps, page.annualYieldBps]),
  'shares: sold and available': ({ properties }) =>
    properties.map(({ page }) => [page.soldShares + page.availableShares, page.totalShares]),
  'sold equity: shares at their price': ({ properties }) =>
    properties.map(({ page }) => [page.equitySoldCents, page.soldShares * page.pricePerShareCents]),
  'sold equity: raised by the offering': ({ properties }) =>
    properties.map(({ page }) => [page.offering.raisedCents, page.equitySoldCents]),
  'sold equity: last point of the funding': ({ properties }) =>
    properties.map(({ funding, page }) => [funding.at(-1)?.raisedCents ?? 0, page.equitySoldCents]),
  'holders: all of them': ({ properties }) =>
    properties.map(({ page, holders }) => [page.investorCount, holders.length]),
  'sold shares: by holder': ({ properties }) =>
    properties.map(({ page, holders }) => [page.soldShares, sumOf(holders, ({ shares }) => shares)]),
  'shares traded in a week: by trade': ({ properties }) =>
    properties.map(({ trading, trades, weekAgo }) => [
      weeklySharesTraded(trading),
      sumOf(
        trades.filter(({ at }) => Date.parse(at) > weekAgo),
        ({ shares }) => shares,
      ),
    ]),
  'raised by the platform: by property': ({ analytics, analyzed }) => [
    [analytics.totalEquityRaisedCents, sumOf(analyzed, ({ totalRaisedCents }) => totalRaisedCents)],
  ],
  'paid by the platform: by statement': (facts) => [
    [facts.paidEverywhere.paidCents, paidCents(paidOf(facts))],
  ],
  'paid by a property: by statement': (facts) =>
    facts.properties.map(({ id, paid }) => [paid.paidCents, paidCents(paidOf(facts, id))]),
  'quarters that a property paid for: by statement': (facts) =>
    // Those that paid nothing are none.
    facts.properties.map(({ id, paid }) => [
      paid.quarters,
      paidOf(facts, id).filter((one) => one.paidCents > 0).length,
    ]),
  'paid for a quarter: by its statement': (facts) =>
    facts.properties.flatMap(({ id, distributions }) =>
      distributions
        .filter(({ status }) => status === 'Paid')
        .map(
          (row) => [row.totalCents, paidOf(facts, id).find((one) => one.id === row.id)?.paidCents] as const,
        ),
    ),
  'paid in a tax year: by statement': (facts) =>
    facts.taxed.map(({ propertyId, year, cashCents }) => [
      cashCents,
      paidCents(paidOf(facts, propertyId).filter(({ paidAt }) => paidAt?.startsWith(`${year}`))),
    ]),
  'checks of the books: on the page about trust': ({ trust, books: { last } }) => [
    [
      trust.verification && [trust.verification.checks, trust.verification.broken],
      last && [last.invariants, last.broken],
    ],
  ],
};

/** What an owner sees of their properties, and an admin of their accounts. */
export async function factsOfOwner(owner: Person, admin: Person) {
  const caller = api(owner);
  const accounts = await everyPage((page) => api(admin).books.properties(page));
  const reports = await everyPage((page) => caller.distributions.ownerReports(page));
  const owned = await everyPage((page) => caller.owners.properties(page));
  return {
    portfolio: await caller.owners.portfolio(),
    wallet: await caller.wallet.overview(),
    reports,
    properties: await Promise.all(
      owned.map(async (row) => {
        const propertyId = row.id;
        return {
          row,
          page: await caller.properties.detail({ id: propertyId }),
          detail: await caller.owners.property({ id: propertyId }),
          report: reports.find((one) => one.propertyId === propertyId),
          // Properties without money are in no account.
          account: accounts.find(({ id }) => id === propertyId) ?? {
            rentCents: 0,
            reserveCents: 0,
            payableCents: 0,
          },
        };
      }),
    ),
    sheets: await Promise.all(
      reports.map(async ({ propertyId }) => ({
        sheet: await caller.distributions.reportSheet({ propertyId }),
        financials: await caller.distributions.financials({ propertyId }),
      })),
    ),
  };
}

type FactsOfOwner = Loaded<typeof factsOfOwner>;

const reportedMonths = ({ sheets }: FactsOfOwner) =>
  sheets.flatMap(({ sheet, financials }) => {
    if (!financials) return [];
    const { from, to } = financials;
    const months = sheet.reports.filter(({ month }) => month >= from && month <= to);
    return [{ financials, months, sheet }];
  });

/** Figures of an owner that have several names, or are sums of others. */
export const comparisonsOfOwners: Comparisons<FactsOfOwner> = {
  'properties of an owner': ({ portfolio, properties }) => [[properties.length, portfolio.counts.all]],
  'equity raised: by property': ({ portfolio, properties }) => [
    [portfolio.totalEquityRaisedCents, sumOf(properties, ({ row }) => row.equitySoldCents)],
  ],
  'equity left: by property on the market': ({ portfolio, properties }) => [
    [
      portfolio.equityRemainingCents,
      sumOf(properties, ({ page }) => (page.status === 'approved' ? page.equityAvailableCents : 0)),
    ],
  ],
  'held for distributions: by property': ({ portfolio, properties }) => [
    [portfolio.heldCents, sumOf(properties, ({ row }) => row.heldCents)],
  ],
  'expected for distributions: by property': ({ portfolio, properties }) => [
    [portfolio.expectedCents, sumOf(properties, ({ row }) => row.expectedCents)],
  ],
  'owed to holders: held and expected': ({ portfolio }) => [
    [portfolio.monthlyDistributionsOwedCents, portfolio.heldCents + portfolio.expectedCents],
  ],
  'months due: by report': ({ portfolio, reports }) => [
    [portfolio.monthsDue, sumOf(reports, ({ dueMonths }) => dueMonths.length)],
  ],
  'months due of a property': ({ properties }) =>
    properties.map(({ detail, report }) => [detail.dueMonths, report?.dueMonths ?? []]),
  'valuation of a property': ({ properties }) =>
    properties.map(({ row, page }) => [row.totalValuationCents, page.valuationCents]),
  'rent account of a property: in its reports': ({ properties }) =>
    properties.map(({ detail, report }) => [detail.rentAccountCents, report?.rentAccountCents ?? 0]),
  'rent account of a property: in the books': ({ properties }) =>
    properties.map(({ detail, account }) => [detail.rentAccountCents, account.rentCents]),
  'reserve of a property: in the books': ({ properties }) =>
    properties.map(({ report, account }) => [report?.reserveCents ?? 0, account.reserveCents]),
  'payable by a property: in the books': ({ properties }) =>
    properties.map(({ detail, account }) => [detail.payableCents, account.payableCents]),
  'cash beside the reports: in the wallet': ({ sheets, wallet }) =>
    sheets.map(({ sheet }) => [sheet.availableCashCents, wallet.availableCents]),
  'reserve of a property: in its financials': (facts) =>
    reportedMonths(facts).map(({ financials, sheet }) => [financials.reserveHeldCents, sheet.reserveCents]),
  'operating income: by month': (facts) =>
    reportedMonths(facts).map(({ financials, months }) => [
      financials.operatingIncomeCents,
      sumOf(months, (one) => one.operatingIncomeCents),
    ]),
  'lines of the financials: by month': (facts) =>
    reportedMonths(facts).flatMap(({ financials: { lines }, months }) =>
      (Object.keys(lines) as (keyof typeof lines)[]).map(
        (line) => [lines[line], sumOf(months, (one) => one.lines[line])] as const,
      ),
    ),
};
