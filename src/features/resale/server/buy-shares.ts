import { buyerFacts, countSpending, refuseBuyer } from '#features/investing/server/index.ts';
import { accounts } from '#features/ledger/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import {
  type BatchItem,
  type Decision,
  defineBatchedCommand,
} from '#platform/server/commands/batched-command.ts';
import { buySharesInput, resaleErrors, type TradeReceipt } from '../resale.contract.ts';
import { quoteTrade, refuseToBuy } from '../resale.rules.ts';
import { lockMarket, type Market } from './market.ts';
import {
  completeTrades,
  type Execution,
  fillListing,
  noExecution,
  tradeEvents,
  writesOf,
} from './trading.ts';

interface Purchase {
  listingId: string;
  shares: number;
  expectedTotalCents: number;
  requestId: string;
}

/**
 * Buys shares from a listing at its price: money and shares change hands in one transaction. A total
 * other than the one the buyer was shown is refused. Idempotent by `requestId`; batched.
 * @throws LISTING_CLOSED, TRADING_HALTED, OWN_LISTING, NOT_ENOUGH_SHARES, PRICE_CHANGED, KYC_REQUIRED, MONTHLY_LIMIT,
 *   ANNUAL_LIMIT, INSUFFICIENT_FUNDS
 */
export const buyShares = defineBatchedCommand({
  name: 'resale.buyShares',
  input: buySharesInput,
  needsConsent: true,
  intent: ({ expectedTotalCents: _, ...intent }) => intent,
  // No contention key: the property is known only after the listing is read.
  loadAndLock(tx, { items, now }, { config }): Promise<Market> {
    return lockMarket(tx, {
      config,
      now,
      orderIds: items.map(({ input }) => input.listingId),
      incoming: () => [],
      actors: (requestedOrders) =>
        items.flatMap(({ actor, input }) => {
          const listing = requestedOrders.get(input.listingId);
          return listing ? [{ userId: actor.userId, propertyId: listing.propertyId }] : [];
        }),
      buyers: items.map(({ actor }) => actor.userId),
    });
  },
  decide,
  writes: writesOf,
  afterWrite: completeTrades,
});

function decide(item: BatchItem<Purchase>, market: Market): Decision<TradeReceipt, Execution> {
  const { actor, input, now } = item;
  const listing = market.requestedOrders.get(input.listingId);
  if (listing?.side !== 'ask') throw new DomainError(resaleErrors.LISTING_CLOSED);
  const { property, haltReason } = present(market.books.get(listing.propertyId), 'the book of a listing');
  const { sharesLeft, pricePerShareCents } = listing;
  const quote = quoteTrade(Math.min(input.shares, sharesLeft), pricePerShareCents);
  const { amountCents } = quote;
  const refusal = refuseToBuy({
    status: property?.status ?? null,
    isFunded: property?.isFunded ?? false,
    isHalted: haltReason !== null,
    isOpen: listing.status === 'open' && listing.expiresAt > now,
    isOwnListing: listing.userId === actor.userId,
    shares: input.shares,
    sharesLeft,
    totalCents: quote.totalCents,
    expectedTotalCents: input.expectedTotalCents,
    availableCashCents: market.balances.get(accounts.userCash(actor.userId).id) ?? 0,
    ineligible: refuseBuyer(buyerFacts(market.eligibility, actor.userId, { amountCents, now })),
  });
  if (refusal) throw new DomainError(refusal);
  countSpending(market.eligibility, actor.userId, { investedCents: amountCents, now });
  const row = noExecution();
  const trade = fillListing(market, row, item, {
    listing,
    bid: null,
    buyerId: actor.userId,
    shares: input.shares,
  });
  return {
    result: {
      id: trade.id,
      listingId: listing.id,
      propertyId: listing.propertyId,
      propertyName: present(property, 'the property of a listing').name,
      shares: trade.shares,
      pricePerShareCents,
      ...quote,
      createdAt: now.toISOString(),
    },
    row,
    subject: `trade:${trade.id}`,
    details: { propertyId: listing.propertyId, shares: trade.shares, totalCents: quote.totalCents },
    events: tradeEvents(market, row.trades),
  };
}
