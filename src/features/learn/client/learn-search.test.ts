import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { articleListInput } from '../learn.contract.ts';
import { DEFAULT_PLAN } from './default-plan.ts';
import { readLibrarySearch, readPlanSearch } from './learn-search.ts';

describe('the library reads its address', () => {
  test('accepts a text and a category', () => {
    expect(readLibrarySearch({ q: ' fees ', category: 'risks', page: 2 })).toEqual({
      q: 'fees',
      category: 'risks',
    });
    expect(readLibrarySearch({ q: 15, category: 'news' })).toEqual({ q: '15' });
  });

  test('any address gives input that the list accepts', () => {
    const text = fc.oneof(fc.anything(), fc.string());
    fc.assert(
      fc.property(text, text, (q, category) => {
        const search = readLibrarySearch({ q, category });
        expect(articleListInput.safeParse(search).success).toBe(true);
      }),
    );
  });
});

describe('the calculator reads its address', () => {
  test('has only the values that are not the default', () => {
    expect(readPlanSearch({ ...DEFAULT_PLAN })).toEqual({});
    expect(readPlanSearch({ years: 5, yield: '8.25', change: '-1', reinvest: 'false' })).toEqual({
      years: '5',
      yield: '8.25',
      change: '-1',
      reinvest: false,
    });
    expect(readPlanSearch({ years: {}, reinvest: 'no', shares: ' ' })).toEqual({});
  });
});
