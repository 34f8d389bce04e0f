import { lotErrors } from '#features/lots/lots.contract.ts';
import type { ShareValue } from '#features/valuations/share-value.contract.ts';
import type { ErrorDefinition } from '#kernel/errors.ts';
import { MANAGEMENT_FEE_BPS } from '#kernel/fees.ts';
import {
  type BasisPoints,
  type Cents,
  feeOf,
  formatPercent,
  formatUsdExact,
  MAX_CENTS,
  multiply,
} from '#kernel/money.ts';
import { DAY } from '#kernel/time.ts';
import { MAX_OPEN_ORDERS, type PriceBand, resaleErrors, type TradingFigures } from './resale.contract.ts';

/** Resale carries no fee; this is the one constant that says so. The buyer would pay it on top. */
export const RESALE_FEE_BPS: BasisPoints = 0;

export interface ResaleQuote {
  amountCents: Cents;
  feeCents: Cents;
  totalCents: Cents;
}

/** What `shares` at this price cost a buyer; the client previews with it, the server charges by it. */
export function quotePurchase(
  shares: number,
  pricePerShareCents: Cents,
  feeBps: BasisPoints = RESALE_FEE_BPS,
): ResaleQuote {
  const amountCents = multiply(pricePerShareCents, shares);
  const feeCents = feeOf(amountCents, feeBps);
  return { amountCents, feeCents, totalCents: amountCents + feeCents };
}

/**
 * What `shares` of a bid cost that has `sharesLeft` of them open: the change of what must be reserved, so that the
 * reserve is used up exactly, in whatever parts the bid is filled.
 */
export function quoteReserved(
  shares: number,
  bid: { sharesLeft: number; pricePerShareCents: Cents },
  feeBps: BasisPoints = RESALE_FEE_BPS,
): ResaleQuote {
  const before = quotePurchase(bid.sharesLeft, bid.pricePerShareCents, feeBps);
  const after = quotePurchase(bid.sharesLeft - shares, bid.pricePerShareCents, feeBps);
  return {
    amountCents: before.amountCents - after.amountCents,
    feeCents: before.feeCents - after.feeCents,
    totalCents: before.totalCents - after.totalCents,
  };
}

interface Priced {
  offeringPriceCents: Cents;
  annualYieldBps: BasisPoints;
}

/**
 * Yield on what a share costs here, after the management fee: the income of a share stays the same, whatever is paid
 * for it.
 */
export function netYieldBps({ offeringPriceCents, annualYieldBps }: Priced, priceCents: Cents): BasisPoints {
  const netOfFeeBps = 10_000 - MANAGEMENT_FEE_BPS;
  return Math.round((annualYieldBps * offeringPriceCents * netOfFeeBps) / (priceCents * 10_000));
}

/** Of the volume of a property's shares, those of the last 7 days. */
export function weeklySharesTraded({ volume }: Pick<TradingFigures, 'volume'>): number {
  return volume.find(({ days }) => days === 7)?.shares ?? 0;
}

/** How many of the listings that are closed never found a buyer. */
export function neverSoldText(neverSold: TradingFigures['neverSold']): string {
  if (neverSold === null) return 'None closed yet';
  const { listings, of } = neverSold;
  return `${formatPercent((100 * listings) / of)}, ${listings.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}`;
}

/** How far a price lies above (premium) or below (discount) what a share is worth; null when that is nothing. */
export function premiumBps(
  { perShareCents }: Pick<ShareValue, 'perShareCents'>,
  priceCents: Cents,
): BasisPoints | null {
  if (perShareCents === 0) return null;
  return Math.round(((priceCents - perShareCents) * 10_000) / perShareCents);
}

/**
 * The band of prices of a property, rounded to cents within it; the lowest is never below one cent. It is measured from
 * what a share is worth, never from the last trade: two accounts could move that wherever they like.
 */
export function priceBandOf(
  valueCents: Cents,
  { lowestPercent, highestPercent }: { lowestPercent: number; highestPercent: number },
): PriceBand {
  return {
    lowestCents: Math.max(1, Math.ceil((valueCents * lowestPercent) / 100)),
    highestCents: Math.min(MAX_CENTS, Math.max(1, Math.floor((valueCents * highestPercent) / 100))),
  };
}

/** "$50.00 to $200.00". */
export function bandText({ lowestCents, highestCents }: PriceBand): string {
  return `${formatUsdExact(lowestCents)} to ${formatUsdExact(highestCents)}`;
}

/** The band as a form reads it. */
export const priceRangeOf = ({ lowestCents, highestCents }: PriceBand) => ({
  minCents: lowestCents,
  maxCents: highestCents,
});

function isInBand(priceCents: Cents, { lowestCents, highestCents }: PriceBand): boolean {
  return priceCents >= lowestCents && priceCents <= highestCents;
}

/** Why a price is refused, or null; the text names the lowest and the highest price. */
export function refusePrice(priceCents: Cents, band: PriceBand): ErrorDefinition | null {
  if (isInBand(priceCents, band)) return null;
  const message = `Shares of this property trade for ${bandText(band)} each. Choose a price in this range.`;
  return { ...resaleErrors.PRICE_OUT_OF_BAND, message };
}

/** How long after a trade one back between the same two people makes both of them wash trades. */
export const WASH_WINDOW_DAYS = 30;

export interface Transferred {
  propertyId: number;
  sellerId: string;
  buyerId: string;
  at: Date;
}

/**
 * Whether two trades are wash trades: one sells shares of a property to someone, the other buys shares of it back from
 * the same person, within 30 days, whatever their numbers and prices. Wash trades count for no price and no volume.
 */
export function areWashTrades(one: Transferred, other: Transferred): boolean {
  return (
    one.propertyId === other.propertyId &&
    one.sellerId === other.buyerId &&
    one.buyerId === other.sellerId &&
    Math.abs(one.at.getTime() - other.at.getTime()) <= WASH_WINDOW_DAYS * DAY
  );
}

interface MarketFacts {
  status: 'pending' | 'approved' | 'rejected' | null;
  /** The offering is funded: until then its shares may have to be given back. */
  funded: boolean;
  halted: boolean;
}

function refuseMarket({ status, funded, halted }: MarketFacts): ErrorDefinition | null {
  if (status !== 'approved') return resaleErrors.NOT_OPEN;
  if (!funded) return resaleErrors.OFFERING_OPEN;
  return halted ? resaleErrors.TRADING_HALTED : null;
}

export interface BuyFacts extends MarketFacts {
  /** The listing is open and not past its expiry. */
  open: boolean;
  own: boolean;
  shares: number;
  sharesLeft: number;
  totalCents: Cents;
  expectedTotalCents: Cents;
  availableCashCents: Cents;
  /** Why the buyer may not spend so much: the identity is not verified, or a limit would be exceeded. */
  ineligible: ErrorDefinition | null;
}

/** Why buying from a listing is refused, or null. A listing off the market answers like one that is gone. */
export function refuseToBuy(facts: BuyFacts): ErrorDefinition | null {
  if (!facts.open || facts.status !== 'approved') return resaleErrors.LISTING_CLOSED;
  if (facts.halted) return resaleErrors.TRADING_HALTED;
  if (facts.own) return resaleErrors.OWN_LISTING;
  if (facts.shares > facts.sharesLeft) return resaleErrors.NOT_ENOUGH_SHARES;
  if (facts.totalCents !== facts.expectedTotalCents) return resaleErrors.PRICE_CHANGED;
  if (facts.ineligible) return facts.ineligible;
  if (facts.totalCents > facts.availableCashCents) return resaleErrors.INSUFFICIENT_FUNDS;
  return null;
}

interface OrderFacts extends MarketFacts {
  /** Null, or why the price of the order is refused. */
  badPrice: ErrorDefinition | null;
  /** The caller has an order on the other side that this one would trade with. */
  crossesOwn: boolean;
  openOrders: number;
}

export interface BidFacts extends OrderFacts {
  shares: number;
  totalShares: number;
  /** What trades at once and the reserve for the rest. */
  totalCents: Cents;
  availableCashCents: Cents;
  /** As with a purchase, for what trades at once and what would be reserved. */
  ineligible: ErrorDefinition | null;
}

/** Why a bid is refused, or null. */
export function refuseToBid(facts: BidFacts): ErrorDefinition | null {
  const closed = refuseMarket(facts);
  if (closed) return closed;
  if (facts.shares > facts.totalShares) return resaleErrors.MORE_THAN_ALL_SHARES;
  if (facts.badPrice) return facts.badPrice;
  if (facts.crossesOwn) return resaleErrors.OWN_LISTING;
  if (facts.openOrders >= MAX_OPEN_ORDERS) return resaleErrors.TOO_MANY_ORDERS;
  if (facts.ineligible) return facts.ineligible;
  if (facts.totalCents > facts.availableCashCents) return resaleErrors.INSUFFICIENT_FUNDS;
  return null;
}

export interface ListFacts extends OrderFacts {
  shares: number;
  freeShares: number;
  /** The chosen lots have these shares free; true when none are chosen. */
  lotsFree: boolean;
  /** What sells at once brings less than the seller was shown. */
  worseSale: boolean;
}

/** Why a listing is refused, or null. A caller without enough shares learns nothing about the property. */
export function refuseToList(facts: ListFacts): ErrorDefinition | null {
  if (facts.shares > facts.freeShares) return resaleErrors.SHARES_NOT_HELD;
  const refused = refuseMarket(facts) ?? facts.badPrice;
  if (refused) return refused;
  if (facts.crossesOwn) return resaleErrors.OWN_BID;
  if (facts.openOrders >= MAX_OPEN_ORDERS) return resaleErrors.TOO_MANY_ORDERS;
  if (!facts.lotsFree) return lotErrors.LOTS_NOT_FREE;
  return facts.worseSale ? resaleErrors.BIDS_CHANGED : null;
}

export interface RepriceFacts extends MarketFacts {
  open: boolean;
  unchanged: boolean;
  /** All shares left together have a price that can be booked. */
  withinMoney: boolean;
  badPrice: ErrorDefinition | null;
  crossesOwn: boolean;
  /** What sells at once brings less than the seller was shown. */
  worseSale: boolean;
}

/** Why another price for a listing is refused, or null. */
export function refuseToReprice(facts: RepriceFacts): ErrorDefinition | null {
  if (!facts.open) return resaleErrors.ORDER_CLOSED;
  const closed = refuseMarket(facts);
  if (closed) return closed;
  if (facts.unchanged) return resaleErrors.PRICE_UNCHANGED;
  if (facts.badPrice) return facts.badPrice;
  if (!facts.withinMoney) return resaleErrors.BEYOND_MONEY;
  if (facts.crossesOwn) return resaleErrors.OWN_BID;
  return facts.worseSale ? resaleErrors.BIDS_CHANGED : null;
}
