import { expect, test } from 'vitest';
import { readTerms } from './typed-terms.ts';

const property = { id: 1, name: 'Maple Court', totalShares: 5_000 } as Parameters<typeof readTerms>[0];

test('terms are the whole numbers that were typed, with or without thousands separators', () => {
  expect(
    readTerms(property, { minimumShares: '1,000', fundingDays: ' 60 ', minimumOrderShares: '0010' }),
  ).toEqual({
    terms: { minimumShares: 1_000, fundingDays: 60, minimumOrderShares: 10 },
    problems: {},
  });
});

test('each field that is no whole number in its range says which numbers are', () => {
  expect(
    readTerms(property, { minimumShares: '5,001', fundingDays: '1,5', minimumOrderShares: '0' }),
  ).toEqual({
    terms: null,
    problems: {
      minimumShares: 'Enter a whole number from 0 to 5,000.',
      fundingDays: expect.stringMatching(/^Enter a whole number from 1 to /),
      minimumOrderShares: 'Enter a whole number from 1 to 5,000.',
    },
  });
});
