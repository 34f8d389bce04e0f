import { describe, expect, test } from 'vitest';
import { readResaleSearch } from './resale-search.ts';

const id = '0190a0c4-7d2e-7c3b-9d57-0f3f5a1f2b6c';

describe('the address of the resale marketplace', () => {
  test('accepts what it knows', () => {
    const search = { view: 'own-bids', orders: 'closed', property: 7, sort: 'discount', buy: id } as const;
    expect(readResaleSearch(search)).toEqual(search);
    expect(readResaleSearch({ property: '7' })).toEqual({ property: 7 });
  });

  test.each([
    { view: 'listings', sort: 'newest', orders: 'closed' },
    { orders: 'open' },
    { view: 'x', property: 0, sort: 'x', buy: 'x' },
    { property: 1.5, buy: 7, sort: null },
    { property: '', view: {} },
  ])('leaves out %j', (search) => expect(readResaleSearch(search)).toEqual({}));
});
