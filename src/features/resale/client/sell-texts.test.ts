import { describe, expect, test } from 'vitest';
import { listedToast, notEnoughShares, repricedToast } from './sell-texts.ts';

const property = { name: 'Sunset Villas' };
const receipt = {
  ...{ id: 'an order', propertyId: 1, propertyName: property.name, expiresAt: '2026-12-01T00:00:00.000Z' },
  ...{ pricePerShareCents: 10_550, sharesTraded: 0, tradedCents: 0, status: 'open' as const },
};

describe('one share is named in the singular', () => {
  test.each([
    [{ sharesFree: 1, sharesListed: 0 }, 2, 'You only own 1 share of Sunset Villas.'],
    [{ sharesFree: 1_200, sharesListed: 0 }, 1_201, 'You only own 1,200 shares of Sunset Villas.'],
    [
      { sharesFree: 1, sharesListed: 4 },
      2,
      'Only 1 of your 5 shares of Sunset Villas is available. The rest are already listed.',
    ],
    [
      { sharesFree: 2, sharesListed: 4 },
      3,
      'Only 2 of your 6 shares of Sunset Villas are available. The rest are already listed.',
    ],
  ])('of %j, %i cannot be listed', (holding, wanted, text) => {
    expect(notEnoughShares({ property, ...holding }, wanted)).toBe(text);
  });

  test.each([
    [1, '1 share of Sunset Villas listed at $105.50 per share.'],
    [3, '3 shares of Sunset Villas listed at $105.50 per share.'],
  ])('%i listed', (shares, description) => {
    expect(listedToast({ ...receipt, shares, sharesLeft: shares })).toMatchObject({ description });
  });
});

test.each([
  [0, 4, 'Sunset Villas is listed at $105.50 per share.'],
  [1, 3, '1 share of Sunset Villas sold for $105.50. 3 shares listed at $105.50 per share.'],
  [4, 0, '4 shares of Sunset Villas sold for $422.00.'],
])('a new price that sells %i shares says that %i are listed', (sharesTraded, sharesLeft, description) => {
  const tradedCents = sharesTraded * receipt.pricePerShareCents;
  const repriced = { ...receipt, shares: 4, sharesTraded, tradedCents, sharesLeft };
  expect(repricedToast(repriced)).toMatchObject({ title: 'Price changed', description });
});
