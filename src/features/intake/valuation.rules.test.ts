import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { submissionEstimates } from '#features/submissions/submissions.contract.ts';
import { areSales } from '#features/submissions/submissions.rules.ts';
import { MAX_CENTS } from '#kernel/money.ts';
import { MAX_SQUARE_FEET } from './intake.contract.ts';
import { confidenceOf, estimateOf, oldestComparable, ratePerSquareFootCents } from './valuation.rules.ts';

const sale = {
  source: 'County records',
  soldOn: '2026-05-01',
  address: '1 Elm Street',
  zipCode: '78701',
  priceCents: 100_000_000,
  squareFeet: 3_000,
};

describe('the rate', () => {
  test.each([
    ['90210', 800],
    ['10001', 1_200],
    ['94102', 1_000],
    ['33139', 650],
    ['78701', 400],
    ['78701-1234', 400],
    ['60601', 300],
  ])('of %s is $%i per square foot', (zipCode, dollars) => {
    expect(ratePerSquareFootCents(zipCode)).toBe(dollars * 100);
  });
});

test.each([
  [1_001, 'High'],
  [1_000, 'Medium'],
  [501, 'Medium'],
  [500, 'Low'],
  [1, 'Low'],
])('of %i square feet an estimate counts as of %s confidence', (squareFeet, confidence) => {
  expect(confidenceOf(squareFeet)).toBe(confidence);
});

describe('an estimate', () => {
  test('is the rate times the size, with a rent of 0.8% a month and a cap rate of 9.6%', () => {
    expect(estimateOf({ zipCode: '78701', squareFeet: 2_000 }, [])).toMatchObject({
      valueCents: 80_000_000,
      monthlyRentCents: 640_000,
      capRateBps: 960,
      confidence: 'High',
    });
  });

  const zipCodes = fc.constantFrom('90210', '10001', '94102', '33139', '78701', '60601');
  const valued = fc.record({ zipCode: zipCodes, squareFeet: fc.integer({ min: 1, max: MAX_SQUARE_FEET }) });

  test('of any size has whole cents, three illustrations, and is the same each time', () => {
    fc.assert(
      fc.property(valued, (one) => {
        const estimate = estimateOf(one, []);
        expect(submissionEstimates.parse(estimate)).toEqual(estimate);
        expect(estimate.valueCents).toBeLessThanOrEqual(MAX_CENTS);
        expect(estimate.valueCents).toBe(ratePerSquareFootCents(one.zipCode) * one.squareFeet);
        expect(estimate.monthlyRentCents * 125).toBe(estimate.valueCents);
        expect(estimate.comparables).toHaveLength(3);
        expect(areSales(estimate.comparables)).toBe(false);
        for (const { priceCents, pricePerSquareFootCents, squareFeet } of estimate.comparables)
          expect(priceCents).toBe(pricePerSquareFootCents * squareFeet);
        expect(estimateOf(one, [])).toEqual(estimate);
      }),
    );
  });

  test('shows real sales only where there are three', () => {
    const valuedHome = { zipCode: '78701', squareFeet: 2_000 };
    expect(areSales(estimateOf(valuedHome, [sale, sale]).comparables)).toBe(false);
    const { comparables, valueCents } = estimateOf(valuedHome, [sale, sale, sale]);
    expect(valueCents).toBe(80_000_000);
    expect(areSales(comparables)).toBe(true);
    expect(comparables[0]).toMatchObject({ source: 'County records', pricePerSquareFootCents: 33_333 });
  });
});

test('a sale counts for twenty-four months', () => {
  expect(oldestComparable(new Date('2026-11-24T18:00:00Z'))).toBe('2024-11-24');
});
