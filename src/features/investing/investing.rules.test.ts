import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_CENTS } from '#kernel/money.ts';
import { type PurchaseFacts, quotePurchase, refuseToInvest } from './investing.rules.ts';

const order = fc
  .tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 100, max: 100_000_000 }))
  .filter(([shares, price]) => shares * price <= MAX_CENTS);

describe('a quote', () => {
  test('is the amount plus a fee of 2.5%, rounded half up to the cent', () => {
    fc.assert(
      fc.property(order, ([shares, price]) => {
        const { amountCents, feeCents, totalCents } = quotePurchase(shares, price);
        expect(amountCents).toBe(shares * price);
        expect(totalCents).toBe(amountCents + feeCents);
        expect(BigInt(feeCents)).toBe((BigInt(amountCents) * 250n * 2n + 10_000n) / 20_000n);
      }),
    );
  });

  test('never costs less for one share more', () => {
    fc.assert(
      fc.property(order, ([shares, price]) => {
        expect(quotePurchase(shares + 1, price).totalCents).toBeGreaterThan(
          quotePurchase(shares, price).totalCents,
        );
      }),
    );
  });

  test.each([
    [10, 10_000, 100_000, 2_500, 102_500],
    [1, 100, 100, 3, 103],
    [1, 19_99, 19_99, 50, 20_49],
    [3, 3_333, 9_999, 250, 10_249],
  ])('of %d shares at %d cents is exact', (shares, price, amountCents, feeCents, totalCents) => {
    expect(quotePurchase(shares, price)).toEqual({ amountCents, feeCents, totalCents });
  });
});

describe('a refusal', () => {
  const facts: PurchaseFacts = {
    status: 'approved',
    overdue: false,
    shares: 10,
    availableShares: 10,
    totalCents: 1_000,
    availableCashCents: 1_000,
  };
  test.each([
    [{}, undefined],
    [{ availableShares: 9 }, 'NOT_ENOUGH_SHARES'],
    [{ availableCashCents: 999 }, 'INSUFFICIENT_FUNDS'],
    [{ availableShares: 0, availableCashCents: 0 }, 'NOT_ENOUGH_SHARES'],
    [{ overdue: true }, 'NOT_OPEN'],
    [{ status: 'pending' as const }, 'NOT_OPEN'],
    [{ status: 'rejected' as const, availableShares: 0 }, 'NOT_OPEN'],
  ])('for %j is %s', (change, code) => {
    expect(refuseToInvest({ ...facts, ...change })?.code).toBe(code);
  });
});
