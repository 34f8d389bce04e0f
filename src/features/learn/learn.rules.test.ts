import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slugOf } from '#kernel/slug.ts';
import { readingMinutes } from './learn.rules.ts';

describe('reading time', () => {
  test.each([
    [0, 1],
    [1, 1],
    [219, 1],
    [329, 1],
    [330, 2],
    [2200, 10],
  ])('%i words take %i minutes', (words, minutes) => {
    expect(readingMinutes('word '.repeat(words))).toBe(minutes);
  });

  test('amounts and hyphens count as people read them', () => {
    expect(readingMinutes("$1,025.00 isn't more ".repeat(110))).toBe(2);
  });
});

describe('addresses', () => {
  test.each([
    ['What you pay, and when', 'what-you-pay-and-when'],
    ["How to read a property's figures", 'how-to-read-a-propertys-figures'],
    ['  Üben: 100% Café!  ', 'uben-100-cafe'],
    ['???', ''],
  ])('%j becomes %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  test('any title becomes an address or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        expect(slugOf(title)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
        expect(slugOf(title).length).toBeLessThanOrEqual(80);
      }),
    );
  });
});
