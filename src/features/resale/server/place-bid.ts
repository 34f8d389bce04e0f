import { buyerFacts, countSpending, refuseBuyer } from '#features/investing/server/index.ts';
import { accounts } from '#features/ledger/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import {
  type BatchItem,
  type Decision,
  defineBatchedCommand,
} from '#platform/server/commands/batched-command.ts';
import { addressedEvent } from '#platform/server/commands/records.ts';
import { matchOrder, refuseFills } from '../order-book.rules.ts';
import { type OrderReceipt, type PlaceBidInput, placeBidInput, resaleErrors } from '../resale.contract.ts';
import { BID_PLACED } from '../resale.events.ts';
import { quoteTrade, refuseToBid } from '../resale.rules.ts';
import { lockMarket, type Market } from './market.ts';
import { addOpenOrder, newOrder, openOrdersOf, orderDecision, orderFacts, toEveryone } from './orders.ts';
import { completeTrades, type Execution, fillListing, move, noExecution, writesOf } from './trading.ts';

/**
 * Bids for shares of a property, at most at this price. It fills the listings at its price or below, the cheapest first and the
 * oldest first at one price, each at the listing's price; cash for the rest is reserved until the bid is filled, canceled or
 * expired. Idempotent by `requestId`; batched.
 * @throws NOT_OPEN, OFFERING_OPEN, TRADING_HALTED, MORE_THAN_ALL_SHARES, PRICE_OUT_OF_BAND, OWN_LISTING,
 *   TOO_MANY_ORDERS, TOO_MANY_TRADES, KYC_REQUIRED, MONTHLY_LIMIT, ANNUAL_LIMIT, INSUFFICIENT_FUNDS
 */
export const placeBid = defineBatchedCommand({
  name: 'resale.placeBid',
  input: placeBidInput,
  needsConsent: true,
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
  const reserve = quoteTrade(sharesLeft, input.pricePerShareCents).totalCents;
  const bought = fills.map(({ order, shares }) => quoteTrade(shares, order.pricePerShareCents));
  const investedCents = bought.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const amountCents = investedCents + reserve;
  const refusal = refuseToBid({
    ...orderFacts(book, { ...input, side: 'bid', userId, now: market.now }),
    openOrders: openOrdersOf(book, userId),
    tooManyTrades: refuseFills('bid', fills),
    shares: input.shares,
    totalShares: book.property?.totalShares ?? 0,
    totalCents: bought.reduce((sum, { totalCents }) => sum + totalCents, reserve),
    availableCashCents: market.balances.get(accounts.userCash(userId).id) ?? 0,
    ineligible: refuseBuyer(buyerFacts(market.eligibility, userId, { amountCents, now: market.now })),
  });
  if (refusal) throw new DomainError(refusal);
  countSpending(market.eligibility, userId, { investedCents, reservedCents: reserve, now: market.now });
  const bid = newOrder(item, 'bid', market.now);
  const row: Execution = { ...noExecution(), opened: bid };
  for (const { order, shares } of fills) {
    fillListing(market, row, item, { listing: order, bid, buyerId: userId, shares });
  }
  if (sharesLeft > 0) {
    addOpenOrder(book, bid);
    const [debit, credit] = [accounts.userCash(userId), accounts.userBidding(userId)];
    move(market, row, { code: 'bid_reserved', debit, credit, amount: reserve });
  }
  const { shares, pricePerShareCents } = bid;
  return orderDecision(market, row, {
    order: bid,
    event: addressedEvent(BID_PLACED, { ...toEveryone(bid), payload: { bidId: bid.id, propertyId } }),
    details: { shares, pricePerShareCents },
  });
}
