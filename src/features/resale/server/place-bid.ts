import { buyerFacts, countOrder, refuseBuyer } from '#features/investing/server/index.ts';
import { accounts } from '#features/ledger/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { after, DAY } from '#kernel/time.ts';
import {
  type BatchItem,
  type Decision,
  defineBatchedCommand,
} from '#platform/server/commands/batched-command.ts';
import { crosses, matchOrder } from '../order-book.rules.ts';
import { type OrderReceipt, type PlaceBidInput, placeBidInput, resaleErrors } from '../resale.contract.ts';
import { BID_PLACED } from '../resale.events.ts';
import { quotePurchase, refusePrice, refuseToBid } from '../resale.rules.ts';
import { lockMarket, type Market, type Order } from './market.ts';
import {
  completeTrades,
  type Execution,
  fillListing,
  move,
  noExecution,
  receiptOf,
  tradeEvents,
  writesOf,
} from './trading.ts';

/**
 * Bids for shares of a property, at most at this price. It fills the listings at its price or below, the cheapest first and the
 * oldest first at one price, each at the listing's price; cash for the rest is reserved until the bid is filled, cancelled or
 * expired. Idempotent by `requestId`; batched.
 * @throws NOT_OPEN, OFFERING_OPEN, TRADING_HALTED, MORE_THAN_ALL_SHARES, PRICE_OUT_OF_BAND, OWN_LISTING,
 *   TOO_MANY_ORDERS, KYC_REQUIRED, MONTHLY_LIMIT, ANNUAL_LIMIT, INSUFFICIENT_FUNDS
 */
export const placeBid = defineBatchedCommand({
  name: 'resale.placeBid',
  input: placeBidInput,
  loadAndLock(tx, { items, now }, { config }): Promise<Market> {
    const incoming = items.map(({ actor, input }) => ({
      ...input,
      userId: actor.userId,
      side: 'bid' as const,
    }));
    return lockMarket(tx, {
      config,
      now,
      propertyIds: incoming.map(({ propertyId }) => propertyId),
      incoming: () => incoming,
      actors: () => incoming,
      buyers: items.map(({ actor }) => actor.userId),
    });
  },
  decide,
  writes: writesOf,
  afterWrite: completeTrades,
});

function decide(item: BatchItem<PlaceBidInput>, market: Market): Decision<OrderReceipt, Execution> {
  const { actor, input } = item;
  const { userId } = actor;
  const { propertyId } = input;
  const book = market.books.get(propertyId);
  if (!book) throw new DomainError(resaleErrors.NOT_OPEN);
  const { fills, sharesLeft } = matchOrder({ ...input, side: 'bid' }, book.resting);
  const reserve = quotePurchase(sharesLeft, input.pricePerShareCents).totalCents;
  const bought = fills.map(({ order, shares }) => quotePurchase(shares, order.pricePerShareCents));
  const investedCents = bought.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const amountCents = investedCents + reserve;
  const openOrders = book.openOrders.get(userId) ?? 0;
  const refusal = refuseToBid({
    status: book.property?.status ?? null,
    funded: book.property?.funded ?? false,
    halted: book.haltReason !== null,
    crossesOwn: book.resting.some(
      (listing) =>
        listing.userId === userId &&
        listing.sharesLeft > 0 &&
        crosses('bid', input.pricePerShareCents, listing.pricePerShareCents),
    ),
    openOrders,
    shares: input.shares,
    totalShares: book.property?.totalShares ?? 0,
    badPrice: book.property && refusePrice(input.pricePerShareCents, book.property.priceBand),
    totalCents: bought.reduce((sum, { totalCents }) => sum + totalCents, reserve),
    availableCashCents: market.balances.get(accounts.userCash(userId).id) ?? 0,
    ineligible: refuseBuyer(buyerFacts(market.eligibility, userId, { amountCents, now: market.now })),
  });
  if (refusal) throw new DomainError(refusal);
  countOrder(market.eligibility, userId, { investedCents, reservedCents: reserve, now: market.now });
  const bid = newOrder(item, 'bid', market.now);
  const row: Execution = { ...noExecution(), opened: bid };
  for (const { order, shares } of fills) {
    fillListing(market, row, item, { listing: order, bid, buyerId: userId, shares });
  }
  if (sharesLeft > 0) {
    book.openOrders.set(userId, openOrders + 1);
    const [debit, credit] = [accounts.userCash(userId), accounts.userBidding(userId)];
    move(market, row, { code: 'bid_reserved', debit, credit, amount: reserve });
  }
  return {
    result: receiptOf(bid, present(book.property, 'the property of a bid').name, row.trades),
    row,
    subject: `bid:${bid.id}`,
    details: { propertyId, shares: bid.shares, pricePerShareCents: bid.pricePerShareCents },
    events: [
      {
        type: BID_PLACED,
        userId,
        broadcast: { propertyId, audience: 'everyone' },
        payload: { bidId: bid.id, propertyId },
      },
      ...tradeEvents(market, row.trades),
    ],
  };
}

interface OrderInput {
  propertyId: number;
  shares: number;
  pricePerShareCents: number;
  expiresInDays: number;
}

/**
 * An incoming order before any trade; the database gives it its `seq`. It opens at the moment by which the batch counts
 * others as expired, so that it never rests beside an order that it could have filled.
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
