import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quotePurchase } from '../investing.rules.ts';
import { type Buyer, buyerObstacle, obstacleOf } from './obstacles.ts';

const renewsAt = '2026-12-01T00:00:00.000Z';
const limit = (leftCents: number) => ({ limitCents: 1_000_000, leftCents, renewsAt });
const buyer: Buyer = {
  limits: { kycRequired: false, reservedCents: 0, monthly: limit(500_000), annual: limit(9_000_000) },
  cashCents: 100_000,
  frozenReason: null,
};
const offer = { status: 'approved' as const, isOverdue: false, availableShares: 50, minimumOrderShares: 1 };
const order = (shares: number) => ({ shares, pricePerShareCents: 10_000, ...quotePurchase(shares, 10_000) });

describe('obstacles to a purchase', () => {
  test('nothing, while nothing is known against it', () => {
    expect(obstacleOf(order(9), offer, buyer)).toBeNull();
    expect(obstacleOf(order(50), offer, { ...buyer, limits: undefined, cashCents: undefined })).toBeNull();
  });

  test('missing cash, to the cent', () => {
    expect(obstacleOf(order(10), offer, buyer)).toEqual({
      code: 'INSUFFICIENT_FUNDS',
      text: 'You need $25.00 more for this purchase.',
      missingCents: 2_500,
    });
  });

  test('a limit, with the shares that it allows', () => {
    const limits = { kycRequired: false, reservedCents: 0, monthly: limit(461_000), annual: limit(465_000) };
    const rich = { ...buyer, limits, cashCents: 10_000_000 };
    expect(obstacleOf(order(47), offer, rich)).toMatchObject({ code: 'MONTHLY_LIMIT', allowedShares: 46 });
    expect(obstacleOf(order(46), offer, rich)).toBeNull();
  });

  test('a limit, with the shares that the cash covers when it covers fewer than the limit allows', () => {
    const limits = { kycRequired: false, reservedCents: 0, monthly: limit(461_000), annual: limit(465_000) };
    const obstacle = (cashCents: number) => obstacleOf(order(47), offer, { ...buyer, limits, cashCents });
    expect(obstacle(102_500)).toMatchObject({ code: 'MONTHLY_LIMIT', allowedShares: 10 });
    expect(obstacle(102_499)?.text).toMatch(/ Your available cash covers 9 shares\.$/);
    expect(obstacle(10_249)).toMatchObject({ allowedShares: 0 });
    expect(obstacle(10_249)?.text).toMatch(/ Your available cash does not cover one share\.$/);
    const noFee = { ...order(47), totalCents: 470_000 };
    expect(buyerObstacle(noFee, { ...buyer, limits, cashCents: 10_000 })?.allowedShares).toBe(1);
  });

  test('a minimum order, above which alone a limit or the cash offers other shares', () => {
    const limits = { kycRequired: false, reservedCents: 0, monthly: limit(461_000), annual: limit(465_000) };
    const fromTen = { ...offer, minimumOrderShares: 10 };
    expect(obstacleOf(order(9), fromTen, buyer)?.code).toBe('BELOW_MINIMUM_ORDER');
    const obstacle = (cashCents: number) => obstacleOf(order(47), fromTen, { ...buyer, limits, cashCents });
    expect(obstacle(102_500)).toMatchObject({ allowedShares: 10, withoutCash: false });
    expect(obstacle(102_499)).toMatchObject({ allowedShares: 0, withoutCash: true });
    const lastNine = { ...fromTen, availableShares: 9 };
    expect(obstacleOf(order(9), lastNine, buyer)).toBeNull();
  });

  test('a frozen account, before any other obstacle', () => {
    const frozen = { ...buyer, cashCents: 0, frozenReason: 'A stolen card.' };
    expect(obstacleOf(order(1), offer, frozen)).toEqual({
      code: 'ACCOUNT_FROZEN',
      text: 'Your account is frozen: A stolen card.',
    });
  });

  test('an identity that is not verified, an offering that is closed or sold out', () => {
    const unverified = {
      ...buyer,
      limits: { kycRequired: true, reservedCents: 0, monthly: null, annual: null },
    };
    expect(obstacleOf(order(1), offer, unverified)?.code).toBe('KYC_REQUIRED');
    expect(buyerObstacle(order(1), unverified)?.code).toBe('KYC_REQUIRED');
    expect(obstacleOf(order(1), { ...offer, status: 'rejected' }, buyer)?.code).toBe('NOT_OPEN');
    expect(obstacleOf(order(1), { ...offer, isOverdue: true }, buyer)?.code).toBe('NOT_OPEN');
    expect(obstacleOf(order(1), { ...offer, availableShares: 0 }, buyer)?.text).toBe(
      'Every share has been sold.',
    );
  });

  test('never the shares that it offers instead', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000_000),
        fc.nat(2_000_000),
        fc.integer({ min: 1, max: 50 }),
        fc.option(fc.nat(1_000_000), { nil: undefined }),
        (month, year, shares, cashCents) => {
          const limits = { kycRequired: false, reservedCents: 0, monthly: limit(month), annual: limit(year) };
          const one = { ...buyer, limits, cashCents };
          const { allowedShares } = obstacleOf(order(shares), offer, one) ?? {};
          if (!allowedShares) return;
          expect(allowedShares).toBeLessThan(shares);
          expect(obstacleOf(order(allowedShares), offer, one)).toBeNull();
        },
      ),
    );
  });
});
