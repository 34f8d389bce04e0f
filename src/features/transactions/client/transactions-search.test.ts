import { expect, test } from 'vitest';
import { activeFilters, filterOf, readTransactionsSearch } from './transactions-search.ts';

test.each([
  [{}, {}],
  [{ range: '1y' }, {}],
  [
    { range: '30d', type: 'sale', property: 7, status: 'failed' },
    { range: '30d', type: 'sale', property: 7, status: 'failed' },
  ],
  [{ property: '12' }, { property: 12 }],
  [{ range: '5d', type: 'theft', property: 'x', status: '' }, {}],
  [{ property: 0 }, {}],
  [{ property: 2_147_483_648 }, {}],
  [{ type: ['sale'], status: { a: 1 } }, {}],
])('an address with %j means %j', (raw, search) => {
  expect(readTransactionsSearch(raw)).toEqual(search);
});

test('without a range the server is asked for a year', () => {
  expect(filterOf({})).toEqual({ range: '1y' });
  expect(filterOf({ range: 'all', property: 3 })).toEqual({ range: 'all', propertyId: 3 });
});

test.each([
  [{}, 1],
  [{ range: 'all' }, 0],
  [{ range: '30d', type: 'sale' }, 2],
] as const)('%j sets %d filters, the period included', (search, count) => {
  expect(activeFilters(search)).toBe(count);
});
