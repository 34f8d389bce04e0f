import type { Cents } from '#kernel/money.ts';
import type { TaxForm } from './tax.contract.ts';

export interface Threshold {
  /** A form is due from this amount on. */
  cents: Cents;
  source: string;
}

interface YearlyThreshold extends Threshold {
  /** First and last year of the product that it is of; no last year where the law does not index it. */
  from: number;
  through: number | null;
}

/**
 * From which amount a payer reports a recipient, by form and year. A year whose amount the authority has yet to announce
 * is missing; it is added here with its source.
 */
const THRESHOLDS: Record<TaxForm, readonly YearlyThreshold[]> = {
  '1099-DIV': [{ from: 2000, through: null, cents: 1_000, source: '26 U.S.C. § 6042(a)(1): $10 or more' }],
  '1099-B': [{ from: 2000, through: null, cents: 0, source: '26 U.S.C. § 6045(a): every sale' }],
  '1099-MISC': [
    { from: 2000, through: 2025, cents: 60_000, source: '26 U.S.C. § 6041(a) before 2026: $600 or more' },
    {
      from: 2026,
      through: 2026,
      cents: 200_000,
      source: 'Public Law 119-21, § 70433: $2,000 or more for payments after 2025, indexed from 2027 on',
    },
  ],
};

/** The threshold of a form for a year; null while the authority's figure is not known here. */
export function thresholdOf(form: TaxForm, year: number): Threshold | null {
  const found = THRESHOLDS[form].find(
    ({ from, through }) => year >= from && (through === null || year <= through),
  );
  return found ? { cents: found.cents, source: found.source } : null;
}

/** Whether a form is due for an amount of a year; without a known threshold for every amount. */
export function isReported(form: TaxForm, year: number, cents: Cents): boolean {
  const threshold = thresholdOf(form, year);
  return cents > 0 && (threshold === null || cents >= threshold.cents);
}
