import { sql } from 'drizzle-orm';
import { accounts } from '#features/ledger/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import {
  type Batch,
  type BatchItem,
  type DecidedItem,
  type Decision,
  defineBatchedCommand,
} from '#platform/server/commands/batched-command.ts';
import { addressedEvent } from '#platform/server/commands/records.ts';
import { awaitAll, rows, type Transaction } from '#platform/server/database/db.ts';
import { isWorseSale, matchOrder, refuseFills } from '../order-book.rules.ts';
import {
  type ExpectedSale,
  isWithinMoney,
  type OrderReceipt,
  repriceListingInput,
  resaleErrors,
} from '../resale.contract.ts';
import { LISTING_REPRICED } from '../resale.events.ts';
import { refuseToReprice } from '../resale.rules.ts';
import { lockMarket, type Market } from './market.ts';
import { orderDecision, orderFacts, toEveryone } from './orders.ts';
import { completeTrades, type Execution, fillBid, noExecution, writesOf } from './trading.ts';

interface RepriceRequest {
  listingId: string;
  pricePerShareCents: number;
  expectedSale?: ExpectedSale | undefined;
  requestId: string;
}

/**
 * Gives a listing another price. It queues behind the listings that have this price already, and fills bids at that price
 * or above, as a new listing does. A buyer who was shown the old price is refused with PRICE_CHANGED.
 * @throws ORDER_NOT_FOUND, ORDER_CLOSED, NOT_OPEN, TRADING_HALTED, PRICE_UNCHANGED, PRICE_OUT_OF_BAND,
 *   BEYOND_MONEY, OWN_BID, TOO_MANY_TRADES, BIDS_CHANGED
 */
export const repriceListing = defineBatchedCommand({
  name: 'resale.repriceListing',
  input: repriceListingInput,
  intent: ({ expectedSale: _, ...intent }) => intent,
  loadAndLock(tx, { items, now }, { config }): Promise<Market> {
    return lockMarket(tx, {
      config,
      now,
      orderIds: items.map(({ input }) => input.listingId),
      incoming: (requestedOrders) =>
        items.flatMap(({ input }) => {
          const listing = requestedOrders.get(input.listingId);
          return listing?.side === 'ask' ? [{ ...listing, ...input, side: 'ask' as const }] : [];
        }),
      actors: () => [],
    });
  },
  decide,
  writes: writesOf,
  afterWrite,
});

function decide(item: BatchItem<RepriceRequest>, market: Market): Decision<OrderReceipt, Execution> {
  const { actor, input, now } = item;
  const listing = market.requestedOrders.get(input.listingId);
  if (listing?.side !== 'ask' || listing.userId !== actor.userId) {
    throw new DomainError(resaleErrors.ORDER_NOT_FOUND);
  }
  const { propertyId, userId } = listing;
  const { pricePerShareCents } = input;
  const book = present(market.books.get(propertyId), 'the book of a listing');
  const { fills } = matchOrder({ side: 'ask', pricePerShareCents, shares: listing.sharesLeft }, book.resting);
  const refusal = refuseToReprice({
    ...orderFacts(book, { side: 'ask', userId, pricePerShareCents, now: market.now }),
    tooManyTrades: refuseFills('newPrice', fills),
    isOpen: listing.status === 'open' && listing.expiresAt > now,
    isUnchanged: listing.pricePerShareCents === pricePerShareCents,
    isWithinMoney: isWithinMoney({ shares: listing.sharesLeft, pricePerShareCents }),
    isWorseSale: isWorseSale(fills, input.expectedSale),
  });
  if (refusal) throw new DomainError(refusal);
  listing.pricePerShareCents = pricePerShareCents;
  const row: Execution = { ...noExecution(), changed: [listing] };
  const source = accounts.userListed(userId, propertyId);
  for (const { order, shares } of fills) fillBid(market, row, item, { listing, bid: order, shares, source });
  const event = addressedEvent(LISTING_REPRICED, {
    ...toEveryone(listing),
    payload: { listingId: listing.id, propertyId },
  });
  return orderDecision(market, row, { order: listing, event, details: { pricePerShareCents } });
}

async function afterWrite(
  tx: Transaction,
  accepted: Batch<DecidedItem<RepriceRequest, OrderReceipt, Execution>>,
): Promise<void> {
  // One after the other: at one price, the one who asked first sells first.
  const moves = accepted.items.map(({ input }) =>
    rows(tx, sql`update resale_orders set seq = default where id = ${input.listingId}::uuid`),
  );
  await awaitAll([completeTrades(tx, accepted), ...moves]);
}
