import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderedShares, sharesAfterEdit, sharesText, stepShares } from './order.ts';

describe('the shares field', () => {
  test.each([
    ['0', '1'],
    ['-4', '1'],
    ['2.7', '2'],
    ['007', '7'],
    ['', ''],
    ['x', '5'],
    ['1e3', '1000'],
  ])('%j becomes %j', (typed, shown) => {
    expect(sharesAfterEdit('5', typed)).toBe(shown);
  });

  test('whatever is typed, an order is a whole number from 1 to what is available', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.integer({ min: 0, max: 1e8 }), (before, typed, available) => {
        const shares = orderedShares(sharesAfterEdit(before, typed), available);
        expect(shares === null || (Number.isInteger(shares) && shares >= 1 && shares <= available)).toBe(
          true,
        );
      }),
    );
  });

  test('more than what is available is no order', () => {
    expect(orderedShares('11', 10)).toBeNull();
    expect(orderedShares('10', 10)).toBe(10);
    expect(orderedShares('1', 0)).toBeNull();
    expect(orderedShares('9'.repeat(30), 10)).toBeNull();
  });

  test('a step stays in range and comes back into it', () => {
    expect(stepShares('10', 1, 10)).toBe('10');
    expect(stepShares('1', -1, 10)).toBe('1');
    expect(stepShares('500', -1, 10)).toBe('10');
    expect(stepShares('', 1, 10)).toBe('1');
  });

  test('one share is singular', () => {
    expect(sharesText(1)).toBe('1 share');
    expect(sharesText(1200)).toBe('1,200 shares');
  });
});
