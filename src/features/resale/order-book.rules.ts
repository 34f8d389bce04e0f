import type { ErrorDefinition } from '#kernel/errors.ts';
import { type Cents, multiply } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { type ExpectedSale, MAX_IMMEDIATE_TRADES, resaleErrors } from './resale.contract.ts';

export type Side = 'ask' | 'bid';

/** An open order or, in a preview, all orders of one price together. */
export interface RestingOrder {
  pricePerShareCents: Cents;
  sharesLeft: number;
}

/** Shares that an incoming order takes of a resting one, at the resting one's price. */
export interface Fill<Order extends RestingOrder> {
  order: Order;
  shares: number;
}

export const otherSide = { ask: 'bid', bid: 'ask' } as const satisfies Record<Side, Side>;

/** Whether an incoming order of this side and limit trades with a resting one at that price. */
export function crosses(side: Side, limitCents: Cents, restingCents: Cents): boolean {
  return side === 'bid' ? restingCents <= limitCents : restingCents >= limitCents;
}

/** Below zero when the first order precedes the second: the better price, then the earlier time. */
export function byPriority(side: Side) {
  const direction = side === 'ask' ? 1 : -1;
  return (
    one: { pricePerShareCents: Cents; seq: number },
    two: { pricePerShareCents: Cents; seq: number },
  ): number => direction * (one.pricePerShareCents - two.pricePerShareCents) || one.seq - two.seq;
}

/**
 * Shares that an incoming order takes of the resting orders of the other side, which come in their priority: the best
 * price first, and of one price the earliest. Each fill is at the resting order's price.
 * @returns the fills, and the shares for which there was no match
 */
export function matchOrder<Order extends RestingOrder>(
  incoming: { side: Side; pricePerShareCents: Cents; shares: number },
  resting: Iterable<Order>,
): { fills: Fill<Order>[]; sharesLeft: number } {
  const fills: Fill<Order>[] = [];
  let sharesLeft = incoming.shares;
  for (const order of resting) {
    if (sharesLeft === 0) break;
    if (!crosses(incoming.side, incoming.pricePerShareCents, order.pricePerShareCents)) break;
    const shares = Math.min(sharesLeft, order.sharesLeft);
    if (shares === 0) continue;
    fills.push({ order, shares });
    sharesLeft -= shares;
  }
  return { fills, sharesLeft };
}

/** What an order that would fill too many others can be instead. */
const fewerTrades = {
  bid: 'Bid for no more, or choose a lower price.',
  listing: 'List no more, or choose a higher price.',
  newPrice: 'Choose a higher price, or cancel this listing and list fewer shares.',
};
export type IncomingOrderKind = keyof typeof fewerTrades;

/** Why an order may not fill so many others, with the number of shares that it may trade immediately. */
export function tooManyTradesText(order: IncomingOrderKind, mostShares: number): string {
  return `One order can trade with at most ${MAX_IMMEDIATE_TRADES} other orders, which is ${counted(mostShares, 'share')} here. ${fewerTrades[order]}`;
}

/** Why an order with these fills is refused, or null. */
export function refuseFills(
  order: IncomingOrderKind,
  fills: readonly Fill<RestingOrder>[],
): ErrorDefinition | null {
  if (fills.length <= MAX_IMMEDIATE_TRADES) return null;
  const mostShares = fills.slice(0, MAX_IMMEDIATE_TRADES).reduce((sum, { shares }) => sum + shares, 0);
  return { ...resaleErrors.TOO_MANY_TRADES, message: tooManyTradesText(order, mostShares) };
}

/**
 * Whether fills bring the seller less than was shown: fewer shares sell immediately, or for less. Shares that sell
 * beyond these are not compared, because each of them brings at least the asked price.
 */
export function isWorseSale(
  fills: readonly Fill<RestingOrder>[],
  expected: ExpectedSale | undefined,
): boolean {
  let sharesMissing = expected?.shares ?? 0;
  let proceedsCents = 0;
  for (const { order, shares } of fills) {
    const counted = Math.min(shares, sharesMissing);
    proceedsCents += multiply(order.pricePerShareCents, counted);
    sharesMissing -= counted;
  }
  return sharesMissing > 0 || proceedsCents < (expected?.proceedsCents ?? 0);
}

interface Sides {
  asks: readonly RestingOrder[];
  bids: readonly RestingOrder[];
}

/** The lowest ask less the highest bid, in cents and of the price between them; null while a side is empty. */
export function spreadOf({ asks, bids }: Sides): { cents: Cents; bps: number } | null {
  const [ask, bid] = [asks[0], bids[0]];
  if (!(ask && bid)) return null;
  const cents = ask.pricePerShareCents - bid.pricePerShareCents;
  return { cents, bps: Math.round((20_000 * cents) / (ask.pricePerShareCents + bid.pricePerShareCents)) };
}

interface DepthPoint {
  priceCents: Cents;
  bids: number | null;
  asks: number | null;
}

/** By price, the shares that bids of at least that price want, and those that asks of at most that price sell. */
export function depthOf({ asks, bids }: Sides): DepthPoint[] {
  const added = (levels: readonly RestingOrder[]) => {
    let shares = 0;
    return levels.map(({ pricePerShareCents, sharesLeft }) => {
      shares += sharesLeft;
      return { priceCents: pricePerShareCents, shares };
    });
  };
  const points = new Map<Cents, DepthPoint>();
  const at = (priceCents: Cents) => {
    const point = points.get(priceCents) ?? { priceCents, bids: null, asks: null };
    points.set(priceCents, point);
    return point;
  };
  for (const { priceCents, shares } of added(bids)) at(priceCents).bids = shares;
  for (const { priceCents, shares } of added(asks)) at(priceCents).asks = shares;
  return [...points.values()].sort((one, two) => one.priceCents - two.priceCents);
}
