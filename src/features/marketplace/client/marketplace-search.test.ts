import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyListInput } from '#features/properties/properties.contract.ts';
import { activeFilterCount, listInputOf, readMarketplaceSearch } from './marketplace-search.ts';

describe('reading the address', () => {
  test('accepts every valid filter', () => {
    const search = {
      q: 'lofts',
      type: 'commercial',
      yield: '7-10',
      location: 'Austin, TX',
      minYield: 8,
      minEquity: 30,
      sort: 'price',
      map: true,
      invest: 12,
    };
    expect(readMarketplaceSearch(search)).toEqual(search);
    expect(readMarketplaceSearch({ map: false })).toEqual({ map: false });
  });

  test.each([
    { type: 'castle' },
    { yield: 'lots' },
    { yield: -3 },
    { yield: 250 },
    { minYield: 5 },
    { minEquity: '41' },
    { sort: 'random' },
    { sort: 'yield' },
    { invest: '1.5' },
    { invest: 0 },
    { map: 'yes' },
    { q: '   ' },
    { q: null },
    { location: { $ne: '' } },
    { unknown: 'x' },
  ])('leaves out %j', (raw) => {
    expect(readMarketplaceSearch(raw)).toEqual({});
  });

  test('reads a number that the address carries as text, and a text that looks like a number', () => {
    expect(readMarketplaceSearch({ minYield: '7', yield: '7.5%', q: 90210 })).toEqual({
      minYield: 7,
      yield: 7.5,
      q: '90210',
    });
  });

  test('any address gives input that the list accepts', () => {
    const keys = ['q', 'type', 'yield', 'location', 'minYield', 'minEquity', 'sort', 'invest'];
    const value = fc.oneof(fc.anything(), fc.constantFrom('5-7', '10+', 'industrial', 6, 40, 'newest', 0.4));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), value), (raw) => {
        const input = listInputOf(readMarketplaceSearch(raw));
        expect(propertyListInput.safeParse(input).success).toBe(true);
      }),
    );
  });
});

describe('asking for the list', () => {
  test('a percentage asks for properties within one point of it', () => {
    expect(listInputOf({ yield: 7.5 })).toEqual({ minYieldBps: 650, maxYieldBps: 850, sort: 'yield' });
  });

  test('the higher of two lowest yields holds', () => {
    expect(listInputOf({ yield: 7.5, minYield: 8 })).toMatchObject({ minYieldBps: 800 });
    expect(listInputOf({ yield: 9.5, minYield: 8 })).toMatchObject({ minYieldBps: 850 });
  });

  test('a band goes to the server as it is, which knows its limits', () => {
    expect(listInputOf({ yield: '10+', sort: 'newest' })).toEqual({ band: '10+', sort: 'newest' });
  });

  test('the order and an open dialog are not filters', () => {
    expect(activeFilterCount({ sort: 'price', invest: 3 })).toBe(0);
    expect(activeFilterCount({ q: 'a', minYield: 6, yield: 8 })).toBe(3);
  });
});
