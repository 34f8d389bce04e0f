import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MANAGEMENT_FEE_BPS } from '#kernel/fees.ts';
import { allocate, feeOf } from '#kernel/money.ts';
import { size } from '#tests/support/sizes.ts';
import type { ReportLines } from './distributions.contract.ts';
import {
  datesOf,
  firstPaymentOf,
  lineKeys,
  monthsOf,
  nextPaymentDate,
  operatingIncome,
  paymentAfter,
  perShareText,
  quarterOf,
  quarterResult,
  rentSteps,
  reportableMonths,
  splitQuarter,
  withGaps,
} from './distributions.rules.ts';

const amount = fc.integer({ min: 0, max: 500_000_000 });
const lines = fc
  .tuple(...lineKeys.map(() => amount))
  .map(
    (values) =>
      Object.fromEntries(lineKeys.map((key, at) => [key, values[at] ?? 0])) as unknown as ReportLines,
  )
  .map((one) => ({ ...one, vacancyCents: Math.min(one.vacancyCents, one.rentCents) }));
const runs = { numRuns: Math.min(size('moneyRuns'), 100_000) };

describe('a quarter', () => {
  test('over any series of quarters, the available amounts less the open deficit are the income', () => {
    fc.assert(
      fc.property(fc.array(lines, { minLength: 1, maxLength: 8 }), (quarters) => {
        let deficit = 0;
        let available = 0;
        let income = 0;
        for (const one of quarters) {
          const result = quarterResult(one, deficit);
          expect(Math.min(result.availableCents, result.closingDeficitCents)).toBe(0);
          expect(result.reserveContributedCents).toBeLessThanOrEqual(result.availableCents);
          const paidIn = Math.max(0, operatingIncome(one) - deficit);
          expect(result.availableCents + result.reimbursedCents).toBe(paidIn + one.reserveWithdrawnCents);
          expect(result.reimbursedCents).toBeLessThanOrEqual(one.reserveWithdrawnCents);
          deficit = result.closingDeficitCents;
          available += result.availableCents;
          income += operatingIncome(one) + one.reserveWithdrawnCents;
        }
        expect(available - deficit).toBe(income);
      }),
      runs,
    );
  });

  test('the way of its rent reaches each total, and ends with the amount of the holders and that of the viewer', () => {
    fc.assert(
      fc.property(lines, amount, fc.nat(100), fc.nat(100), (one, deficit, sold, held) => {
        const closed = quarterResult(one, deficit);
        const distributable = closed.availableCents - closed.reserveContributedCents;
        const grossCents = Math.floor((distributable * sold) / 100);
        const feeCents = feeOf(grossCents, MANAGEMENT_FEE_BPS);
        const netCents = grossCents - feeCents;
        const ownerShareCents = distributable - grossCents;
        const amountCents = Math.floor((netCents * held) / 100);
        const viewer = held === 0 ? null : { shares: held, amountCents };
        const split = { ownerShareCents, feeCents, netCents, viewer, shares: sold, preparedAt: '2026-10-02' };
        const steps = rentSteps({ ...closed, ...split, lines: one });
        let reached = one.rentCents;
        for (const { cents, isTotal } of steps) {
          if (isTotal) expect(cents).toBe(reached);
          else reached += cents;
        }
        expect(steps).toContainEqual({ label: 'To shareholders', cents: netCents, isTotal: true });
        expect(steps.at(-1)).toMatchObject(
          viewer && amountCents > 0 ? { label: 'To you', cents: amountCents } : { label: 'To shareholders' },
        );
      }),
    );
  });

  test('is split to the cent: distributable = owner + fee + net, gross = fee + net', () => {
    const facts = fc.record({
      distributableCents: fc.integer({ min: 0, max: 99_999_999_999 }),
      pricePerShareCents: fc.integer({ min: 100, max: 100_000 }),
      totalShares: fc.integer({ min: 1, max: 1_000_000 }),
      soldOf: fc.double({ min: 0, max: 1, noNaN: true }),
      valuedAt: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(facts, ({ totalShares, soldOf, valuedAt, ...rest }) => {
        const shares = Math.floor(totalShares * soldOf);
        const valuationCents = totalShares * rest.pricePerShareCents * valuedAt;
        const split = splitQuarter({ ...rest, shares, valuationCents });
        expect(split.ownerShareCents).toBeGreaterThanOrEqual(0);
        expect(split.ownerShareCents + split.grossCents).toBe(rest.distributableCents);
        expect(split.feeCents + split.netCents).toBe(split.grossCents);
        expect(split.feeCents).toBe(feeOf(split.grossCents, MANAGEMENT_FEE_BPS));
        if (shares === 0) expect(split.grossCents).toBe(0);
        if (shares === totalShares && valuedAt === 1) expect(split.ownerShareCents).toBe(0);
      }),
      runs,
    );
  });

  test('pays each holder within a cent of the exact share, larger remainders first, whatever the order they come in', () => {
    const holders = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(holders, fc.integer({ min: 0, max: 10_000_000_000 }), fc.nat(59), (shares, net, turn) => {
        const total = shares.reduce((sum, one) => sum + one, 0);
        const remainderOf = (one: number) => Number((BigInt(net) * BigInt(one)) % BigInt(total));
        /** The remainders that a cent was given for; among equal ones it goes to who comes first. */
        const roundedUp = (inOrder: readonly number[]) => {
          const parts = allocate(net, inOrder);
          expect(parts.reduce((sum, one) => sum + one, 0)).toBe(net);
          return inOrder.flatMap((one, at) => {
            const exact = Number((BigInt(net) * BigInt(one)) / BigInt(total));
            expect([exact, exact + 1]).toContain(parts[at]);
            return parts[at] === exact ? [] : [remainderOf(one)];
          });
        };
        const descending = (values: readonly number[]) => [...values].sort((a, b) => b - a);
        const largest = descending(shares.map(remainderOf));
        const turned = shares.map((_, at) => shares[(at + turn) % shares.length] ?? 0);
        for (const inOrder of [shares, turned]) {
          const given = roundedUp(inOrder);
          expect(descending(given)).toEqual(largest.slice(0, given.length));
        }
      }),
      { numRuns: Math.min(runs.numRuns, 2_000), examples: [[[5, 10, 7], 33, 1]] },
    );
  });
});

describe('dates', () => {
  test.each([
    ['2026-Q3', '2026-10-01', '2026-10-15'],
    ['2026-Q4', '2027-01-01', '2027-01-15'],
    ['2028-Q1', '2028-04-01', '2028-04-15'],
  ])('%s has its record date at %s and is paid on %s', (quarter, recordAt, payAt) => {
    const dates = datesOf(quarter);
    expect(dates.recordAt.toISOString().slice(0, 10)).toBe(recordAt);
    expect(dates.payAt.toISOString().slice(0, 10)).toBe(payAt);
    expect(monthsOf(quarter).map(quarterOf)).toEqual([quarter, quarter, quarter]);
  });

  test.each([
    ['2026-11-20T12:00:00Z', '2027-01-15'],
    ['2027-01-15T23:00:00Z', '2027-01-15'],
    ['2027-01-16T00:00:00Z', '2027-04-15'],
    ['2026-10-02T00:00:00Z', '2026-10-15'],
  ])('at %s the next payment is on %s', (now, expected) => {
    expect(nextPaymentDate(new Date(now)).toISOString().slice(0, 10)).toBe(expected);
  });

  test('after the last quarter of a year, the next payment is in April', () => {
    expect(paymentAfter('2026-Q3').toISOString().slice(0, 10)).toBe('2027-01-15');
    expect(paymentAfter('2026-Q4').toISOString().slice(0, 10)).toBe('2027-04-15');
  });

  test.each([
    ['2026-11-20T12:00:00Z', '2027-01-15'],
    ['2026-12-31T23:59:59.999Z', '2027-01-15'],
    ['2027-01-01T00:00:00Z', '2027-01-15'],
    ['2027-01-01T00:00:00.001Z', '2027-04-15'],
  ])('an offering that is funded at %s pays for the first time on %s', (fundedAt, expected) => {
    expect(firstPaymentOf(new Date(fundedAt)).toISOString().slice(0, 10)).toBe(expected);
  });

  test('a month that nobody reported stays a gap between those that are', () => {
    const [november, february] = [{ month: '2026-11' }, { month: '2027-02' }];
    expect(withGaps([november, february])).toEqual([
      { month: '2026-11', reported: november },
      { month: '2026-12', reported: null },
      { month: '2027-01', reported: null },
      { month: '2027-02', reported: february },
    ]);
    expect(withGaps([])).toEqual([]);
  });

  test('months can be reported from the month of approval until the last one that is over', () => {
    const months = (now: string) => reportableMonths(new Date('2025-11-20T10:00:00Z'), new Date(now));
    expect(months('2025-11-30T23:59:59Z')).toEqual([]);
    expect(months('2025-12-01T00:00:00Z')).toEqual(['2025-11']);
    expect(months('2026-02-10T00:00:00Z')).toEqual(['2025-11', '2025-12', '2026-01']);
  });
});

test('the amount for one share has four decimals and is never rounded up', () => {
  expect(perShareText(100_00, 3)).toBe('33.3333');
  expect(perShareText(2, 3)).toBe('0.0066');
  expect(perShareText(0, 3)).toBe('0.0000');
  expect(perShareText(100, 0)).toBeNull();
});
