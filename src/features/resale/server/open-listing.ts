import { accounts, holdingKey } from '#features/ledger/server/index.ts';
import { chooseLots, mayChoose } from '#features/lots/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import {
  type BatchItem,
  type Decision,
  defineBatchedCommand,
} from '#platform/server/commands/batched-command.ts';
import { addressedEvent } from '#platform/server/commands/records.ts';
import { isWorseSale, matchOrder, refuseFills } from '../order-book.rules.ts';
import {
  type OpenListingInput,
  type OrderReceipt,
  openListingInput,
  resaleErrors,
} from '../resale.contract.ts';
import { LISTING_OPENED } from '../resale.events.ts';
import { refuseToList } from '../resale.rules.ts';
import { lockMarket, type Market } from './market.ts';
import { addOpenOrder, newOrder, openOrdersOf, orderDecision, orderFacts, toEveryone } from './orders.ts';
import { completeTrades, type Execution, fillBid, move, noExecution, writesOf } from './trading.ts';

/**
 * Offers shares for sale at a fixed price. It fills the bids at its price or above, the highest
 * first and the oldest first at one price, each at the bid's price; the other shares are reserved until they are bought,
 * canceled or expired, and still count as held. Idempotent by `requestId`; batched.
 * @throws SHARES_NOT_HELD, NOT_OPEN, TRADING_HALTED, PRICE_OUT_OF_BAND, OWN_BID, TOO_MANY_ORDERS, LOTS_NOT_FREE,
 *   TOO_MANY_TRADES, BIDS_CHANGED
 */
export const openListing = defineBatchedCommand({
  name: 'resale.openListing',
  input: openListingInput,
  intent: ({ expectedSale: _, ...intent }) => intent,
  loadAndLock(tx, { items, now }, { config }): Promise<Market> {
    const incoming = items.map(({ actor, input }) => ({
      ...input,
      userId: actor.userId,
      side: 'ask' as const,
    }));
    return lockMarket(tx, {
      config,
      now,
      propertyIds: incoming.map(({ propertyId }) => propertyId),
      incoming: () => incoming,
      actors: () => incoming,
    });
  },
  decide,
  writes: writesOf,
  afterWrite: completeTrades,
});

function decide(item: BatchItem<OpenListingInput>, market: Market): Decision<OrderReceipt, Execution> {
  const { actor, input } = item;
  const { userId } = actor;
  const { propertyId, lots: choices } = input;
  const book = market.books.get(propertyId);
  if (!book) throw new DomainError(resaleErrors.SHARES_NOT_HELD);
  const lots = present(market.lots.get(holdingKey({ userId, propertyId })), 'the lots of a seller');
  const free = accounts.userShares(userId, propertyId);
  const { fills, sharesLeft } = matchOrder({ side: 'ask', ...input }, book.resting);
  const refusal = refuseToList({
    ...orderFacts(book, { ...input, side: 'ask', userId, now: market.now }),
    openOrders: openOrdersOf(book, userId),
    tooManyTrades: refuseFills('listing', fills),
    shares: input.shares,
    freeShares: market.balances.get(free.id) ?? 0,
    areLotsFree: !choices || mayChoose(lots, choices),
    isWorseSale: isWorseSale(fills, input.expectedSale),
  });
  if (refusal) throw new DomainError(refusal);
  const listing = newOrder(item, 'ask', market.now);
  const row: Execution = { ...noExecution(), opened: listing };
  if (choices) {
    chooseLots(lots, listing.id, choices);
    row.chosenLots.push({ listingId: listing.id, userId, propertyId, book: lots });
  }
  for (const { order, shares } of fills) {
    fillBid(market, row, item, { listing, bid: order, shares, source: free });
  }
  if (sharesLeft > 0) {
    addOpenOrder(book, listing);
    const credit = accounts.userListed(userId, propertyId);
    move(market, row, { code: 'listing_reserved', debit: free, credit, amount: sharesLeft });
  }
  const { shares, pricePerShareCents } = listing;
  return orderDecision(market, row, {
    order: listing,
    event: addressedEvent(LISTING_OPENED, {
      ...toEveryone(listing),
      payload: { listingId: listing.id, propertyId },
    }),
    details: { shares, pricePerShareCents },
  });
}
