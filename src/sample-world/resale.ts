import { byPriority, crosses, matchOrder, type Side } from '#features/resale/order-book.rules.ts';
import { present } from '#kernel/assert.ts';
import { type Cents, proportion } from '#kernel/money.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { buyerFromInvestor, sampleProperties, worldInvestors } from './cast.ts';
import { type Purchase, priceOf } from './offerings.ts';
import type { Chance } from './random.ts';
import type { Participant, Step } from './steps.ts';

const TRADERS = 12;
const START_CASH_CENTS: Cents = 1_500_000;
const ACTIONS = 190;
const LATE_ACTIONS = 45;
const LATE_MS = 25 * DAY;
const LISTING_LIFETIME_MS = 90 * DAY;
const BID_LIFETIME_MS = 30 * DAY;
const MAX_CLOSING_DELAY_MS = 30 * DAY;
/** Budget of a person in a month: below the limit on investing, with room for reinvested distributions. */
const MAX_MONTHLY_CENTS: Cents = 800_000;
/**
 * Enough shares to show a return of this month at a usual gain, besides the sample investor's other trades in the
 * property.
 */
const SHARES_SOLD_THIS_MONTH = 30;

interface SampleOrder {
  side: Side;
  who: string;
  pricePerShareCents: Cents;
  sharesLeft: number;
  seq: number;
  expires: number;
  listing: number;
}

interface Trader {
  who: Participant;
  cash: Cents;
}

/** The resale market, simulated with the rules of the product, so that every step succeeds. */
class SampleMarket {
  readonly steps: Step[] = [];
  readonly books = sampleProperties.map((): SampleOrder[] => []);
  private readonly held = new Map<string, number>();
  private readonly spent: { who: string; at: number; cents: Cents }[] = [];
  private listings = 0;

  /** @param purchases from owners, whenever they happen: with them a person must stay within the limit of each month */
  constructor(private readonly purchases: readonly Purchase[]) {}

  /** Whether a bid or purchase stays within the limit of this month and of those in which a bid may still be open. */
  fitsLimit(who: string, at: number, cents: Cents): boolean {
    const recently = this.spent
      .filter((one) => one.who === who && one.at > at - BID_LIFETIME_MS - MAX_CLOSING_DELAY_MS)
      .reduce((sum, one) => sum + one.cents, 0);
    return [0, 1, 2].every((later) => {
      const day = new Date(at);
      const from = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + later);
      const to = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + later + 1);
      const bought = this.purchases
        .filter((one) => nameOf(one.who) === who && one.at.getTime() >= from && one.at.getTime() < to)
        .reduce((sum, one) => sum + one.shares * priceOf(one.property), 0);
      return bought + recently + cents <= MAX_MONTHLY_CENTS;
    });
  }

  holding(who: string, property: number): number {
    return this.held.get(`${who} ${property}`) ?? 0;
  }

  give(who: string, property: number, shares: number): void {
    this.held.set(`${who} ${property}`, this.holding(who, property) + shares);
  }

  /** Orders that can still be filled; shares of listings that expired long ago are free again. */
  open(property: number, side: Side, at: number): SampleOrder[] {
    const book = this.books[property] ?? [];
    for (const order of book) {
      if (order.sharesLeft === 0 || order.expires + MAX_CLOSING_DELAY_MS > at) continue;
      if (order.side === 'ask') this.give(order.who, property, order.sharesLeft);
      order.sharesLeft = 0;
    }
    return book
      .filter((order) => order.side === side && order.sharesLeft > 0 && order.expires > at)
      .sort(byPriority(side));
  }

  list(at: number, who: Participant, property: number, shares: number, priceCents: Cents): void {
    const order = {
      side: 'ask',
      who: nameOf(who),
      pricePerShareCents: priceCents,
      sharesLeft: shares,
    } as const;
    const bids = this.open(property, 'bid', at);
    if (bids.some((bid) => bid.who === order.who && crosses('ask', priceCents, bid.pricePerShareCents)))
      return;
    const { fills, sharesLeft } = matchOrder({ ...order, shares }, bids);
    for (const fill of fills) {
      fill.order.sharesLeft -= fill.shares;
      this.give(fill.order.who, property, fill.shares);
    }
    this.give(order.who, property, -shares);
    const listing = this.listings++;
    const expires = at + LISTING_LIFETIME_MS;
    this.books[property]?.push({ ...order, sharesLeft, seq: this.steps.length, expires, listing });
    this.steps.push({ at: new Date(at), do: 'list', who, property, shares, priceCents, listing });
  }

  bid(at: number, trader: Trader, property: number, shares: number, priceCents: Cents): void {
    const who = nameOf(trader.who);
    const asks = this.open(property, 'ask', at);
    if (trader.cash < shares * priceCents || !this.fitsLimit(who, at, shares * priceCents)) return;
    if (asks.some((ask) => ask.who === who && crosses('bid', priceCents, ask.pricePerShareCents))) return;
    const order = { side: 'bid', who, pricePerShareCents: priceCents, sharesLeft: shares } as const;
    const { fills, sharesLeft } = matchOrder({ ...order, shares }, asks);
    for (const fill of fills) fill.order.sharesLeft -= fill.shares;
    this.give(who, property, shares - sharesLeft);
    trader.cash -= shares * priceCents;
    this.spent.push({ who, at, cents: shares * priceCents });
    const expires = at + BID_LIFETIME_MS;
    this.books[property]?.push({ ...order, sharesLeft, seq: this.steps.length, expires, listing: -1 });
    this.steps.push({ at: new Date(at), do: 'bid', who: trader.who, property, shares, priceCents });
  }

  buy(at: number, trader: Trader, property: number, wanted: number): void {
    const who = nameOf(trader.who);
    const order = this.open(property, 'ask', at).find((ask) => ask.who !== who);
    if (!order) return;
    const shares = Math.min(wanted, order.sharesLeft);
    const totalCents = shares * order.pricePerShareCents;
    if (trader.cash < totalCents || !this.fitsLimit(who, at, totalCents)) return;
    trader.cash -= totalCents;
    this.spent.push({ who, at, cents: totalCents });
    order.sharesLeft -= shares;
    this.give(who, property, shares);
    this.steps.push({
      at: new Date(at),
      do: 'buy',
      who: trader.who,
      listing: order.listing,
      shares,
      totalCents,
    });
  }
}

const nameOf = (who: Participant) => JSON.stringify(who);

/** Around what a share changes hands, in thousandths of the offering price: most properties gain a little, some lose. */
function worth(property: number, since: number, at: number): number {
  const months = (at - since) / (30 * DAY);
  const drift = [6, 4, -2, 5, 3, 1, -1, 7, 4, 2][property % 10] ?? 0;
  return 1_000 + Math.round(drift * months);
}

/** Two years of listings, bids and trades beside the purchases, and some of them open at the end. */
export function resaleSteps(
  chance: Chance,
  now: Date,
  {
    purchases,
    bought,
    since,
    saleAt,
  }: {
    /** All that anyone buys from owners. */
    purchases: readonly Purchase[];
    /** The part of these that can be resold, with its first moment. */
    bought: readonly Purchase[];
    since: Date;
    /** When, this month, the sample investor offers shares for sale. */
    saleAt: Date;
  },
): Step[] {
  const market = new SampleMarket(purchases);
  const first = since.getTime();
  const traders = ['investor' as const, ...worldInvestors.slice(0, TRADERS)].map(
    (who): Trader => ({ who, cash: START_CASH_CENTS }),
  );
  const deposits = traders.map(
    ({ who }, index): Step => ({
      at: new Date(first + index * MINUTE),
      do: 'deposit',
      who,
      amountCents: START_CASH_CENTS,
    }),
  );
  const begin = first + 40 * DAY;
  const late = now.getTime() - LATE_MS;
  const times = [
    ...moments(chance, ACTIONS, begin, late),
    ...moments(chance, LATE_ACTIONS, late, now.getTime()),
  ];
  let seen = 0;
  const receive = (before: number) => {
    for (; (bought[seen]?.at.getTime() ?? before) < before; seen += 1) {
      const step = bought[seen];
      if (step) market.give(nameOf(step.who), step.property, step.shares);
    }
  };
  const play = (at: number) => {
    receive(at);
    act(chance, market, traders, bought.slice(0, seen), at);
  };
  const sale = saleAt.getTime();
  const later = times.filter((at) => at > sale);
  for (const at of times) if (at <= sale) play(at);
  receive(sale);
  sellOfInvestor(market, bought.slice(0, seen), { at: sale, before: later[0] ?? now.getTime() });
  for (const at of later) play(at);
  leaveOrdersOfInvestor(market, traders[0], now.getTime());
  return [...deposits, ...market.steps];
}

/** A number of moments between two, in order. */
function moments(chance: Chance, many: number, from: number, to: number): number[] {
  const gap = (to - from) / many;
  return Array.from({ length: many }, (_, index) => Math.floor(from + (index + chance.next() * 0.9) * gap));
}

/**
 * The sample investor sells shares of the property that gained most, above the offering price and below what others
 * ask, to someone who buys nothing else: it is no wash trade.
 * @param before the time of the next trade by another person
 */
function sellOfInvestor(
  market: SampleMarket,
  bought: readonly Purchase[],
  { at, before }: { at: number; before: number },
): void {
  const shares = SHARES_SOLD_THIS_MONTH;
  const offers = sampleProperties.flatMap((_, property) => {
    if (market.holding(nameOf('investor'), property) < shares) return [];
    const since = bought.find((step) => step.property === property)?.at.getTime() ?? at;
    const [bid, ask] = [market.open(property, 'bid', at)[0], market.open(property, 'ask', at)[0]];
    const fair = proportion(priceOf(property), worth(property, since, at), 1_000);
    const priceCents = Math.min(fair, (ask?.pricePerShareCents ?? Infinity) - 1);
    const gain = priceCents / priceOf(property);
    return gain > 1 && priceCents > (bid?.pricePerShareCents ?? 0) ? [{ property, priceCents, gain }] : [];
  });
  const [offer] = offers.sort((one, two) => two.gain - one.gain);
  const { property, priceCents } = present(offer, 'a property with a gain');
  const cash = shares * priceCents;
  const who = buyerFromInvestor;
  market.steps.push({ at: new Date(at), do: 'deposit', who, amountCents: cash });
  market.list(at, 'investor', property, shares, priceCents);
  market.buy(Math.floor((at + before) / 2), { who, cash }, property, shares);
}

/** Open orders of the sample investor: shares for sale, and a bid. */
function leaveOrdersOfInvestor(market: SampleMarket, investor: Trader | undefined, now: number): void {
  if (!investor) return;
  const at = now - 2 * DAY;
  const property = sampleProperties.findIndex((_, index) => market.holding(nameOf(investor.who), index) >= 3);
  if (property >= 0) market.list(at, investor.who, property, 3, proportion(priceOf(property), 1_300, 1_000));
  market.bid(at + MINUTE, investor, 3, 2, proportion(priceOf(3), 880, 1_000));
}

function act(
  chance: Chance,
  market: SampleMarket,
  traders: readonly Trader[],
  bought: readonly Purchase[],
  at: number,
): void {
  if (bought.length === 0) return;
  const { property, who } = chance.pick(bought);
  const since = bought.find((step) => step.property === property)?.at.getTime() ?? at;
  const permille = worth(property, since, at);
  const price = (from: number, to: number) =>
    proportion(priceOf(property), permille + chance.whole(from, to), 1_000);
  const kind = chance.next();
  if (kind < 0.4) {
    const most = Math.min(8, market.holding(nameOf(who), property));
    // So that no trade by chance turns the sample investor's month into a loss.
    const floor = who === 'investor' ? priceOf(property) + 1 : 0;
    if (most > 0) market.list(at, who, property, chance.whole(1, most), Math.max(floor, price(2, 45)));
  } else if (kind < 0.75) {
    market.buy(at, chance.pick(traders), property, chance.whole(1, 6));
  } else {
    market.bid(at, chance.pick(traders), property, chance.whole(1, 5), price(-45, 8));
  }
}
