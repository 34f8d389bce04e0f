import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_PLAN } from './client/default-plan.ts';
import { LIMITS, type Plan, readPlan, returnsOf } from './returns.rules.ts';

const tenShares: Plan = {
  shares: 10,
  priceCents: 10_000,
  yieldBps: 750,
  changeBps: 0,
  years: 10,
  reinvest: false,
};
const lastOf = (plan: Plan) => returnsOf(plan).years.at(-1);

describe('the returns calculator', () => {
  test('has the figures of the article on fees', () => {
    expect(returnsOf(tenShares).paidCents).toBe(102_500);
    expect(lastOf(tenShares)).toEqual({
      year: 10,
      shares: 10,
      valueCents: 100_000,
      cashCents: 73_880,
      receivedCents: 73_880,
      processingFeesCents: 2_500,
      managementFeesCents: 1_120,
    });
  });

  test('reinvests in whole shares, with the fee, and carries the rest over', () => {
    const plan = { ...tenShares, shares: 100, years: 1, reinvest: true };
    // 184.69 buys 1, 82.19 + 186.54 buys 2, 63.73 + 190.23 buys 2, 48.96 + 193.93 buys 2.
    expect(lastOf(plan)).toMatchObject({ shares: 107, cashCents: 3_789, receivedCents: 75_539 });
  });

  test('the price changes at the end of each year', () => {
    const plan = { ...tenShares, years: 2, changeBps: -1_000 };
    expect(returnsOf(plan).years.map(({ valueCents }) => valueCents)).toEqual([90_000, 81_000]);
    expect(lastOf(plan)?.receivedCents).toBe(4 * 1_847 + 4 * 1_663);
  });

  const plans = fc.record({
    shares: fc.integer({ min: 1, max: 100_000 }),
    priceCents: fc.integer({ min: 1, max: 10_000_000 }),
    yieldBps: fc.integer({ min: 0, max: 2_000 }),
    changeBps: fc.integer({ min: -1_000, max: 1_000 }),
    years: fc.integer({ min: 1, max: 30 }),
    reinvest: fc.boolean(),
  });

  test('every cent received is in shares, fees or cash, and every figure is exact', () => {
    fc.assert(
      fc.property(plans, (drawn) => {
        const shares = Math.max(
          1,
          Math.min(drawn.shares, Math.floor(LIMITS.investedCents.to / drawn.priceCents)),
        );
        const plan = { ...drawn, shares, changeBps: 0 };
        const { paidCents, years } = returnsOf(plan);
        const end = years.at(-1)!;
        const spent = (end.shares - shares) * plan.priceCents;
        const firstFee = paidCents - shares * plan.priceCents;
        expect(spent + (end.processingFeesCents - firstFee) + end.cashCents).toBe(end.receivedCents);
        const price = plan.priceCents;
        if (plan.reinvest) expect(end.cashCents).toBeLessThan(price + Math.ceil(price / 40) + 1);
        else expect(end.shares).toBe(shares);
      }),
      { numRuns: 200 },
    );
  });

  test('the largest plan stays exact', () => {
    const plan = {
      shares: 100_000,
      priceCents: 10_000,
      yieldBps: 2_000,
      changeBps: 1_000,
      years: 30,
      reinvest: true,
    };
    for (const figure of Object.values(lastOf(plan) ?? {})) expect(Number.isSafeInteger(figure)).toBe(true);
    const penny = { ...plan, priceCents: 1, changeBps: -1_000 };
    for (const figure of Object.values(lastOf(penny) ?? {})) expect(Number.isSafeInteger(figure)).toBe(true);
  });
});

describe('its form', () => {
  test('reads the default plan', () => {
    expect(readPlan(DEFAULT_PLAN).plan).toEqual({ ...tenShares, changeBps: 200, reinvest: true });
    expect(readPlan({ ...DEFAULT_PLAN, change: '-1.5' }).plan?.changeBps).toBe(-150);
    expect(readPlan({ ...DEFAULT_PLAN, change: '-0' }).plan?.changeBps).toBe(0);
  });

  test.each([
    ['shares', '0'],
    ['shares', '1.5'],
    ['shares', ''],
    ['shares', '100001'],
    ['price', '0'],
    ['price', '-5'],
    ['price', '1.234'],
    ['price', '100000.01'],
    ['yield', '20.01'],
    ['yield', '-1'],
    ['yield', 'seven'],
    ['change', '10.01'],
    ['change', '-10.01'],
    ['change', ''],
    ['years', '0'],
    ['years', '31'],
  ] as const)('names %s as wrong when it is "%s"', (field, text) => {
    const { plan, errors } = readPlan({ ...DEFAULT_PLAN, [field]: text });
    expect(plan).toBeNull();
    expect(Object.keys(errors ?? {})).toEqual([field]);
  });

  test('refuses more than it can reckon with', () => {
    expect(readPlan({ ...DEFAULT_PLAN, shares: '100000', price: '100.01' }).errors).toEqual({
      shares: 'Shares times price may be at most $10,000,000.',
    });
  });
});
