import { expect, test } from 'vitest';
import { listText } from './list-text.ts';

test.each([
  [[], ''],
  [['Austin, TX'], 'Austin, TX'],
  [['Maple Court', 'Elm House'], 'Maple Court and Elm House'],
  [['Maple Court', 'Elm House', 'Pine Lofts'], 'Maple Court, Elm House, and Pine Lofts'],
  [['Austin, TX', 'Tampa, FL', 'Reno, NV'], 'Austin, TX; Tampa, FL; and Reno, NV'],
])('%j are listed as "%s"', (texts, listed) => {
  expect(listText(texts)).toBe(listed);
});
