import { z } from 'zod';
import { adminProcedure, router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  book,
  bookInput,
  buySharesInput,
  cancelBidInput,
  cancelListingInput,
  closedOrder,
  haltTradingInput,
  ladderPage,
  listingCard,
  listingInput,
  listingPage,
  listingsInput,
  marketFigures,
  openListingInput,
  orderReceipt,
  ownOrderPage,
  ownOrdersInput,
  placeBidInput,
  repriceListingInput,
  resumeTradingInput,
  sellableHolding,
  trade,
  tradeReceipt,
  tradingFigures,
  tradingState,
  washTradesInput,
  washTradesPage,
} from '../resale.contract.ts';
import * as books from './book.queries.ts';
import { buyShares } from './buy-shares.ts';
import { cancelBid } from './cancel-bid.ts';
import { cancelListing } from './cancel-listing.ts';
import { haltTrading } from './halt-trading.ts';
import { ladders } from './ladders.queries.ts';
import { openListing } from './open-listing.ts';
import { ownBids, ownListings, sellable } from './own-orders.queries.ts';
import { placeBid } from './place-bid.ts';
import { repriceListing } from './reprice-listing.ts';
import * as queries from './resale.queries.ts';
import { resumeTrading } from './resume-trading.ts';
import * as figures from './trading-figures.ts';
import { washTrades } from './wash-trades.ts';

export const resaleRouter = router({
  listings: signedInProcedure
    .input(listingsInput)
    .output(listingPage)
    .query(({ ctx, input }) => queries.listings(ctx.platform, ctx.caller.actor, input)),
  ladders: signedInProcedure
    .input(listingsInput)
    .output(ladderPage)
    .query(({ ctx, input }) => ladders(ctx.platform, ctx.caller.actor, input)),
  listing: signedInProcedure
    .input(listingInput)
    .output(listingCard)
    .query(({ ctx, input }) => queries.listing(ctx.platform, ctx.caller.actor, input)),
  marketFigures: signedInProcedure
    .output(marketFigures)
    .query(({ ctx }) => queries.marketFigures(ctx.platform, ctx.caller.actor)),
  book: signedInProcedure
    .input(bookInput)
    .output(book)
    .query(({ ctx, input }) => books.book(ctx.platform, ctx.caller.actor, input)),
  trades: signedInProcedure
    .input(bookInput)
    .output(z.array(trade))
    .query(({ ctx, input }) => books.trades(ctx.platform, ctx.caller.actor, input)),
  tradingFigures: signedInProcedure
    .input(bookInput)
    .output(tradingFigures)
    .query(({ ctx, input }) => figures.tradingFigures(ctx.platform, ctx.caller.actor, input)),
  ownListings: signedInProcedure
    .input(ownOrdersInput)
    .output(ownOrderPage)
    .query(({ ctx, input }) => ownListings(ctx.platform.db, ctx.caller.actor, input)),
  ownBids: signedInProcedure
    .input(ownOrdersInput)
    .output(ownOrderPage)
    .query(({ ctx, input }) => ownBids(ctx.platform.db, ctx.caller.actor, input)),
  sellable: signedInProcedure
    .output(z.array(sellableHolding))
    .query(({ ctx }) => sellable(ctx.platform, ctx.caller.actor)),
  openListing: signedInProcedure
    .input(openListingInput)
    .output(orderReceipt)
    .mutation(({ ctx, input }) => openListing(ctx, input)),
  repriceListing: signedInProcedure
    .input(repriceListingInput)
    .output(orderReceipt)
    .mutation(({ ctx, input }) => repriceListing(ctx, input)),
  cancelListing: signedInProcedure
    .input(cancelListingInput)
    .output(closedOrder)
    .mutation(({ ctx, input }) => cancelListing(ctx, input)),
  buyShares: signedInProcedure
    .input(buySharesInput)
    .output(tradeReceipt)
    .mutation(({ ctx, input }) => buyShares(ctx, input)),
  placeBid: signedInProcedure
    .input(placeBidInput)
    .output(orderReceipt)
    .mutation(({ ctx, input }) => placeBid(ctx, input)),
  cancelBid: signedInProcedure
    .input(cancelBidInput)
    .output(closedOrder)
    .mutation(({ ctx, input }) => cancelBid(ctx, input)),
  washTrades: adminProcedure
    .input(washTradesInput)
    .output(washTradesPage)
    .query(({ ctx, input }) => washTrades(ctx.platform.db, input)),
  haltTrading: adminProcedure
    .input(haltTradingInput)
    .output(tradingState)
    .mutation(({ ctx, input }) => haltTrading(ctx, input)),
  resumeTrading: adminProcedure
    .input(resumeTradingInput)
    .output(tradingState)
    .mutation(({ ctx, input }) => resumeTrading(ctx, input)),
});
