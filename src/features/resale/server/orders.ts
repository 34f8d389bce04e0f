import { present } from '#kernel/assert.ts';
import { newId } from '#kernel/ids.ts';
import { after, DAY } from '#kernel/time.ts';
import type { BatchItem, Decision } from '#platform/server/commands/batched-command.ts';
import type { AddressedEvent } from '#platform/server/commands/records.ts';
import { crosses } from '../order-book.rules.ts';
import type { OrderReceipt } from '../resale.contract.ts';
import { refusePrice } from '../resale.rules.ts';
import type { Book, Market, Order } from './market.ts';
import { type Execution, receiptOf, tradeEvents } from './trading.ts';

interface OrderInput {
  propertyId: number;
  shares: number;
  pricePerShareCents: number;
  expiresInDays: number;
}

/**
 * An incoming order before any trade; the database assigns its `seq`. It opens at the moment of the batch, by which
 * other orders are counted as expired, so that it never rests beside an order that it could have filled.
 */
export function newOrder(
  { operationId, actor, input }: BatchItem<OrderInput>,
  side: Order['side'],
  now: Date,
): Order {
  const { propertyId, shares, pricePerShareCents, expiresInDays } = input;
  return {
    id: newId(now.getTime()),
    seq: Number.MAX_SAFE_INTEGER,
    operationId,
    propertyId,
    userId: actor.userId,
    side,
    pricePerShareCents,
    shares,
    sharesLeft: shares,
    status: 'open',
    openedAt: now,
    expiresAt: after(now, expiresInDays * DAY),
    closedAt: null,
    closedOperationId: null,
  };
}

/** Facts about an order at a price, by which it may be refused on either side. */
export function orderFacts(
  { property, haltReason, ownOrders }: Book,
  {
    side,
    userId,
    pricePerShareCents,
    now,
  }: Pick<Order, 'side' | 'userId' | 'pricePerShareCents'> & { now: Date },
) {
  return {
    status: property?.status ?? null,
    isFunded: property?.isFunded ?? false,
    isHalted: haltReason !== null,
    badPrice: property && refusePrice(pricePerShareCents, property.priceBand),
    crossesOwnOrder: (ownOrders.get(userId) ?? []).some(
      (own) =>
        own.side !== side &&
        own.sharesLeft > 0 &&
        own.expiresAt > now &&
        crosses(side, pricePerShareCents, own.pricePerShareCents),
    ),
  };
}

/** Number of a person's open orders in a book, those of this batch included. */
export const openOrdersOf = ({ ownOrders }: Book, userId: string) => ownOrders.get(userId)?.length ?? 0;

/** Counts an order that waits in the book. */
export function addOpenOrder({ ownOrders }: Book, order: Order): void {
  ownOrders.set(order.userId, [...(ownOrders.get(order.userId) ?? []), order]);
}

/** Whom the event of an order reaches. */
export const toEveryone = ({ userId, propertyId }: Order) =>
  ({ userId, broadcast: { propertyId, audience: 'everyone' } }) as const;

/** The decision of a placed or repriced order, with its trades. */
export function orderDecision(
  market: Market,
  row: Execution,
  { order, event, details }: { order: Order; event: AddressedEvent; details: Record<string, unknown> },
): Decision<OrderReceipt, Execution> {
  const { id, propertyId, side } = order;
  const book = present(market.books.get(propertyId), 'the book of an order');
  return {
    result: receiptOf(order, present(book.property, 'the property of an order').name, row.trades),
    row,
    subject: side === 'bid' ? `bid:${id}` : `listing:${id}`,
    details: { propertyId, ...details },
    events: [event, ...tradeEvents(market, row.trades)],
  };
}
