import { typedWholeNumber } from '#kernel/typed-numbers.ts';
import { MAX_FUNDING_DAYS } from '../offering-terms.contract.ts';
import type { OfferingView } from '../offerings.contract.ts';

export interface ChangedProperty {
  id: number;
  name: string;
  totalShares: number;
  offering: OfferingView;
}

export type Terms = Record<'minimumShares' | 'fundingDays' | 'minimumOrderShares', number>;

export type TermsProblems = Partial<Record<keyof Terms, string>>;

interface TermsField {
  name: keyof Terms;
  label: string;
  hint?: string;
  min: number;
  max: number;
}

export const fieldsOf = ({ totalShares }: ChangedProperty): readonly TermsField[] => [
  {
    name: 'minimumShares',
    label: 'Minimum shares to sell',
    hint: 'Enter 0 for no minimum: purchases are final right away.',
    min: 0,
    max: totalShares,
  },
  { name: 'fundingDays', label: 'Funding days', min: 1, max: MAX_FUNDING_DAYS },
  {
    name: 'minimumOrderShares',
    label: 'Minimum order in shares',
    hint: 'Investors can buy fewer only if they buy all that remain.',
    min: 1,
    max: totalShares,
  },
];

/** The terms as they are typed, or what is wrong with each field. */
export function readTerms(
  property: ChangedProperty,
  typed: Readonly<Record<keyof Terms, string>>,
): { terms: Terms | null; problems: TermsProblems } {
  const terms: Partial<Terms> = {};
  const problems: TermsProblems = {};
  for (const { name, min, max } of fieldsOf(property)) {
    const value = typedWholeNumber(typed[name]);
    if (value !== null && value >= min && value <= max) terms[name] = value;
    else problems[name] = `Enter a whole number from ${min} to ${max.toLocaleString('en-US')}.`;
  }
  const { minimumShares, fundingDays, minimumOrderShares } = terms;
  if (minimumShares === undefined || fundingDays === undefined || minimumOrderShares === undefined)
    return { terms: null, problems };
  return { terms: { minimumShares, fundingDays, minimumOrderShares }, problems };
}
