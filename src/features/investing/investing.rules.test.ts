import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_CENTS } from '#kernel/money.ts';
import {
  limitsLeft,
  overLimit,
  type PurchaseFacts,
  quotePurchase,
  refuseToInvest,
  smallestOrder,
} from './investing.rules.ts';

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
    isOverdue: false,
    isOwnOffering: false,
    isOwnReward: false,
    shares: 10,
    availableShares: 10,
    minimumOrderShares: 1,
    totalCents: 1_000,
    availableCashCents: 1_000,
    needsKyc: false,
    overLimit: null,
  };
  const tooMuch = { period: 'month', message: '' } as const;
  test.each([
    [{}, undefined],
    [{ availableShares: 9 }, 'NOT_ENOUGH_SHARES'],
    [{ availableCashCents: 999 }, 'INSUFFICIENT_FUNDS'],
    [{ availableShares: 11, minimumOrderShares: 11, availableCashCents: 0 }, 'BELOW_MINIMUM_ORDER'],
    [{ availableShares: 11, minimumOrderShares: 10 }, undefined],
    [{ availableShares: 10, minimumOrderShares: 11 }, undefined],
    [{ availableShares: 0, availableCashCents: 0 }, 'NOT_ENOUGH_SHARES'],
    [{ isOverdue: true }, 'NOT_OPEN'],
    [{ status: 'pending' as const }, 'NOT_OPEN'],
    [{ status: 'rejected' as const, availableShares: 0 }, 'NOT_OPEN'],
    [{ needsKyc: true, overLimit: tooMuch, availableCashCents: 0 }, 'KYC_REQUIRED'],
    [{ overLimit: tooMuch, availableCashCents: 0 }, 'MONTHLY_LIMIT'],
    [{ overLimit: { ...tooMuch, period: 'year' as const } }, 'ANNUAL_LIMIT'],
  ])('for %j is %s', (change, code) => {
    expect(refuseToInvest({ ...facts, ...change })?.code).toBe(code);
  });
});

test('the smallest order is the minimum order, or all that remain when they are fewer', () => {
  expect([1, 5, 6].map((available) => smallestOrder(5, available))).toEqual([1, 5, 5]);
  expect(smallestOrder(1, 0)).toBe(1);
});

describe('the limits', () => {
  const limits = { monthlyCents: 1_000_000, annualCents: 10_000_000 };
  const at = (moment: string, invested: Record<string, number> = {}, reservedCents = 0) =>
    limitsLeft(limits, { investedIn: new Map(Object.entries(invested)), reservedCents }, new Date(moment));

  test('begin again with each calendar month and each calendar year, in UTC', () => {
    const invested = { '2026-11': 400_000, '2026-12': 1_000_000 };
    const left = (moment: string) => {
      const { monthly, annual } = at(moment, invested);
      return [monthly?.leftCents, annual?.leftCents];
    };
    expect(left('2026-11-30T23:59:59.999Z')).toEqual([600_000, 8_600_000]);
    expect(left('2026-12-01T00:00:00.000Z')).toEqual([0, 8_600_000]);
    expect(left('2026-12-31T23:59:59.999Z')).toEqual([0, 8_600_000]);
    expect(left('2027-01-01T00:00:00.000Z')).toEqual([1_000_000, 10_000_000]);
  });

  test('say when they are whole again', () => {
    const { monthly, annual } = at('2026-12-15T10:00:00Z');
    expect([monthly?.renewsAt, annual?.renewsAt]).toEqual([
      '2027-01-01T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
    ]);
    expect(at('2026-02-28T10:00:00Z').monthly?.renewsAt).toBe('2026-03-01T00:00:00.000Z');
  });

  test('are respected to the cent: exactly the rest may be invested, and no cent more', () => {
    fc.assert(
      fc.property(fc.nat(1_200_000), fc.nat(10_500_000), fc.nat(1_500_000), (inMonth, before, amount) => {
        const left = at('2026-11-15T10:00:00Z', { '2026-11': inMonth, '2026-03': before });
        const most = Math.min(Math.max(0, 1_000_000 - inMonth), Math.max(0, 10_000_000 - before - inMonth));
        expect(overLimit(amount, left) === null).toBe(amount <= most);
        expect(overLimit(most, left)).toBeNull();
        expect(overLimit(most + 1, left)).not.toBeNull();
      }),
    );
  });

  test('count the reserves of bids in any month in which they are filled, so that no limit is exceeded', () => {
    const months = ['2026-11', '2026-12', '2027-01'];
    const order = fc.record({ cents: fc.nat(400_000), bids: fc.boolean() });
    const month = fc.record({
      orders: fc.array(order, { maxLength: 8 }),
      filledShare: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(month, { minLength: 3, maxLength: 3 }), (all) => {
        const invested: Record<string, number> = {};
        let reserved = 0;
        for (const [index, { orders, filledShare }] of all.entries()) {
          const name = months[index] ?? '';
          const now = `${name}-10T10:00:00Z`;
          for (const { cents, bids } of orders) {
            if (overLimit(cents, at(now, invested, reserved)) !== null) continue;
            if (bids) reserved += cents;
            else invested[name] = (invested[name] ?? 0) + cents;
          }
          const filledShares = Math.floor(reserved * filledShare);
          reserved -= filledShares;
          invested[name] = (invested[name] ?? 0) + filledShares;
          expect(invested[name]).toBeLessThanOrEqual(limits.monthlyCents);
        }
      }),
    );
  });

  test('say how much is left and until when, the month before the year', () => {
    const left = at('2026-11-15T10:00:00Z', { '2026-11': 975_000, '2026-03': 9_000_000 });
    expect(overLimit(100_000, left)).toEqual({
      period: 'month',
      message:
        'You can invest $250.00 more this calendar month (limit $10,000.00). Your limit resets on Dec 1, 2026.',
    });
    const full = at('2026-11-15T10:00:00Z', { '2026-11': 5_000, '2026-03': 9_990_000 });
    expect(overLimit(100_000, full)).toEqual({
      period: 'year',
      message:
        'You can invest $50.00 more this calendar year (limit $100,000.00). Your limit resets on Jan 1, 2027.',
    });
  });

  test('that there are none refuse nothing', () => {
    const none = limitsLeft(
      { monthlyCents: null, annualCents: null },
      { investedIn: new Map([['2026-11', MAX_CENTS]]), reservedCents: MAX_CENTS },
      new Date(),
    );
    expect(overLimit(MAX_CENTS, none)).toBeNull();
  });
});
