import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FiledFields, ReviewedSubmission } from '../submissions.contract.ts';
import { confirmedText, submittedText } from './confirmation-texts.ts';
import { ReviewFacts } from './review-facts.tsx';

const comparable = { address: '14 Elm Street', priceCents: 90_000_000, squareFeet: 4_000 };
const fields: FiledFields = {
  ...{
    name: 'Orchard House',
    streetAddress: '12 Orchard Lane',
    city: 'Austin',
    state: 'TX',
    zipCode: '78701',
  },
  ...{ description: 'Six apartments.', propertyType: 'residential', subtype: 'apartment' },
  ...{ valuationCents: 98_000_000, equityOfferedBps: 4_000, mortgageCents: 30_000_000 },
  ...{ monthlyPaymentCents: 210_000, minimumInvestmentCents: 50_000, fundingDays: 90 },
  ...{ ownerName: 'Ada Quill', ownershipBps: 10_000 },
  details: { yearBuilt: 1998, squareFeet: 4_200, bedrooms: 6, bathrooms: 4, lotSquareFeet: 12_345 },
  estimates: {
    ...{ valueCents: 98_000_000, monthlyRentCents: 784_000, capRateBps: 960, confidence: 'Medium' },
    comparables: [{ ...comparable, pricePerSquareFootCents: 22_500, soldOn: null, source: null }],
  },
};

const shown = (changed: Partial<FiledFields> = {}) => {
  const submission = { wayIn: 'wizard', fields: { ...fields, ...changed } } as ReviewedSubmission;
  return renderToStaticMarkup(<ReviewFacts submission={submission} />);
};

test('a reviewer sees the lot, and whether comparables are sales or illustrations', () => {
  expect(shown()).toContain('12,345');
  expect(shown().match(/[\d.]+%/g)).toEqual(['40.0%', '100.0%', '9.6%']);
  expect(shown()).toContain('Illustrations, not sales');
  const sold = { soldOn: '2026-05-01', source: 'County records' };
  const comparables = fields.estimates?.comparables.map((one) => ({ ...one, ...sold })) ?? [];
  const sales = shown({ estimates: fields.estimates && { ...fields.estimates, comparables } });
  expect(sales).toContain('Recent sales in 78701');
  expect(sales).toContain('sold May 1, 2026 · County records');
});

test('a reviewer sees by how much the equity offered exceeds what the owner owns after the mortgage', () => {
  expect(shown()).not.toContain('More equity is offered');
  expect(shown({ equityOfferedBps: 9_000 })).toContain('is worth $202,000.00 more than the owner’s equity');
});

test.each([
  [null, 'Not given'],
  [0, 'None'],
  [30_000_000, '$300,000.00'],
])('a mortgage of %s cents reads as %j', (mortgageCents, text) => {
  expect(shown({ mortgageCents })).toContain(`Mortgage</dt><dd class="amount text-end">${text}</dd>`);
});

test('a confirmed figure has that of the owner or an estimate beside it, or a note that nobody asked', () => {
  expect(submittedText('valuation', fields)).toBe('Estimate: $980,000.00');
  expect(submittedText('valuation', { ...fields, estimates: null })).toBe('Owner: $980,000.00');
  expect(submittedText('type', fields)).toBe('Owner: Residential, apartment');
  expect(submittedText('yield', fields)).toBe('Estimate: 9.6%');
  expect(submittedText('terms', fields)).toBe(
    'Owner: 90 days, minimum investment of $500.00, mortgage of $300,000.00',
  );
  const quick = { ...fields, estimates: null, mortgageCents: null, fundingDays: null };
  for (const item of ['netIncome', 'yield', 'terms'] as const)
    expect(submittedText(item, { ...quick, minimumInvestmentCents: null })).toBe('The owner was not asked.');
});

test.each([
  [0, '60 days without a minimum to sell, minimum investment of $500.00; no debt'],
  [null, '60 days to sell all shares, minimum investment of $500.00; no debt'],
  [1_200, '60 days to sell at least 1,200 shares, minimum investment of $500.00; no debt'],
])('confirmed terms with a minimum of %j shares read as they will be offered', (minimumShares, text) => {
  const amounts = { minimumInvestmentCents: 50_000, mortgageCents: 0, repaymentCents: 0 };
  expect(confirmedText({ item: 'terms', fundingDays: 60, minimumShares, ...amounts })).toBe(text);
});
