import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quotePurchase } from '../investing.rules.ts';
import { type Buyer, buyerObstacle, obstacleOf } from './obstacles.ts';

const renewsAt = '2026-12-01T00:00:00.000Z';
const limit = (leftCents: number) => ({ limitCents: 1_000_000, leftCents, renewsAt });
const buyer: Buyer = {
  limits: { kycRequired: false, reservedCents: 0, monthly: limit(500_000), annual: limit(9_000_000) },
  cashCents: 100_000,
};
const offer = { status: 'approved' as const, overdue: false, availableShares: 50 };
const order = (shares: number) => ({ shares, pricePerShareCents: 10_000, ...quotePurchase(shares, 10_000) });

describe('what stands in the way of a purchase', () => {
  test('nothing, while nothing is known against it', () => {
    expect(obstacleOf(order(9), offer, buyer)).toBeNull();
    expect(obstacleOf(order(50), offer, { limits: undefined, cashCents: undefined })).toBeNull();
  });

  test('missing cash, to the cent', () => {
    expect(obstacleOf(order(10), offer, buyer)).toEqual({
      code: 'INSUFFICIENT_FUNDS',
      text: 'You are $25.00 short of this purchase.',
      missingCents: 2_500,
    });
  });

  test('a limit, with the shares that it allows', () => {
    const limits = { kycRequired: false, reservedCents: 0, monthly: limit(461_000), annual: limit(465_000) };
    const rich = { limits, cashCents: 10_000_000 };
    expect(obstacleOf(order(47), offer, rich)).toMatchObject({ code: 'MONTHLY_LIMIT', allowedShares: 46 });
    expect(obstacleOf(order(46), offer, rich)).toBeNull();
  });

  test('an identity that is not verified, an offering that is closed or sold out', () => {
    const unverified = {
      ...buyer,
      limits: { kycRequired: true, reservedCents: 0, monthly: null, annual: null },
    };
    expect(obstacleOf(order(1), offer, unverified)?.code).toBe('KYC_REQUIRED');
    expect(buyerObstacle(order(1), unverified)?.code).toBe('KYC_REQUIRED');
    expect(obstacleOf(order(1), { ...offer, status: 'rejected' }, buyer)?.code).toBe('NOT_OPEN');
    expect(obstacleOf(order(1), { ...offer, overdue: true }, buyer)?.code).toBe('NOT_OPEN');
    expect(obstacleOf(order(1), { ...offer, availableShares: 0 }, buyer)?.text).toBe(
      'Every share has been sold.',
    );
  });

  test('never the shares that a limit allows', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000_000),
        fc.nat(2_000_000),
        fc.integer({ min: 1, max: 50 }),
        (month, year, shares) => {
          const limits = { kycRequired: false, reservedCents: 0, monthly: limit(month), annual: limit(year) };
          const { allowedShares } = obstacleOf(order(shares), offer, { limits, cashCents: undefined }) ?? {};
          if (!allowedShares) return;
          expect(allowedShares).toBeLessThan(shares);
          expect(obstacleOf(order(allowedShares), offer, { limits, cashCents: undefined })).toBeNull();
        },
      ),
    );
  });
});
