import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineText } from './schemas.ts';
import { oneLine } from './text.ts';

test.each([
  ['Line\r\nX-Evil: 1', 'Line X-Evil: 1'],
  ['Maple\tCourt\u2028East', 'Maple Court East'],
  ['\u202ekcoM\u202c\u2066', 'kcoM'],
  ['Ad\u200ba\ufeff\u00ad', 'Ada'],
  ['\u3164\u200b \u2060', ''],
  ['Zoë O’Neil-Ñandú 葛\u{e0100}城 ❤\ufe0f', 'Zoë O’Neil-Ñandú 葛\u{e0100}城 ❤\ufe0f'],
])('%j is kept as %j', (typed, kept) => {
  expect(oneLine(typed)).toBe(kept);
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
