import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_CENTS } from '#kernel/money.ts';
import { DAY, dayText, after as momentAfter } from '#kernel/time.ts';
import {
  type ApprovedValuation,
  basedOnText,
  coversSharePrice,
  isLargeChange,
  loanToValueBps,
  netAssetValuePerShare,
  nextDay,
  nextDecisionAt,
  owedDebt,
  revaluation,
  type ValueHistory,
  valueAt,
  valueBasisText,
  valueSteps,
} from './valuations.rules.ts';

const appraised = fc
  .tuple(fc.integer({ min: 1, max: MAX_CENTS }), fc.nat(MAX_CENTS), fc.nat(MAX_CENTS))
  .map(([amountCents, debtCents, repaid]) => ({
    amountCents,
    debtCents,
    repaymentCents: Math.min(repaid, debtCents),
  }));
const shared = fc.record({
  equityOfferedBps: fc.integer({ min: 1, max: 10_000 }),
  totalShares: fc.integer({ min: 1, max: 100_000_000 }),
});
const whole = (amountCents: number, debtCents = 0, repaymentCents = 0) => ({
  amountCents,
  debtCents,
  repaymentCents,
});

describe('the net asset value of a share', () => {
  test('all shares together are worth what they are a part of, less than one cent for each', () => {
    fc.assert(
      fc.property(appraised, shared, (valued, part) => {
        const { amountCents, debtCents, repaymentCents } = valued;
        const net = BigInt(amountCents) - BigInt(debtCents) + BigInt(repaymentCents);
        const all = (net > 0n ? net : 0n) * BigInt(part.equityOfferedBps);
        const perShare = BigInt(netAssetValuePerShare(valued, part));
        const shares = BigInt(part.totalShares) * 10_000n;
        expect(perShare * shares <= all && all < (perShare + 1n) * shares).toBe(true);
      }),
    );
  });

  test('is the price of a share where price times shares are the whole property', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 10_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        (price, totalShares) => {
          const part = { equityOfferedBps: 10_000, totalShares };
          expect(netAssetValuePerShare(whole(price * totalShares), part)).toBe(price);
          expect(coversSharePrice(whole(price * totalShares), { ...part, pricePerShareCents: price })).toBe(
            true,
          );
        },
      ),
    );
  });

  test.each([
    ['half of a property', whole(100_000_000), 5_000, 5_000, 10_000],
    ['what is left after a mortgage', whole(100_000_000, 40_000_000), 5_000, 5_000, 6_000],
    ['the mortgage repaid by escrow', whole(100_000_000, 40_000_000, 40_000_000), 5_000, 5_000, 10_000],
    ['a fraction of a cent cut off', whole(1_000), 10_000, 3, 333],
    ['nothing while the debt is higher', whole(1_000, 2_000), 10_000, 3, 0],
  ])('%s', (_, valued, equityOfferedBps, totalShares, cents) => {
    expect(netAssetValuePerShare(valued, { equityOfferedBps, totalShares })).toBe(cents);
  });

  test('covers its price to the cent, and one cent less', () => {
    const part = { equityOfferedBps: 10_000, totalShares: 3, pricePerShareCents: 100 };
    expect([300, 297, 296].map((amount) => coversSharePrice(whole(amount), part))).toEqual([
      true,
      true,
      false,
    ]);
    expect(coversSharePrice(whole(300, 30), part)).toBe(false);
    expect(coversSharePrice(whole(300, 30, 30), part)).toBe(true);
  });
});

test('the loan-to-value counts the debt that remains', () => {
  expect(loanToValueBps(whole(1_000_000, 400_000))).toBe(4_000);
  const half = whole(1_000_000, 400_000, 150_000);
  const owed = [0, 100_000, 150_000, 200_000].map((repaid) => owedDebt(half, repaid));
  expect(owed).toEqual([400_000, 300_000, 250_000, 250_000]);
});

test('a change is large beyond a tenth of the net value, up or down', () => {
  const change = (before: number, after: number) => isLargeChange(whole(before), whole(after));
  expect([change(1_000, 1_100), change(1_000, 900), change(1_000, 1_000)]).toEqual([false, false, false]);
  expect([change(1_000, 1_101), change(1_000, 899), change(1_000, 1_000_000)]).toEqual([true, true, true]);
  // Debt makes a small change of the property a large one of its shares.
  expect(isLargeChange(whole(1_000, 800), whole(1_030, 800))).toBe(true);
  expect(isLargeChange(whole(1_000, 2_000), whole(3_000, 2_000))).toBe(true);
});

describe('what a share was worth', () => {
  const valuation = (effectiveOn: string, amountCents: number, filedAt = effectiveOn): ApprovedValuation => ({
    ...whole(amountCents),
    effectiveOn,
    filedAt: new Date(filedAt),
    basis: 'appraisal',
    decidedAt: new Date(filedAt),
    isBaseline: false,
  });
  const own: ApprovedValuation = { ...valuation('2026-01-10', 100_000), basis: 'purchase', isBaseline: true };
  const history: ValueHistory = {
    offeringPriceCents: 100,
    totalShares: 1_000,
    equityOfferedBps: 10_000,
    fundedAt: new Date('2026-03-01T12:00:00Z'),
    valuations: [own, valuation('2026-06-01', 120_000), valuation('2026-09-01', 90_000)],
  };
  const cents = (at: string) => valueAt(history, new Date(at)).perShareCents;

  test('is the offering price until the offering is funded, then the newest approved valuation', () => {
    expect(valueAt(history, new Date('2026-03-01T11:59:59Z'))).toEqual({
      perShareCents: 100,
      basis: 'offering_price',
      effectiveOn: null,
    });
    expect(valueAt(history, new Date('2026-03-01T12:00:00Z'))).toMatchObject({
      basis: 'purchase',
      effectiveOn: '2026-01-10',
    });
    expect([cents('2026-05-31T23:59:59Z'), cents('2026-06-01T00:00:00Z')]).toEqual([100, 120]);
    expect(cents('2030-01-01T00:00:00Z')).toBe(90);
  });

  test('stays the offering price where the offering never is funded', () => {
    const open = { ...history, fundedAt: null };
    expect(valueAt(open, new Date('2030-01-01T00:00:00Z')).basis).toBe('offering_price');
  });

  test('has a step for each valuation, and none that is not there yet', () => {
    const now = new Date('2026-07-01T00:00:00Z');
    expect(valueSteps(history, now).map(({ from, perShareCents }) => [from, perShareCents])).toEqual([
      ['2026-01-10', 100],
      ['2026-03-01', 100],
      ['2026-06-01', 120],
    ]);
    expect(valueSteps({ ...history, valuations: [] }, now)).toEqual([]);
    // A document that is older than the offering does not begin its history.
    const older = { ...own, effectiveOn: '2025-11-20' };
    const steps = valueSteps({ ...history, valuations: [older, ...history.valuations.slice(1)] }, now);
    expect(steps.map(({ from, effectiveOn }) => [from, effectiveOn])).toEqual([
      ['2026-01-10', null],
      ['2026-03-01', '2025-11-20'],
      ['2026-06-01', '2026-06-01'],
    ]);
  });

  test('ends at the value of now, whatever was approved', () => {
    const days = fc.integer({ min: 0, max: 600 });
    fc.assert(
      fc.property(fc.array(fc.tuple(days, fc.integer({ min: 1, max: 1_000_000 }))), days, (filed, nowIn) => {
        const start = new Date('2026-01-10T00:00:00Z');
        const valuations = filed
          .map(([day, amount]) => valuation(dayText(momentAfter(start, day * DAY)), amount))
          .sort((one, other) => (one.effectiveOn < other.effectiveOn ? -1 : 1));
        const now = momentAfter(start, nowIn * DAY);
        const steps = valueSteps({ ...history, valuations: [own, ...valuations] }, now);
        expect(steps.at(-1)).toMatchObject(valueAt({ ...history, valuations: [own, ...valuations] }, now));
      }),
    );
  });

  test('changes by a valuation only when that one counts now', () => {
    const now = new Date('2026-10-01T00:00:00Z');
    const by = (one: ApprovedValuation) => revaluation(history, one, now);
    expect(by(valuation('2026-09-15', 99_000))).toEqual({ beforeCents: 90, afterCents: 99, isLarge: false });
    expect(by(valuation('2026-09-15', 99_100))).toMatchObject({ afterCents: 99, isLarge: true });
    expect(by(valuation('2026-08-15', 500_000))).toEqual({ beforeCents: 90, afterCents: 90, isLarge: false });
    // Of two for one day, the one that was filed later counts.
    expect(by(valuation('2026-09-01', 95_000, '2026-09-02'))).toMatchObject({ afterCents: 95 });
    expect(by(valuation('2026-09-01', 95_000, '2026-08-31'))).toMatchObject({ afterCents: 90 });
  });

  describe('changes by small valuations', () => {
    const isLargeAfter = (amounts: readonly [string, number][], added: readonly [string, number]) => {
      const valuations = [own, ...amounts.map(([day, amount]) => valuation(day, amount))];
      return revaluation({ ...history, valuations }, valuation(...added), new Date(added[0])).isLarge;
    };

    test('which are a large one together, up or down, when they are within 30 days', () => {
      expect(isLargeAfter([['2026-06-01', 106_000]], ['2026-06-20', 111_000])).toBe(true);
      expect(isLargeAfter([['2026-06-01', 106_000]], ['2026-06-20', 110_000])).toBe(false);
      expect(isLargeAfter([['2026-06-01', 106_000]], ['2026-07-02', 111_000])).toBe(false);
      expect(isLargeAfter([['2026-06-01', 94_000]], ['2026-06-20', 89_900])).toBe(true);
      // From a value between: 109 to 97, with 100 at first.
      expect(
        isLargeAfter(
          [
            ['2026-06-01', 109_000],
            ['2026-06-02', 103_000],
          ],
          ['2026-06-20', 97_000],
        ),
      ).toBe(true);
    });

    test('and are measured from the last one that halted trading', () => {
      const halting = { ...valuation('2026-06-01', 120_000), isBaseline: true };
      const by = (amount: number) =>
        revaluation(
          { ...history, valuations: [own, halting, valuation('2026-06-02', 125_000)] },
          valuation('2026-06-03', amount),
          new Date('2026-06-03'),
        ).isLarge;
      expect([by(132_000), by(132_100)]).toEqual([false, true]);
    });
  });

  test('a decision is later than all before it, also where another clock was ahead', () => {
    const [now, later] = [new Date('2026-08-01T00:00:00Z'), new Date('2026-10-01T00:00:00Z')];
    expect(nextDecisionAt(history, now)).toEqual(new Date('2026-09-01T00:00:00.001Z'));
    expect(nextDecisionAt(history, later)).toEqual(later);
  });
});

test('the next day begins at midnight UTC', () => {
  expect(nextDay(new Date('2026-12-31T00:00:00Z')).toISOString()).toBe('2027-01-01T00:00:00.000Z');
  expect(nextDay(new Date('2026-06-30T23:59:59.999Z')).toISOString()).toBe('2026-07-01T00:00:00.000Z');
});

test('a basis is named with its day, which no line divides', () => {
  expect(valueBasisText({ basis: 'offering_price', effectiveOn: null })).toBe('offering price');
  expect(basedOnText({ basis: 'broker_opinion', effectiveOn: '2026-03-03' })).toBe(
    'based on the broker opinion of Mar\u00a03,\u00a02026',
  );
});
