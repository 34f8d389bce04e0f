import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineText, personText } from './schemas.ts';
import { oneLine } from './text.ts';

test.each([
  ['Line\r\nX-Evil: 1', 'Line X-Evil: 1'],
  ['Maple\tCourt\u2028East', 'Maple Court East'],
  ['\u202ekcoM\u202c\u2066', 'kcoM'],
  ['Ad\u200ba\ufeff\u00ad', 'Ada'],
  ['\u3164\u200b \u2060', ''],
  ['Zoë O’Neil-Ñandú 葛\u{e0100}城 ❤\ufe0f', 'Zoë O’Neil-Ñandú 葛\u{e0100}城 ❤\ufe0f'],
])('%j becomes %j', (typed, line) => {
  expect(oneLine(typed)).toBe(line);
});

test('whatever is accepted as one line has neither control characters nor invisible ones, and stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (typed) => {
      const parsed = lineText(200).safeParse(typed);
      if (!parsed.success) return;
      expect(parsed.data).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029\u202a-\u202e\u200b-\u200f]/u);
      expect(lineText(200).parse(parsed.data)).toBe(parsed.data);
    }),
  );
});

test('text of several lines has its lines, without characters that turn the direction of reading', () => {
  const typed = 'Pay\u202e 001$\u202c\nfor \u2067rent\u2069, \u202aor\u202b \u202dnot\u2066\u2068';
  expect(personText(200).parse(typed)).toBe('Pay 001$\nfor rent, or not');
  expect(personText(5).parse('\u202eshort')).toBe('short');
  expect(personText(200, 'Say why.').safeParse(' \u202e \u2069 ').success).toBe(false);
  expect(personText(200).parse('👩\u200d👧 שלום\u200f!')).toBe('👩\u200d👧 שלום\u200f!');
});
