import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formsOf, isCorrectable, isOneTypingErrorApart, searchedWords } from './search-words.rules.ts';

test('words are searched once each, in lower case and without punctuation', () => {
  expect(searchedWords(' Miami, FL! miami St.-Ours ')).toEqual(['miami', 'fl', 'st', 'ours']);
  expect(searchedWords('&|!%_')).toEqual([]);
});

test.each([
  ['downtwon', 'downtown', true],
  ['maimi', 'miami', true],
  ['loft', 'lofts', true],
  ['loffts', 'lofts', true],
  ['lafts', 'lofts', true],
  ['lofts', 'lofts', true],
  ['maimi', 'miaim', false],
  ['austin', 'boston', false],
  ['land', 'lots', false],
  ['abcd', 'bcda', false],
])('%s for %s is one typing error or none: %j', (typed, word, expected) => {
  expect(isOneTypingErrorApart(typed, word)).toBe(expected);
  expect(isOneTypingErrorApart(word, typed)).toBe(expected);
});

test.each([
  ['miami', true],
  ['oak', false],
  ['33139', false],
  ['unit4', false],
])('typing errors in %s are forgiven: %j', (word, expected) => {
  expect(isCorrectable(word)).toBe(expected);
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 4, maxLength: 9 });

test('two words that are one typing error apart share a form', () => {
  fc.assert(
    fc.property(word, word, (one, other) => {
      const shared = formsOf(one).some((form) => formsOf(other).includes(form));
      expect(shared || !isOneTypingErrorApart(one, other)).toBe(true);
    }),
  );
});

test('a word with one typing error is recognised', () => {
  const slip = fc.constantFrom('missing', 'wrong', 'swapped', 'extra');
  fc.assert(
    fc.property(word, fc.nat(), slip, (meant, place, kind) => {
      const letters = [...meant];
      const at = place % (letters.length - 1);
      const typed = {
        missing: letters.toSpliced(at, 1),
        wrong: letters.with(at, 'x'),
        swapped: letters.toSpliced(at, 2, letters[at + 1] ?? '', letters[at] ?? ''),
        extra: letters.toSpliced(at, 0, 'x'),
      }[kind].join('');
      expect(isOneTypingErrorApart(typed, meant)).toBe(true);
    }),
  );
});
