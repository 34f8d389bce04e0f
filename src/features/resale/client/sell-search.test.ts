import { expect, test } from 'vitest';
import { readSellSearch } from './sell-search.ts';

test.each([
  [
    { property: '7', orders: 'closed' },
    { property: 7, orders: 'closed' },
  ],
  [{ property: 'x', orders: 'open' }, {}],
  [{}, {}],
])('the address %j of Sell My Shares is read as %j', (address, search) => {
  expect(readSellSearch(address)).toEqual(search);
});
