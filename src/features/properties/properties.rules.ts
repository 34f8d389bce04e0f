import type { z } from 'zod';
import { present } from '#kernel/assert.ts';
import { type Cents, formatPercent, multiply, proportion, WHOLE_BPS } from '#kernel/money.ts';
import { DAY } from '#kernel/time.ts';
import type { CapRateBasis, PropertyStatus, yieldBand } from './properties.contract.ts';

const MAX_BADGES = 2;
export const NEW_BADGE_MS = 14 * DAY;

/** Sold fractions above which an offering is Trending, and Hot in the demo: nearly sold out. */
const TRENDING_FRACTION = 0.8;
const HOT_FRACTION = 0.9;

/** The annual yield above which a property is Premium. */
const PREMIUM_YIELD_BPS = 800;

type PropertyBadge = 'Fully Funded' | 'New' | 'Trending' | 'Premium';

/** Sold percent = (total - available) / total, as a fraction from 0 to 1. */
export function soldFraction(property: { totalShares: number; availableShares: number }): number {
  return (property.totalShares - property.availableShares) / property.totalShares;
}

/** The badges of a card in their order of precedence, at most two. */
export function badgesOf(property: {
  totalShares: number;
  availableShares: number;
  annualYieldBps: number;
  isNew: boolean;
}): PropertyBadge[] {
  const badges: PropertyBadge[] = [];
  if (property.availableShares === 0) badges.push('Fully Funded');
  if (property.isNew) badges.push('New');
  if (soldFraction(property) > TRENDING_FRACTION && property.availableShares > 0) badges.push('Trending');
  if (property.annualYieldBps > PREMIUM_YIELD_BPS) badges.push('Premium');
  return badges.slice(0, MAX_BADGES);
}

export type DemoBadge = PropertyBadge | 'Hot' | 'Yield';

/** What each badge means; the one of the yield says it itself. */
export const badgeMeaning: Record<Exclude<DemoBadge, 'Yield'>, string> = {
  'Fully Funded': 'every share is sold',
  New: 'recently added',
  Trending: `more than ${TRENDING_FRACTION * 100}% sold`,
  Premium: `a yield above ${PREMIUM_YIELD_BPS / 100}%`,
  Hot: `more than ${HOT_FRACTION * 100}% sold`,
};

/**
 * The badges of a card in the demo: Hot, else Trending, else the yield, after Fully Funded, New or Premium where one of
 * those applies. At most two, as elsewhere.
 */
export function demoBadgesOf(property: Parameters<typeof badgesOf>[0]): DemoBadge[] {
  const states = badgesOf(property).filter((badge) => badge !== 'Trending');
  if (states[0] === 'Fully Funded') return states;
  const sold = soldFraction(property);
  const demand = sold > HOT_FRACTION ? 'Hot' : sold > TRENDING_FRACTION ? 'Trending' : 'Yield';
  return [...states.slice(0, MAX_BADGES - 1), demand];
}

/** Yield bands: 5 ≤ y < 7, 7 ≤ y < 10, 10 ≤ y, in basis points. */
export const bandLimits: Record<z.infer<typeof yieldBand>, { from: number; below: number | null }> = {
  '5-7': { from: 500, below: 700 },
  '7-10': { from: 700, below: 1000 },
  '10+': { from: 1000, below: null },
};

/** Value of an offering, and the sold part of it. */
export function equityOf(property: {
  pricePerShareCents: Cents;
  totalShares: number;
  availableShares: number;
}) {
  return {
    equityOfferedCents: multiply(property.pricePerShareCents, property.totalShares),
    equitySoldCents: multiply(property.pricePerShareCents, property.totalShares - property.availableShares),
    equityAvailableCents: multiply(property.pricePerShareCents, property.availableShares),
  };
}

/** Months that a cap rate looks back on. */
export const CAP_RATE_MONTHS = 12;

/** Income of a property in its last reported months, at most twelve. */
export interface ReportedIncome {
  months: number;
  operatingIncomeCents: Cents;
}

/**
 * Cap rate: net operating income of a year over the valuation, in basis points. Fewer than twelve months are
 * extrapolated to a year; without any there is no rate.
 */
export function capRateOf(
  { months, operatingIncomeCents }: ReportedIncome,
  valuationCents: Cents,
): number | null {
  if (months === 0) return null;
  const rate = proportion(
    Math.abs(operatingIncomeCents),
    WHOLE_BPS * CAP_RATE_MONTHS,
    multiply(valuationCents, months),
  );
  return operatingIncomeCents < 0 ? -rate || 0 : rate;
}

interface CapRate {
  capRateBps: number;
  capRateBasis: CapRateBasis;
  /** Reported months that it is computed from. */
  capRateMonths: number;
}

/**
 * The cap rate by the best that is known: the reported months, until then the annual net income that was confirmed at
 * approval, and else the annual yield.
 */
export function knownCapRate({
  reported,
  confirmedIncomeCents,
  annualYieldBps,
  valuationCents,
}: {
  reported: ReportedIncome;
  confirmedIncomeCents: Cents | null;
  annualYieldBps: number;
  valuationCents: Cents;
}): CapRate {
  const byReports = capRateOf(reported, valuationCents);
  if (byReports !== null)
    return { capRateBps: byReports, capRateBasis: 'reported', capRateMonths: reported.months };
  if (confirmedIncomeCents === null)
    return { capRateBps: annualYieldBps, capRateBasis: 'yield', capRateMonths: 0 };
  const ofYear = { months: CAP_RATE_MONTHS, operatingIncomeCents: confirmedIncomeCents };
  const capRateBps = present(capRateOf(ofYear, valuationCents), 'the cap rate of a year');
  return { capRateBps, capRateBasis: 'confirmed', capRateMonths: 0 };
}

/** Part of all shares, in percent with one decimal; a holding is never shown as 0%. */
export function shareOfAll(shares: number, totalShares: number): string {
  const percent = (100 * shares) / totalShares;
  if (shares > 0 && percent < 0.05) return '< 0.1%';
  return formatPercent(shares < totalShares ? Math.min(99.9, percent) : percent);
}

/** Monthly income of a holding: shares × price × annual yield / 12, rounded half up to the cent. */
export function monthlyIncome(shares: number, pricePerShareCents: Cents, annualYieldBps: number): Cents {
  return proportion(multiply(pricePerShareCents, shares), annualYieldBps, 120_000);
}

/** Projected monthly income of a holding. Shares pay nothing while their money is in escrow or on its way back. */
export function projectedIncome(holding: {
  shares: number;
  pricePerShareCents: Cents;
  annualYieldBps: number;
  offering: 'open' | 'funded' | 'failed';
}): Cents {
  const { shares, pricePerShareCents, annualYieldBps, offering } = holding;
  return offering === 'funded' ? monthlyIncome(shares, pricePerShareCents, annualYieldBps) : 0;
}

/** Status moves an admin may make: pending to either, either back to pending. */
export function isStatusChangeAllowed(from: PropertyStatus, to: PropertyStatus): boolean {
  return from === 'pending' ? to !== 'pending' : to === 'pending';
}

interface Place {
  streetAddress: string | null;
  location: string;
  zipCode: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** The postal address as far as it is known: "1200 Ocean Drive, Miami, FL 33139". State and ZIP code stay in one line. */
export function addressText({
  streetAddress,
  location,
  zipCode,
}: Omit<Place, 'latitude' | 'longitude'>): string {
  const city = zipCode === null ? location : `${location}\u00a0${zipCode}`;
  return streetAddress === null ? city : `${streetAddress}, ${city}`;
}

/** Coordinates of the property on a map; null when only its city is known. */
export function mapLink(place: Place): string | null {
  const { streetAddress, latitude, longitude } = place;
  if (latitude !== null && longitude !== null) {
    const [lat, lon] = [latitude.toFixed(6), longitude.toFixed(6)];
    return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`;
  }
  if (streetAddress === null) return null;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(addressText(place).replace('\u00a0', ' '))}`;
}

/** Text of a property type for people. */
export const propertyTypeLabel = {
  residential: 'Residential',
  commercial: 'Commercial',
  industrial: 'Industrial',
} as const;

/** Text of a status for people. */
export const propertyStatusLabel = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
} as const;
