import { investingErrors } from '#features/investing/refusals.contract.ts';
import { lotErrors } from '#features/lots/lots.contract.ts';
import type { PropertyStatus } from '#features/properties/properties.contract.ts';
import type { ShareValue } from '#features/valuations/share-value.contract.ts';
import type { ErrorDefinition } from '#kernel/errors.ts';
import { MANAGEMENT_FEE_BPS, type Quote, quote } from '#kernel/fees.ts';
import {
  type BasisPoints,
  bpsOf,
  type Cents,
  formatPercent,
  formatUsdExact,
  MAX_CENTS,
  WHOLE_BPS,
} from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { MAX_OPEN_ORDERS, type PriceBand, resaleErrors, type TradingFigures } from './resale.contract.ts';

/** Resale carries no fee; this is the one constant that says so. The buyer would pay it on top. */
export const RESALE_FEE_BPS: BasisPoints = 0;

/** Cost of `shares` at this price for a buyer; the client previews with it, the server charges by it. */
export const quoteTrade = (
  shares: number,
  pricePerShareCents: Cents,
  feeBps: BasisPoints = RESALE_FEE_BPS,
): Quote => quote(shares, pricePerShareCents, feeBps);

/**
 * Cost of `shares` of a bid that has `sharesLeft` of them open: the change of its reserve. So the reserve is used up
 * exactly, however the bid is filled.
 */
export function quoteReserved(
  shares: number,
  bid: { sharesLeft: number; pricePerShareCents: Cents },
  feeBps: BasisPoints = RESALE_FEE_BPS,
): Quote {
  const before = quoteTrade(bid.sharesLeft, bid.pricePerShareCents, feeBps);
  const after = quoteTrade(bid.sharesLeft - shares, bid.pricePerShareCents, feeBps);
  return {
    amountCents: before.amountCents - after.amountCents,
    feeCents: before.feeCents - after.feeCents,
    totalCents: before.totalCents - after.totalCents,
  };
}

interface YieldTerms {
  offeringPriceCents: Cents;
  annualYieldBps: BasisPoints;
}

/** Yield on the price of a share here, after the management fee. The income of a share is the same at every price. */
export function netYieldBps(
  { offeringPriceCents, annualYieldBps }: YieldTerms,
  priceCents: Cents,
): BasisPoints {
  const netOfFeeBps = WHOLE_BPS - MANAGEMENT_FEE_BPS;
  return Math.round((annualYieldBps * offeringPriceCents * netOfFeeBps) / (priceCents * WHOLE_BPS));
}

/** Why an admin cannot end the halt after a large change of value. */
export const haltEndText = (resumesAt: string | Date): string =>
  `This halt ends automatically at midnight UTC, when ${formatDate(resumesAt)} begins. It cannot be ended earlier.`;

/** Of the volume of a property's shares, those of the last 7 days. */
export function weeklySharesTraded({ volume }: Pick<TradingFigures, 'volume'>): number {
  return volume.find(({ days }) => days === 7)?.shares ?? 0;
}

/** Part of the closed listings of which not one share was sold, with the name of the figure. */
export function neverSoldItem(neverSold: TradingFigures['neverSold']): { term: string; value: string } {
  const term = 'Closed listings without a sale';
  if (neverSold === null) return { term, value: 'None closed yet' };
  const { listings, of } = neverSold;
  const [part, whole] = [listings, of].map((count) => count.toLocaleString('en-US'));
  return { term, value: `${formatPercent((100 * listings) / of)}, ${part}\u00a0of\u00a0${whole}` };
}

/** Distance of a price from the value of a share: premium above, discount below; null when the value is zero. */
export function premiumBps(
  { perShareCents }: Pick<ShareValue, 'perShareCents'>,
  priceCents: Cents,
): BasisPoints | null {
  if (perShareCents === 0) return null;
  return bpsOf(priceCents - perShareCents, perShareCents);
}

/**
 * The band of prices of a property, rounded to cents within it; the lowest is never below one cent. It is measured from
 * the value of a share, never from the last trade, which two accounts could move at will.
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
  const message = `Shares of this property can trade at ${bandText(band)} each. Choose a price in this range.`;
  return { ...resaleErrors.PRICE_OUT_OF_BAND, message };
}

/** Time within which a trade back between the same two people makes both of them wash trades. */
export const WASH_WINDOW_DAYS = 30;

interface MarketFacts {
  status: PropertyStatus | null;
  /** The offering is funded: until then its shares may have to be given back. */
  isFunded: boolean;
  isHalted: boolean;
}

function refuseMarket({ status, isFunded, isHalted }: MarketFacts): ErrorDefinition | null {
  if (status !== 'approved') return resaleErrors.NOT_OPEN;
  if (!isFunded) return resaleErrors.OFFERING_OPEN;
  return isHalted ? resaleErrors.TRADING_HALTED : null;
}

export interface BuyFacts extends MarketFacts {
  /** The listing is open and not past its expiry. */
  isOpen: boolean;
  isOwnListing: boolean;
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
  if (!facts.isOpen || facts.status !== 'approved') return resaleErrors.LISTING_CLOSED;
  if (facts.isHalted) return resaleErrors.TRADING_HALTED;
  if (facts.isOwnListing) return resaleErrors.OWN_LISTING;
  if (facts.shares > facts.sharesLeft) return resaleErrors.NOT_ENOUGH_SHARES;
  if (facts.totalCents !== facts.expectedTotalCents) return resaleErrors.PRICE_CHANGED;
  if (facts.ineligible) return facts.ineligible;
  if (facts.totalCents > facts.availableCashCents) return investingErrors.INSUFFICIENT_FUNDS;
  return null;
}

interface OrderFacts extends MarketFacts {
  /** Null, or why the price of the order is refused. */
  badPrice: ErrorDefinition | null;
  /** The caller has an order on the other side that this one would trade with. */
  crossesOwnOrder: boolean;
  /** Null, or why the order may not trade immediately with so many others. */
  tooManyTrades: ErrorDefinition | null;
}

interface NewOrderFacts extends OrderFacts {
  openOrders: number;
}

export interface BidFacts extends NewOrderFacts {
  shares: number;
  totalShares: number;
  /** Cost of the part that trades immediately, and the reserve for the rest. */
  totalCents: Cents;
  availableCashCents: Cents;
  /** As with a purchase, for the part that trades immediately and the reserve. */
  ineligible: ErrorDefinition | null;
}

/** Why a bid is refused, or null. */
export function refuseToBid(facts: BidFacts): ErrorDefinition | null {
  const closed = refuseMarket(facts);
  if (closed) return closed;
  if (facts.shares > facts.totalShares) return resaleErrors.MORE_THAN_ALL_SHARES;
  if (facts.badPrice) return facts.badPrice;
  if (facts.crossesOwnOrder) return resaleErrors.OWN_LISTING;
  if (facts.openOrders >= MAX_OPEN_ORDERS) return resaleErrors.TOO_MANY_ORDERS;
  // Before what depends on the cost, which is not known of an order that fills more.
  if (facts.tooManyTrades) return facts.tooManyTrades;
  if (facts.ineligible) return facts.ineligible;
  if (facts.totalCents > facts.availableCashCents) return investingErrors.INSUFFICIENT_FUNDS;
  return null;
}

export interface ListFacts extends NewOrderFacts {
  shares: number;
  freeShares: number;
  /** The chosen lots have these shares free; true when none are chosen. */
  areLotsFree: boolean;
  /** The shares that sell immediately bring less than the seller was shown. */
  isWorseSale: boolean;
}

/** Why a listing is refused, or null. A caller without enough shares learns nothing about the property. */
export function refuseToList(facts: ListFacts): ErrorDefinition | null {
  if (facts.shares > facts.freeShares) return resaleErrors.SHARES_NOT_HELD;
  const refused = refuseMarket(facts) ?? facts.badPrice;
  if (refused) return refused;
  if (facts.crossesOwnOrder) return resaleErrors.OWN_BID;
  if (facts.openOrders >= MAX_OPEN_ORDERS) return resaleErrors.TOO_MANY_ORDERS;
  if (!facts.areLotsFree) return lotErrors.LOTS_NOT_FREE;
  if (facts.tooManyTrades) return facts.tooManyTrades;
  return facts.isWorseSale ? resaleErrors.BIDS_CHANGED : null;
}

interface RepriceFacts extends OrderFacts {
  isOpen: boolean;
  isUnchanged: boolean;
  /** All shares left together have a price that can be booked. */
  isWithinMoney: boolean;
  /** The shares that sell immediately bring less than the seller was shown. */
  isWorseSale: boolean;
}

/** Why another price for a listing is refused, or null. */
export function refuseToReprice(facts: RepriceFacts): ErrorDefinition | null {
  if (!facts.isOpen) return resaleErrors.ORDER_CLOSED;
  const closed = refuseMarket(facts);
  if (closed) return closed;
  if (facts.isUnchanged) return resaleErrors.PRICE_UNCHANGED;
  if (facts.badPrice) return facts.badPrice;
  if (!facts.isWithinMoney) return resaleErrors.BEYOND_MONEY;
  if (facts.crossesOwnOrder) return resaleErrors.OWN_BID;
  if (facts.tooManyTrades) return facts.tooManyTrades;
  return facts.isWorseSale ? resaleErrors.BIDS_CHANGED : null;
}
