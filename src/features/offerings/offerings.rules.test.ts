import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, after as momentAfter } from '#kernel/time.ts';
import {
  CANCELLATION_WINDOW_MS,
  cancellableUntil,
  closesAt,
  closingOf,
  refuseTerms,
} from './offerings.rules.ts';

const start = new Date('2026-03-01T00:00:00Z');
const deadline = momentAfter(start, 60 * DAY);
const offering = {
  minimumShares: 50,
  soldShares: 50,
  lastPurchaseAt: momentAfter(start, 10 * DAY),
  deadline,
  review: 'approved' as const,
  onHold: false,
};

describe('an open offering', () => {
  test.each([
    ['goes on below its minimum', { soldShares: 49 }, momentAfter(start, 59 * DAY), null],
    ['goes on while its last purchase can be canceled', {}, momentAfter(start, 12 * DAY - 1), null],
    ['is funded when nobody can still cancel', {}, momentAfter(start, 12 * DAY), 'funded'],
    [
      'goes on when someone bought again',
      { lastPurchaseAt: momentAfter(start, 11 * DAY) },
      momentAfter(start, 12 * DAY),
      null,
    ],
    [
      'is funded at its deadline, however new its last purchase is',
      { lastPurchaseAt: deadline },
      deadline,
      'funded',
    ],
    ['fails at its deadline below its minimum', { soldShares: 49 }, deadline, 'failed'],
    [
      'fails at its deadline when nothing was bought',
      { soldShares: 0, lastPurchaseAt: null },
      deadline,
      'failed',
    ],
    ['is not funded while its property is in review', { review: 'pending' as const }, deadline, null],
    [
      'fails at its deadline below its minimum, in review too',
      { review: 'pending' as const, soldShares: 49 },
      deadline,
      'failed',
    ],
    ['is not funded while its payout is on hold', { onHold: true }, deadline, null],
    [
      'fails at its deadline below its minimum, on hold too',
      { onHold: true, soldShares: 49 },
      deadline,
      'failed',
    ],
    ['fails immediately when its property is rejected', { review: 'rejected' as const }, start, 'failed'],
  ])('%s', (_, change, now, outcome) => {
    expect(closingOf({ ...offering, ...change }, now)).toBe(outcome);
  });

  test('closes once, never after its deadline, and never while a purchase can be canceled before it', () => {
    const days = fc.integer({ min: 0, max: 60 * 24 });
    fc.assert(
      fc.property(fc.nat(100), days, days, (soldShares, bought, now) => {
        const lastPurchaseAt = soldShares > 0 ? momentAfter(start, bought * HOUR) : null;
        const facts = { ...offering, soldShares, lastPurchaseAt };
        const closing = closesAt(facts);
        expect(closing <= deadline).toBe(true);
        if (lastPurchaseAt) expect(closing >= cancellableUntil(lastPurchaseAt, deadline)).toBe(true);
        const outcome = closingOf(facts, momentAfter(start, now * HOUR));
        expect(outcome !== null).toBe(momentAfter(start, now * HOUR) >= closing);
      }),
    );
  });
});

test('a purchase can be canceled for 48 hours, or until the deadline', () => {
  expect(cancellableUntil(start, deadline)).toEqual(momentAfter(start, CANCELLATION_WINDOW_MS));
  expect(cancellableUntil(momentAfter(deadline, -HOUR), deadline)).toEqual(deadline);
});

describe('other terms', () => {
  const facts = {
    status: 'open' as const,
    soldShares: 0,
    totalShares: 100,
    minimumShares: 100,
    minimumOrderShares: 1,
    mortgageRepaymentCents: 0,
    pricePerShareCents: 10_000,
  };
  test.each([
    [{}, undefined],
    [{ soldShares: 1 }, 'OFFERING_HAS_PURCHASES'],
    [{ status: 'failed' as const }, 'OFFERING_CLOSED'],
    [{ minimumShares: 101 }, 'MINIMUM_TOO_HIGH'],
    [{ minimumOrderShares: 100 }, undefined],
    [{ minimumOrderShares: 101 }, 'MINIMUM_ORDER_TOO_HIGH'],
    [{ mortgageRepaymentCents: 1_000_000 }, undefined],
    [{ mortgageRepaymentCents: 1_000_000, minimumShares: 99 }, 'REPAYMENT_TOO_HIGH'],
    [{ status: 'funded' as const }, undefined],
  ])('with %j are refused as %s', (change, code) => {
    expect(refuseTerms({ ...facts, ...change })?.code).toBe(code);
  });
});
