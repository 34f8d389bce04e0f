import { expect, test } from 'vitest';
import type { ConfirmedValue, ReviewedSubmission } from '../submissions.contract.ts';
import { listedFigures } from './listed-figures.ts';

const now = new Date('2026-11-28T12:00:00Z');
const reviewed = (minimumShares: number | null, missing: ReviewedSubmission['missing'] = []) => {
  const values: ConfirmedValue[] = [
    { item: 'name', name: 'Maple Court' },
    { item: 'type', propertyType: 'residential', subtype: null },
    { item: 'valuation', valuationCents: 100_000_000, basis: 'appraisal' },
    { item: 'netIncome', netIncomeCents: 7_000_000 },
    { item: 'yield', annualYieldBps: 700 },
    { item: 'equity', equityOfferedBps: 4_000 },
    {
      ...{ item: 'terms', fundingDays: 60, minimumShares, minimumInvestmentCents: 0 },
      ...{ mortgageCents: 0, repaymentCents: 0 },
    },
  ];
  return {
    missing,
    confirmations: values.map((value) => ({ value, isValid: true })),
  } as unknown as ReviewedSubmission;
};
const closing = (minimumShares: number | null) =>
  listedFigures(reviewed(minimumShares), now).find(({ term }) => term === 'Closes')?.value;

test('an approval says until when the offering would be open', () => {
  expect(closing(null)).toBe('Jan 27, 2027, or sooner if the minimum is sold');
  expect(closing(10)).toBe('Jan 27, 2027, or sooner if the minimum is sold');
  expect(closing(0)).toBe('No closing date');
});

test('an approval lists nothing while a figure is not confirmed', () => {
  expect(listedFigures(reviewed(null, ['yield']), now)).toEqual([]);
});
