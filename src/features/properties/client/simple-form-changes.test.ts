import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SimpleFormVersion } from '../simple-form-versions.contract.ts';
import { simpleFormChanges } from './simple-form-changes.ts';

const submission: SimpleFormVersion = {
  name: 'Cedar Works',
  location: 'Denver, CO',
  streetAddress: '4 Mill Lane',
  zipCode: null,
  latitude: null,
  longitude: null,
  propertyType: 'industrial',
  subtype: null,
  description: '',
  imageUrl: null,
  pricePerShare: '1250.50',
  totalShares: 2_500,
  annualYield: '6.25',
  minimumShares: 0,
  fundingDays: 60,
};

test('the changes between two submissions are named and shown as people read them', () => {
  const after: SimpleFormVersion = {
    ...submission,
    zipCode: '80302',
    latitude: 40.015,
    longitude: -105.27,
    propertyType: 'commercial',
    pricePerShare: '1000.00',
    minimumShares: 1_000,
    annualYield: '6.50',
  };
  expect(simpleFormChanges(submission, after)).toEqual([
    { label: 'Property type', before: 'Industrial', after: 'Commercial' },
    { label: 'ZIP code', before: '', after: '80302' },
    { label: 'Coordinates', before: '', after: '40.015, -105.27' },
    { label: 'Price per share', before: '$1,250.50', after: '$1,000.00' },
    { label: 'Annual yield', before: '6.25%', after: '6.50%' },
    { label: 'Minimum shares to sell', before: 'None', after: '1,000' },
  ]);
});

test('every field that differs is a change, and one that does not is none', () => {
  const others: SimpleFormVersion = {
    name: 'Oak Works',
    location: 'Boulder, CO',
    streetAddress: '5 Mill Lane',
    zipCode: '80302',
    latitude: 40,
    longitude: -105,
    propertyType: 'residential',
    subtype: 'retail',
    description: 'Six shops.',
    imageUrl: 'https://pictures.example/1.png',
    pricePerShare: '1.00',
    totalShares: 1,
    annualYield: '0.00',
    minimumShares: 1,
    fundingDays: 1,
  };
  const fields = Object.keys(submission) as (keyof SimpleFormVersion)[];
  fc.assert(
    fc.property(
      fc.subarray(fields.filter((field) => field !== 'latitude' && field !== 'longitude')),
      (some) => {
        const after = { ...submission, ...Object.fromEntries(some.map((field) => [field, others[field]])) };
        expect(simpleFormChanges(submission, after)).toHaveLength(some.length);
        expect(simpleFormChanges(after, after)).toEqual([]);
      },
    ),
  );
});
