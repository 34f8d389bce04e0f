import { sharesText } from '#features/investing/client/index.ts';
import { type Cents, formatUsdExact, parseUsd } from '#kernel/money.ts';
import { crosses, matchOrder, otherSide, type Side } from '../order-book.rules.ts';
import type { Book } from '../resale.contract.ts';
import { quotePurchase } from '../resale.rules.ts';

/** What an order would do to the book as it stands: what trades at once, and what waits. */
export interface OrderPreview {
  sharesNow: number;
  /** What the shares that trade at once cost the bidder, or bring the seller. */
  nowCents: Cents;
  sharesLater: number;
  /** What the rest costs or brings at the limit; for a bid it is reserved. */
  laterCents: Cents;
  /** The viewer's own order of the other side stands in the way. */
  meetsOwn: boolean;
}

export interface Order {
  side: Side;
  shares: number;
  pricePerShareCents: Cents;
}

/** The same matching as on the server, on the book that is on the screen. */
export function previewOrder(book: Pick<Book, 'asks' | 'bids'>, order: Order): OrderPreview {
  const levels = otherSide[order.side] === 'ask' ? book.asks : book.bids;
  const others = levels.map((level) => ({ ...level, sharesLeft: level.sharesLeft - level.ownShares }));
  const { fills, sharesLeft } = matchOrder(order, others);
  const total = (shares: number, price: Cents) => {
    const { amountCents, totalCents } = quotePurchase(shares, price);
    return order.side === 'bid' ? totalCents : amountCents;
  };
  return {
    sharesNow: order.shares - sharesLeft,
    nowCents: fills.reduce((sum, fill) => sum + total(fill.shares, fill.order.pricePerShareCents), 0),
    sharesLater: sharesLeft,
    laterCents: total(sharesLeft, order.pricePerShareCents),
    meetsOwn: levels.some(
      (level) =>
        level.ownShares > 0 && crosses(order.side, order.pricePerShareCents, level.pricePerShareCents),
    ),
  };
}

/** "Buy 3 shares for $307.50", "Bid $505.00 for 5 shares", "Buy 3 shares and bid for 2". */
export function bidAction({ sharesNow, nowCents, sharesLater, laterCents }: OrderPreview): string {
  if (sharesLater === 0) return `Buy ${sharesText(sharesNow)} for ${formatUsdExact(nowCents)}`;
  if (sharesNow === 0) return `Bid ${formatUsdExact(laterCents)} for ${sharesText(sharesLater)}`;
  return `Buy ${sharesText(sharesNow)} and bid for ${sharesLater.toLocaleString('en-US')}`;
}

/** What happens when a bid is placed, in a sentence or two. */
export function bidConsequence(preview: OrderPreview, price: Cents): string {
  const { sharesNow, nowCents, sharesLater, laterCents } = preview;
  const bought = `${sharesText(sharesNow)} ${sharesNow === 1 ? 'is' : 'are'} bought at once for ${formatUsdExact(nowCents)}.`;
  const reserved = `${formatUsdExact(laterCents)} is reserved until somebody sells at ${formatUsdExact(price)} or less.`;
  if (sharesLater === 0) return bought;
  return sharesNow === 0 ? reserved : `${bought} For the other ${sharesText(sharesLater)}, ${reserved}`;
}

/** What happens when shares are listed, in a sentence or two. */
export function listingConsequence(preview: OrderPreview, price: Cents): string {
  const { sharesNow, nowCents, sharesLater } = preview;
  const sold = `${sharesText(sharesNow)} ${sharesNow === 1 ? 'is' : 'are'} sold at once to waiting bids for ${formatUsdExact(nowCents)}.`;
  const listed = `${sharesText(sharesLater)} ${sharesLater === 1 ? 'waits' : 'wait'} for a buyer at ${formatUsdExact(price)} each, and still ${sharesLater === 1 ? 'counts' : 'count'} as yours.`;
  if (sharesLater === 0) return sold;
  return sharesNow === 0 ? listed : `${sold} ${listed}`;
}

/** Whole shares as typed, at least one; null for anything else. */
export function readShares(text: string): number | null {
  if (!/^\d{1,9}$/.test(text.trim())) return null;
  return Number(text) >= 1 ? Number(text) : null;
}

/** A price as typed, from one cent; null for anything else. */
export function readPrice(text: string): Cents | null {
  const cents = parseUsd(text.trim().replace(/^\./, '0.').replace(/\.$/, ''));
  return cents !== null && cents >= 1 && cents <= 100_000_000 ? cents : null;
}
