import { expect, test } from 'vitest';
import { serverSources } from './sources.ts';

/** The end of a page, written out instead of taken from `cutPage`. */
const ENDS_BY_HAND = /\.slice\(0, (?:input\.)?limit\)|\.length > (?:input\.)?limit\b|\[limit(?: - 1)?\]/;
const ONE_MORE = /\blimit \+ 1\b/;

const hasOwnEnd = (text: string) =>
  ENDS_BY_HAND.test(text) || (ONE_MORE.test(text) && !/\bcutPage\(/.test(text));

test('the end of a page that is written out is found', () => {
  expect(hasOwnEnd('const items = found.slice(0, limit);')).toBe(true);
  expect(hasOwnEnd('const last = found.length > limit ? items.at(-1) : undefined;')).toBe(true);
  expect(hasOwnEnd('const next = found[limit];')).toBe(true);
  expect(hasOwnEnd('.limit(limit + 1); return found;')).toBe(true);
  expect(hasOwnEnd('.limit(limit + 1); return cutPage(found, limit, ({ id }) => id);')).toBe(false);
});

test('every query of a slice ends its pages by cutPage', () => {
  const found = serverSources().filter(({ text }) => hasOwnEnd(text));
  expect(found.map(({ file }) => file)).toEqual([]);
});
