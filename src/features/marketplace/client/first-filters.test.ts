import { expect, test } from 'vitest';
import { isPreference, searchOfPreference } from './first-filters.ts';

test.each([
  [undefined, {}],
  [{ type: null, band: null }, {}],
  [{ type: 'commercial', band: null }, { type: 'commercial' }],
  [
    { type: 'commercial', band: '10+' },
    { type: 'commercial', yield: '10+' },
  ],
] as const)('a preference for %j is the search %j', (preferred, search) => {
  expect(searchOfPreference(preferred)).toEqual(search);
});

test.each([
  [{}, {}, false],
  [{ type: 'commercial' }, { type: 'commercial' }, true],
  [{ type: 'commercial', sort: 'price' }, { type: 'commercial' }, true],
  [{ type: 'commercial', q: 'court' }, { type: 'commercial' }, false],
  [{ type: 'industrial' }, { type: 'commercial' }, false],
  [{ type: 'commercial' }, { type: 'commercial', yield: '10+' }, false],
] as const)('the filters %j are the preference %j: %s', (search, preferred, same) => {
  expect(isPreference(search, preferred)).toBe(same);
});
