import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readOrder, sharesText, stepShares } from './order.ts';

describe('the shares of a purchase', () => {
  test('for any typed text, they are a whole number from 1 to the available shares', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.nat().map(String)), fc.nat(1e8), (typed, available) => {
        const { value } = readOrder(typed, available);
        expect(value === null || (Number.isInteger(value) && value >= 1 && value <= available)).toBe(true);
      }),
    );
  });

  test('above the available shares are refused with their number', () => {
    expect(readOrder('11', 10).problem).toBe('Only 10 shares are available.');
    expect(readOrder('2', 1).problem).toBe('Only 1 share is available.');
    expect(readOrder('10', 10).value).toBe(10);
  });

  test('below the minimum order are refused with it', () => {
    expect(readOrder('4', 10, 5).problem).toBe('Enter at least 5 shares.');
    expect(readOrder('5', 10, 5).value).toBe(5);
    expect(stepShares('5', -1, 10, 5)).toBe('5');
    expect(stepShares('', 1, 10, 5)).toBe('5');
  });

  test('a step stays in range and comes back into it', () => {
    expect(stepShares('10', 1, 10)).toBe('10');
    expect(stepShares('1', -1, 10)).toBe('1');
    expect(stepShares('500', -1, 10)).toBe('10');
    expect(stepShares('', 1, 10)).toBe('1');
    expect(stepShares('1.5', 1, 10)).toBe('1');
    expect(stepShares('1,250', 1, 2_000)).toBe('1251');
  });

  test('one share is singular', () => {
    expect(sharesText(1)).toBe('1 share');
    expect(sharesText(1200)).toBe('1,200 shares');
  });
});
