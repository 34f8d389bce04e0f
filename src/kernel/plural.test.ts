import { expect, test } from 'vitest';
import { counted, plural } from './plural.ts';

test.each([
  [0, '0 shares'],
  [1, '1 share'],
  [2, '2 shares'],
  [21, '21 shares'],
  [1_200, '1,200 shares'],
])('%i with its noun is “%s”', (count, text) => {
  expect(counted(count, 'share')).toBe(text);
});

test('a noun that is irregular, or has its verb, names its plural', () => {
  expect(counted(3, 'property', 'properties')).toBe('3 properties');
  expect([1, 2].map((count) => plural(count, 'share is', 'shares are'))).toEqual(['share is', 'shares are']);
});
