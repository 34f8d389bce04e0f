import { sharesText } from '#features/investing/client/index.ts';
import { type Cents, formatPercent, formatUsdExact } from '#kernel/money.ts';
import { plural } from '#kernel/plural.ts';
import {
  crosses,
  type IncomingOrderKind,
  matchOrder,
  otherSide,
  type Side,
  tooManyTradesText,
} from '../order-book.rules.ts';
import type { BookLevel, BookView, ExpectedSale } from '../resale.contract.ts';
import { quoteTrade } from '../resale.rules.ts';

/** Effect of an order on the current book: the part that trades immediately, and the part that waits. */
export interface OrderPreview {
  sharesNow: number;
  /** Amount of the shares that trade immediately: cost of a bid, proceeds of a listing. */
  nowCents: Cents;
  sharesLater: number;
  /** Amount of the rest at the limit; for a bid it is reserved. */
  laterCents: Cents;
  /** Shares that trade immediately, price by price. */
  fills: { shares: number; pricePerShareCents: Cents }[];
  /** The viewer's own order of the other side blocks this one. */
  meetsOwn: boolean;
  /** Null, or the most shares that may trade immediately, where this order would fill too many others. */
  mostSharesNow: number | null;
}

export interface Order {
  side: Side;
  shares: number;
  pricePerShareCents: Cents;
}

/** The same matching as on the server, on the book that is on the screen. */
export function previewOrder(
  book: Pick<BookView, 'asks' | 'bids' | 'mostSharesNow'>,
  order: Order,
): OrderPreview {
  const levels = otherSide[order.side] === 'ask' ? book.asks : book.bids;
  const others = levels.map((level) => ({ ...level, sharesLeft: level.sharesLeft - level.ownShares }));
  const { fills, sharesLeft } = matchOrder(order, others);
  const total = (shares: number, price: Cents) => {
    const { amountCents, totalCents } = quoteTrade(shares, price);
    return order.side === 'bid' ? totalCents : amountCents;
  };
  const sharesNow = order.shares - sharesLeft;
  const mostSharesNow = book.mostSharesNow[order.side];
  return {
    sharesNow,
    nowCents: fills.reduce((sum, fill) => sum + total(fill.shares, fill.order.pricePerShareCents), 0),
    sharesLater: sharesLeft,
    laterCents: total(sharesLeft, order.pricePerShareCents),
    fills: fills.map((fill) => ({
      shares: fill.shares,
      pricePerShareCents: fill.order.pricePerShareCents,
    })),
    meetsOwn: levels.some(
      (level) =>
        level.ownShares > 0 && crosses(order.side, order.pricePerShareCents, level.pricePerShareCents),
    ),
    mostSharesNow: sharesNow > mostSharesNow ? mostSharesNow : null,
  };
}

/** What stands in the way of an order, or null: the viewer's own one, or too many others. */
export function orderObstacle(
  { meetsOwn, mostSharesNow }: OrderPreview,
  order: IncomingOrderKind,
): string | null {
  if (meetsOwn) return OWN_ORDER[order];
  return mostSharesNow === null ? null : tooManyTradesText(order, mostSharesNow);
}

const OWN_BID = 'You have a bid of your own at this price or higher. Cancel it first, or ask for more.';
const OWN_ORDER: Record<IncomingOrderKind, string> = {
  bid: 'You have a listing of your own at this price or lower. Cancel it first, or bid less.',
  listing: OWN_BID,
  newPrice: OWN_BID,
};

/** "Buy 3 shares for $307.50", "Bid $505.00 for 5 shares", "Buy 3 shares and bid for 2". */
export function bidAction({ sharesNow, nowCents, sharesLater, laterCents }: OrderPreview): string {
  if (sharesLater === 0) return `Buy ${sharesText(sharesNow)} for ${formatUsdExact(nowCents)}`;
  if (sharesNow === 0) return `Bid ${formatUsdExact(laterCents)} for ${sharesText(sharesLater)}`;
  return `Buy ${sharesText(sharesNow)} and bid for ${sharesLater.toLocaleString('en-US')}`;
}

/** Outcome of placing a bid, in a sentence or two. */
export function bidConsequence(preview: OrderPreview, price: Cents): string {
  const { sharesNow, nowCents, sharesLater, laterCents } = preview;
  const bought = `${sharesText(sharesNow)} ${plural(sharesNow, 'is', 'are')} bought right away for ${formatUsdExact(nowCents)}.`;
  const reserved = `${formatUsdExact(laterCents)} is reserved until someone sells at ${formatUsdExact(price)} or less.`;
  if (sharesLater === 0) return bought;
  return sharesNow === 0 ? reserved : `${bought} For the other ${sharesText(sharesLater)}, ${reserved}`;
}

/** "Sell 5 now for $501.80 and list 5 at $90.00", "List 5 shares at $90.00". */
export function listingAction({ sharesNow, nowCents, sharesLater }: OrderPreview, price: Cents): string {
  if (sharesNow === 0) return `List ${sharesText(sharesLater)} at ${formatUsdExact(price)}`;
  if (sharesLater === 0) return `Sell ${sharesText(sharesNow)} now for ${formatUsdExact(nowCents)}`;
  return `Sell ${sharesNow.toLocaleString('en-US')} now for ${formatUsdExact(nowCents)} and list ${sharesLater.toLocaleString('en-US')} at ${formatUsdExact(price)}`;
}

/** Amount shown to the seller for an immediate sale; the server refuses to sell for less. */
export function expectedSaleOf({ sharesNow, nowCents }: OrderPreview): ExpectedSale {
  return { shares: sharesNow, proceedsCents: nowCents };
}

/** The best of these prices at which someone else trades: one's own orders never trade with oneself. */
export function bestOfOthers(levels: readonly BookLevel[]): BookLevel | undefined {
  return levels.find(({ sharesLeft, ownShares }) => sharesLeft > ownShares);
}

const FAR_BELOW_PERCENT = 10;

/** A warning when a price is so far below the highest bid of others that it may be a slip. */
export function priceWarning({ bids }: Pick<BookView, 'bids'>, price: Cents): string | null {
  const best = bestOfOthers(bids)?.pricePerShareCents;
  if (best === undefined) return null;
  const percent = (100 * (best - price)) / best;
  if (percent < FAR_BELOW_PERCENT) return null;
  return `Your price is ${formatPercent(percent)} below the highest bid, ${formatUsdExact(best)}. Shares not taken by higher bids can sell for as little as ${formatUsdExact(price)}.`;
}

/** Outcome of listing shares, in a sentence or two. */
export function listingConsequence(preview: OrderPreview, price: Cents): string {
  const { sharesNow, nowCents, sharesLater } = preview;
  const sold = `${sharesText(sharesNow)} will sell now to existing bids, for ${formatUsdExact(nowCents)}.`;
  const listed = `${sharesText(sharesLater)} will be listed at ${formatUsdExact(price)} a share, and ${plural(sharesLater, 'stays', 'stay')} yours until sold.`;
  if (sharesLater === 0) return sold;
  return sharesNow === 0 ? listed : `${sold} ${listed}`;
}
