import { describe, expect, test } from 'vitest';
import { fundedPercent, fundedText, minimumPercent, sharePriceText } from './property-figures.ts';

describe('figures of a property', () => {
  test('a share price shows its cents where it has some', () => {
    expect(sharePriceText(10_000)).toBe('$100');
    expect(sharePriceText(150)).toBe('$1.50');
  });

  test.each([
    [1000, 1000, '0.0%'],
    [100_000, 99_999, '0.1%'],
    [1000, 376, '62.4%'],
    [100_000, 1, '99.9%'],
    [1000, 0, '100.0%'],
    [0, 0, '0.0%'],
  ])('of %d shares with %d left, %s is funded', (totalShares, availableShares, text) => {
    expect(fundedText({ totalShares, availableShares })).toBe(text);
  });

  test.each([
    [0, null],
    [1, 0.5],
    [100, 50],
    [200, null],
  ])('a minimum of %d of 200 shares is marked at %s percent', (minimumShares, percent) => {
    expect(minimumPercent({ totalShares: 200, minimumShares })).toBe(percent);
  });

  test('an offering without shares is not funded', () => {
    expect(fundedPercent({ totalShares: 0, availableShares: 0 })).toBe(0);
  });
});
