import { expect, test } from 'vitest';
import { rangeOf, readAnalyticsSearch, sortingOf } from './analytics-search.ts';

test('the address carries period and order', () => {
  const search = readAnalyticsSearch({
    from: '2026-01-01',
    to: '2026-02-28',
    sort: 'name',
    order: 'ascending',
  });
  expect(rangeOf(search)).toEqual({ from: '2026-01-01', to: '2026-02-28' });
  expect(sortingOf(search)).toEqual({ sort: 'name', order: 'ascending' });
});

test.each([
  [{ from: '2026-02-30', to: 7, sort: 'price', order: 'up' }, {}],
  [{ from: '2026-03-01', to: '2026-02-01' }, { from: '2026-03-01' }],
])('of %j what cannot be understood is left out', (raw, range) => {
  const search = readAnalyticsSearch(raw);
  expect(rangeOf(search)).toEqual(range);
  expect(sortingOf(search)).toEqual({ sort: 'raised', order: 'descending' });
});
