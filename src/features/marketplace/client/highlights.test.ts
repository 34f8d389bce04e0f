import { expect, test } from 'vitest';
import type { PropertyDetail } from '#features/properties/properties.contract.ts';
import { highlightsOf } from './highlights.ts';

const property: Omit<PropertyDetail, 'offering'> = {
  id: 7,
  name: 'Maple Court',
  location: 'Austin, TX',
  streetAddress: null,
  zipCode: null,
  latitude: null,
  longitude: null,
  propertyType: 'residential',
  subtype: null,
  stories: null,
  units: null,
  imageUrl: null,
  pricePerShareCents: 10_000,
  totalShares: 1_000,
  availableShares: 1_000,
  annualYieldBps: 750,
  valuationCents: 10_000_000,
  offeringValuationCents: 10_000_000,
  value: { perShareCents: 10_000, basis: 'offering_price', effectiveOn: null },
  debtCents: 0,
  minimumShares: 0,
  isNew: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  description: '',
  status: 'approved',
  statusReason: null,
  capRateBps: 750,
  capRateBasis: 'yield',
  capRateMonths: 0,
  soldShares: 0,
  equityOfferedCents: 10_000_000,
  equitySoldCents: 0,
  equityAvailableCents: 10_000_000,
  weeklySharesSold: 0,
  investorCount: 0,
  ownedByViewer: false,
  viewerAffiliation: null,
  viewerShares: 0,
};

test('a property that nobody has bought of and nobody has reported shows only its offering', () => {
  expect(highlightsOf(property)).toEqual([
    'Residential property in Austin, TX.',
    'Expected yield of 7.5% a year, about $0.63 a month per share.',
    'All 1,000 shares are still available.',
  ]);
});

test('shares of a property off the market are not offered', () => {
  expect(highlightsOf({ ...property, status: 'rejected' })).toEqual([
    'Residential property in Austin, TX.',
    'Expected yield of 7.5% a year, about $0.63 a month per share.',
  ]);
});

test('sales, reports and trades are shown as they are', () => {
  const later = { ...property, subtype: 'Villa', availableShares: 999, soldShares: 1, investorCount: 1 };
  expect(
    highlightsOf(
      { ...later, capRateBps: 712, capRateBasis: 'reported', capRateMonths: 3, weeklySharesSold: 2 },
      1,
    ),
  ).toEqual([
    'Residential property (villa) in Austin, TX.',
    'Expected yield of 7.5% a year, about $0.63 a month per share.',
    '0.1% of the shares are sold, to 1 investor.',
    'Cap rate of 7.1%, based on 3 reported months.',
    '2 new shares sold in the last 7 days.',
    '1 share changed hands on the resale market in the last 7 days.',
  ]);
});
