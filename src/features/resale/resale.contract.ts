import { z } from 'zod';
import { lotChoice } from '#features/lots/lots.contract.ts';
import { building } from '#features/properties/building.contract.ts';
import { shareValue } from '#features/valuations/share-value.contract.ts';
import { defineErrors } from '#kernel/errors.ts';
import { formatUsdExact, MAX_CENTS, MAX_SHARES } from '#kernel/money.ts';
import {
  basisPoints,
  cents,
  instant,
  pageInput,
  pageOf,
  personText,
  propertyId,
  requestId,
  shareCount,
  sumOfCents,
} from '#kernel/schemas.ts';

/** Open listings and bids that one person may have in one property. */
export const MAX_OPEN_ORDERS = 50;

/**
 * Resting orders that one order may fill. More of them would lock the book for longer than a statement may take; to fill
 * only some, and leave the rest of the order in the book, would cross it.
 */
export const MAX_IMMEDIATE_TRADES = 500;

/** Trades that the list of the last ones shows. */
export const MAX_LAST_TRADES = 50;

export const EXPIRY_DAYS = { listing: 90, bid: 30, maxDays: 365 } as const;

/** A price on the resale market; each property has a band of prices within these. */
const resalePrice = z
  .int('Enter the price in dollars and cents.')
  .min(1, 'The lowest price is $0.01.')
  .max(MAX_CENTS, `The highest price is ${formatUsdExact(MAX_CENTS)}.`);

const days = z
  .int()
  .min(1, 'At least 1 day.')
  .max(EXPIRY_DAYS.maxDays, `At most ${EXPIRY_DAYS.maxDays} days.`);

const BEYOND_MONEY = `Price times shares is more than ${formatUsdExact(MAX_CENTS)}. Choose fewer shares or a lower price.`;

/** Whether all shares of an order together have a price that can be booked. */
export function isWithinMoney(order: { shares: number; pricePerShareCents: number }): boolean {
  return order.shares * order.pricePerShareCents <= MAX_CENTS;
}

/**
 * The immediate sale that the seller was shown. An order that would bring less for these shares is
 * refused with BIDS_CHANGED; without it the asked price alone protects the seller.
 */
export const expectedSale = z.strictObject({
  shares: z.int().min(0).max(MAX_SHARES),
  proceedsCents: cents,
});

const withinMoney: [typeof isWithinMoney, { path: string[]; message: string }] = [
  isWithinMoney,
  { path: ['shares'], message: BEYOND_MONEY },
];

export const openListingInput = z
  .strictObject({
    propertyId,
    shares: shareCount(),
    pricePerShareCents: resalePrice,
    expiresInDays: days.default(EXPIRY_DAYS.listing),
    /** The lots to sell, instead of the oldest first; together they have as many shares as the listing. */
    lots: z.array(lotChoice).min(1).max(50).optional(),
    expectedSale: expectedSale.optional(),
    requestId,
  })
  .refine(...withinMoney)
  .refine(({ lots, shares }) => !lots || lots.reduce((sum, lot) => sum + lot.shares, 0) === shares, {
    path: ['lots'],
    message: 'Choose exactly as many shares as you are listing.',
  });

export const placeBidInput = z
  .strictObject({
    propertyId,
    shares: shareCount(),
    pricePerShareCents: resalePrice,
    expiresInDays: days.default(EXPIRY_DAYS.bid),
    requestId,
  })
  .refine(...withinMoney);

/** `expectedTotalCents` is the total shown to the buyer; another one is refused with PRICE_CHANGED. */
export const buySharesInput = z.strictObject({
  listingId: z.uuid(),
  shares: shareCount(),
  expectedTotalCents: cents,
  requestId,
});

export const repriceListingInput = z.strictObject({
  listingId: z.uuid(),
  pricePerShareCents: resalePrice,
  expectedSale: expectedSale.optional(),
  requestId,
});

export const cancelListingInput = z.strictObject({ listingId: z.uuid(), requestId });
export const cancelBidInput = z.strictObject({ bidId: z.uuid(), requestId });

export const haltTradingInput = z.strictObject({
  propertyId,
  reason: personText(500, 'Say why trading is halted.'),
});
export const resumeTradingInput = z.strictObject({ propertyId });

export const orderStatus = z.enum(['open', 'filled', 'cancelled', 'expired']);

/** The receipt of a purchase from a listing; the fee is on top of the amount. */
export const tradeReceipt = z.object({
  id: z.string(),
  listingId: z.string(),
  propertyId,
  propertyName: z.string(),
  shares: z.int(),
  pricePerShareCents: cents,
  amountCents: cents,
  feeCents: cents,
  totalCents: sumOfCents,
  createdAt: instant,
});

/** The receipt of a bid or of a new or repriced listing: the part that traded immediately, and the part that rests. */
export const orderReceipt = z.object({
  id: z.string(),
  propertyId,
  propertyName: z.string(),
  shares: z.int(),
  pricePerShareCents: cents,
  sharesTraded: z.int(),
  /** Proceeds of the traded shares, or their cost including the fee. */
  tradedCents: sumOfCents,
  sharesLeft: z.int(),
  status: orderStatus,
  expiresAt: instant,
});

export const closedOrder = z.object({ id: z.string(), status: orderStatus, sharesLeft: z.int() });

export const tradingState = z.object({ propertyId, haltReason: z.string().nullable() });

/** The lowest and the highest allowed price of an order, both included. */
export const priceBand = z.object({ lowestCents: cents, highestCents: cents });

const listedProperty = z.object({
  id: propertyId,
  name: z.string(),
  location: z.string(),
  imageUrl: z.string().nullable(),
  propertyType: z.enum(['residential', 'commercial', 'industrial']),
  subtype: z.string().nullable(),
  ...building,
  /** Price of a share on the primary market, now or then. */
  offeringPriceCents: cents,
  /** Value of a share, with its basis. */
  value: shareValue,
  annualYieldBps: basisPoints,
  priceBand,
});

/** A listing of another person; the seller appears under a pseudonym. */
export const listingCard = z.object({
  id: z.string(),
  property: listedProperty,
  seller: z.string(),
  sharesLeft: z.int(),
  pricePerShareCents: cents,
  openedAt: instant,
  expiresAt: instant,
  haltReason: z.string().nullable(),
});
export const listingSort = z.enum(['newest', 'price', 'yield', 'discount']);
export const listingsInput = z.strictObject({
  propertyId: propertyId.optional(),
  sort: listingSort.default('newest'),
  ...pageInput({ max: 100, default: 24 }),
});
export const listingPage = pageOf(listingCard);
export const listingInput = z.strictObject({ id: z.uuid() });

/** Listings of a property that its ladder shows before it is opened. */
export const MAX_FIRST_RUNGS = 3;

/** A property's listings of others together, by price. */
export const ladder = z.object({
  property: listedProperty,
  haltReason: z.string().nullable(),
  listings: z.int(),
  sharesForSale: z.int(),
  /** The cheapest listings, the lowest price first. */
  best: z.array(listingCard.omit({ property: true, haltReason: true })),
  /** New shares that are still sold beside the resold ones, for the offering price and a fee. */
  newShares: z.object({ available: z.int(), fewest: z.int(), oneCostsCents: sumOfCents }).nullable(),
});
export const ladderPage = pageOf(ladder);

export const marketFigures = z.object({
  listings: z.int(),
  sharesForSale: z.int(),
  /** Volume of the last 30 days. */
  tradedCents: sumOfCents,
  /** Properties with listings of others. A server of the version before does not send it. */
  propertiesWithListings: z.int().optional(),
  /** The first of them by name, to filter by. */
  properties: z.array(z.object({ id: propertyId, name: z.string() })),
});

/** All open orders of one price together. */
export const bookLevel = z.object({
  pricePerShareCents: cents,
  sharesLeft: z.int(),
  /** Of these, the viewer's own; they never trade with the viewer. */
  ownShares: z.int(),
});

/** The book of a property with the viewer's rights in it. */
export const book = z.object({
  property: listedProperty,
  haltReason: z.string().nullable(),
  /** When the halt ends by itself; null where an admin ends it. */
  haltedUntil: instant.nullable(),
  /** All shares of the property: no bid is for more. */
  totalShares: z.int(),
  /** Off the market: nothing can be traded, even if the book has orders. */
  closed: z.boolean(),
  /** Until its offering is funded, nothing is traded. */
  funded: z.boolean(),
  /** The lowest asks first and the highest bids first, at most 50 prices each. */
  asks: z.array(bookLevel),
  bids: z.array(bookLevel),
  lastPriceCents: cents.nullable(),
  /** The most shares that a bid or a listing of the viewer may trade immediately: those of the best orders of others. */
  mostSharesNow: z.object({ bid: z.int(), ask: z.int() }),
  viewer: z.object({ sharesFree: z.int(), sharesListed: z.int() }),
});
export const bookInput = z.strictObject({ propertyId });

export const trade = z.object({
  id: z.string(),
  shares: z.int(),
  pricePerShareCents: cents,
  at: instant,
  /** The viewer's side of it. */
  mine: z.enum(['bought', 'sold']).nullable(),
});

/**
 * A week from its Monday in UTC. The price is the average of its trades weighted by shares, rounded to the cent; a week
 * without trades has the price of the week before.
 */
export const priceWeek = z.object({ weekOf: z.iso.date(), pricePerShareCents: cents, shares: z.int() });

export const tradingFigures = z.object({
  volume: z.array(z.object({ days: z.int(), shares: z.int(), amountCents: sumOfCents })),
  /** From opening to the last share, of listings that sold out; null when none did. */
  medianSecondsToSell: z.int().nullable(),
  /** Of the closed listings, those of which not one share was sold; null when none is closed. */
  neverSold: z.object({ listings: z.int(), of: z.int() }).nullable(),
  /** Every week from the first trade to now, without a gap. */
  weeks: z.array(priceWeek),
});

/** Two people who traded shares of a property back and forth within 30 days; their trades count for no figure. */
export const washTrades = z.object({
  id: z.string(),
  property: z.object({ id: propertyId, name: z.string() }),
  people: z.tuple([
    z.object({ id: z.string(), email: z.string() }),
    z.object({ id: z.string(), email: z.string() }),
  ]),
  trades: z.int(),
  shares: z.int(),
  amountCents: sumOfCents,
  firstAt: instant,
  lastAt: instant,
});
export const washTradesInput = z.strictObject({ ...pageInput({ max: 100, default: 20 }) });
export const washTradesPage = pageOf(washTrades);

/** One of the caller's own listings or bids. */
export const ownOrder = z.object({
  id: z.string(),
  propertyId,
  propertyName: z.string(),
  shares: z.int(),
  sharesLeft: z.int(),
  pricePerShareCents: cents,
  status: orderStatus,
  openedAt: instant,
  expiresAt: instant,
  closedAt: instant.nullable(),
  haltReason: z.string().nullable(),
});
export const ownOrdersInput = z.strictObject({
  state: z.enum(['open', 'closed']),
  ...pageInput({ max: 100, default: 20 }),
});
export const ownOrderPage = pageOf(ownOrder);

/** A holding as the Sell My Shares screen offers it. */
export const sellableHolding = z.object({
  property: listedProperty,
  status: z.enum(['pending', 'approved', 'rejected']),
  statusReason: z.string().nullable(),
  offering: z.enum(['open', 'funded', 'failed']),
  haltReason: z.string().nullable(),
  sharesFree: z.int(),
  sharesListed: z.int(),
});

export const resaleErrors = defineErrors({
  LISTING_CLOSED: ['conflict', 'This listing is no longer for sale.'],
  OWN_LISTING: [
    'refused',
    'You have a listing at this price or below, and cannot buy from yourself. Cancel it first.',
  ],
  OWN_BID: [
    'refused',
    'You have a bid at this price or above, and cannot sell to yourself. Cancel it first.',
  ],
  PRICE_CHANGED: ['conflict', 'The price has changed. Check the new total and confirm again.'],
  BIDS_CHANGED: [
    'conflict',
    'The bids have changed, and your shares would bring less now. Check the new figures and confirm again.',
  ],
  NOT_ENOUGH_SHARES: ['conflict', 'Not enough shares are left in this listing.'],
  MORE_THAN_ALL_SHARES: ['refused', 'The property does not have that many shares. Bid for fewer.'],
  SHARES_NOT_HELD: ['conflict', 'You do not have that many shares available to sell.'],
  NOT_OPEN: ['refused', 'Shares of this property cannot be traded right now.'],
  OFFERING_OPEN: [
    'refused',
    'Shares can be traded once investors’ money is released from escrow to the owner.',
  ],
  TRADING_HALTED: ['refused', 'Trading in this property is halted.'],
  PRICE_OUT_OF_BAND: ['refused', 'This price is too far from what a share is worth. Choose another.'],
  TOO_MANY_ORDERS: [
    'refused',
    `You have ${MAX_OPEN_ORDERS} open orders for this property. Cancel one of them first.`,
  ],
  TOO_MANY_TRADES: [
    'refused',
    `One order can trade with at most ${MAX_IMMEDIATE_TRADES} other orders. Choose fewer shares or another price.`,
  ],
  ORDER_NOT_FOUND: ['notFound', 'You have no such listing or bid.'],
  ORDER_CLOSED: ['conflict', 'This listing or bid is already closed.'],
  BEYOND_MONEY: ['refused', BEYOND_MONEY],
  PRICE_UNCHANGED: ['conflict', 'The listing already has this price.'],
  ALREADY_HALTED: ['conflict', 'Trading is already halted.'],
  NOT_HALTED: ['conflict', 'Trading is not halted.'],
  HALT_NOT_OVER: ['refused', 'This halt ends automatically and cannot be ended earlier.'],
});

export type PriceBand = z.infer<typeof priceBand>;
export type TradeReceipt = z.infer<typeof tradeReceipt>;
export type OrderReceipt = z.infer<typeof orderReceipt>;
export type ClosedOrder = z.infer<typeof closedOrder>;
export type ListingCard = z.infer<typeof listingCard>;
export type Ladder = z.infer<typeof ladder>;
export type ListingSort = z.infer<typeof listingSort>;
export type ListedProperty = z.infer<typeof listedProperty>;
export type MarketFigures = z.infer<typeof marketFigures>;
export type BookLevel = z.infer<typeof bookLevel>;
export type BookView = z.infer<typeof book>;
export type TradeView = z.infer<typeof trade>;
export type TradingFigures = z.infer<typeof tradingFigures>;
export type WashTrades = z.infer<typeof washTrades>;
export type OwnOrder = z.infer<typeof ownOrder>;
export type SellableHolding = z.infer<typeof sellableHolding>;
export type ExpectedSale = z.infer<typeof expectedSale>;
export type PlaceBidInput = z.output<typeof placeBidInput>;
export type OpenListingInput = z.output<typeof openListingInput>;
