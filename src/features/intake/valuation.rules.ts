import { COMPARABLE_MONTHS } from '#features/submissions/comparables.contract.ts';
import { type Cents, proportion, WHOLE_BPS } from '#kernel/money.ts';
import { dayText } from '#kernel/time.ts';
import { zipArea } from '#kernel/zip-codes.ts';
import type { ComparableSale, ValuationData } from './intake.contract.ts';

type Estimates = ValuationData['estimates'];
type Comparable = Estimates['comparables'][number];

/** Dollars per square foot by the first five digits of the ZIP code. */
export const DOLLARS_PER_SQUARE_FOOT: Readonly<Record<string, number>> = {
  90210: 800,
  10001: 1_200,
  94102: 1_000,
  33139: 650,
  78701: 400,
};
/** Dollars per square foot anywhere else. */
export const DEFAULT_DOLLARS_PER_SQUARE_FOOT = 300;
/** The monthly rent, in basis points of the value. */
export const MONTHLY_RENT_BPS = 80;
/** Smallest size (exclusive) for high confidence. */
export const HIGH_CONFIDENCE_SQUARE_FEET = 1_000;
/** Smallest size (exclusive) for medium confidence. */
export const MEDIUM_CONFIDENCE_SQUARE_FEET = 500;
/** Number of comparables shown. */
export const MAX_COMPARABLES = 3;

export function ratePerSquareFootCents(zipCode: string): Cents {
  return (DOLLARS_PER_SQUARE_FOOT[zipArea(zipCode)] ?? DEFAULT_DOLLARS_PER_SQUARE_FOOT) * 100;
}

export function confidenceOf(squareFeet: number): Estimates['confidence'] {
  if (squareFeet > HIGH_CONFIDENCE_SQUARE_FEET) return 'High';
  return squareFeet > MEDIUM_CONFIDENCE_SQUARE_FEET ? 'Medium' : 'Low';
}

/** Percent of the size and of the rate of each illustration. */
const illustrations = [
  { label: 'Smaller property', sizePercent: 85, ratePercent: 104 },
  { label: 'Similar property', sizePercent: 100, ratePercent: 98 },
  { label: 'Larger property', sizePercent: 120, ratePercent: 95 },
] as const;

/** Values of properties of other sizes, by the rate of the area. These are no sales. */
function illustrationsOf({ zipCode, squareFeet }: SizedProperty): Comparable[] {
  const rateCents = ratePerSquareFootCents(zipCode);
  return illustrations.map(({ label, sizePercent, ratePercent }) => {
    const size = Math.max(1, proportion(squareFeet, sizePercent, 100));
    const pricePerSquareFootCents = proportion(rateCents, ratePercent, 100);
    return {
      address: `${label} in ${zipArea(zipCode)}`,
      priceCents: pricePerSquareFootCents * size,
      squareFeet: size,
      pricePerSquareFootCents,
      soldOn: null,
      source: null,
    };
  });
}

function comparableOf(sale: ComparableSale): Comparable {
  const { address, priceCents, squareFeet, soldOn, source } = sale;
  const pricePerSquareFootCents = proportion(priceCents, 1, squareFeet);
  return { address, priceCents, squareFeet, pricePerSquareFootCents, soldOn, source };
}

interface SizedProperty {
  zipCode: string;
  squareFeet: number;
}

/**
 * The estimate of a property: the rate of its area times its size, with real sales as comparables where there are
 * enough of them, else with illustrations.
 */
export function estimateOf(valued: SizedProperty, sales: readonly ComparableSale[]): Estimates {
  const valueCents = ratePerSquareFootCents(valued.zipCode) * valued.squareFeet;
  const monthlyRentCents = proportion(valueCents, MONTHLY_RENT_BPS, WHOLE_BPS);
  return {
    valueCents,
    monthlyRentCents,
    capRateBps: capRateBps({ valueCents, monthlyRentCents }),
    confidence: confidenceOf(valued.squareFeet),
    comparables:
      sales.length >= MAX_COMPARABLES
        ? sales.slice(0, MAX_COMPARABLES).map(comparableOf)
        : illustrationsOf(valued),
  };
}

/** Rent of twelve months over the value: a percentage with one decimal, as basis points. */
function capRateBps({
  valueCents,
  monthlyRentCents,
}: Pick<Estimates, 'valueCents' | 'monthlyRentCents'>): number {
  return proportion(12 * monthlyRentCents, 1_000, valueCents) * 10;
}

/** The first day of sales that still count. */
export function oldestComparable(now: Date): string {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  day.setUTCMonth(day.getUTCMonth() - COMPARABLE_MONTHS);
  return dayText(day);
}
