import fc from 'fast-check';
import { expect, test } from 'vitest';
import { affordableShares, PROCESSING_FEE_BPS } from './fees.ts';
import { feeOf } from './money.ts';

const cents = (max: number) => fc.integer({ min: 0, max });

test('an amount buys the most shares that it pays for with the fee, however large it is', () => {
  const costOf = (shares: number, price: number) =>
    shares * price + feeOf(shares * price, PROCESSING_FEE_BPS);
  fc.assert(
    fc.property(
      fc.oneof(cents(1_000), cents(1e13)),
      fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 1e9 })),
      (amount, price) => {
        const shares = affordableShares(amount, price);
        expect(costOf(shares, price)).toBeLessThanOrEqual(amount);
        expect(costOf(shares + 1, price)).toBeGreaterThan(amount);
      },
    ),
    { numRuns: 2_000 },
  );
});
