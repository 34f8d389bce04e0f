import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineText } from './schemas.ts';
import { searchTextOf, wordsQueryOf } from './search.ts';

test('a search asks for the beginnings of all its words', () => {
  expect(wordsQueryOf(' cap  rate! ')).toBe('cap:* & rate:*');
  expect(wordsQueryOf('  &|!():*<-> ')).toBeNull();
});

describe('the text to search for in an address', () => {
  test.each([
    ['  Ada ', 'Ada'],
    [12, '12'],
    ['a\u0000b\ud800', 'ab'],
    [`${'x'.repeat(99)}😀`, 'x'.repeat(99)],
    ['', undefined],
    [' \n ', undefined],
    [{ a: 1 }, undefined],
  ])('%j is read as %j', (raw, text) => {
    expect(searchTextOf(raw)).toBe(text);
  });

  test('is one that every list takes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.anything()), (raw) => {
        const text = searchTextOf(raw);
        expect(text === undefined || (text.length > 0 && lineText(100).parse(text) === text)).toBe(true);
      }),
    );
  });
});
