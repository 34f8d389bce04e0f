import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allocateBoxes,
  type Boxes,
  cashOf,
  DIVIDEND_BOXES,
  noBoxes,
  problemOfBoxes,
  returnsByLot,
} from './tax.rules.ts';
import { isReported, thresholdOf } from './thresholds.rules.ts';

/** Boxes that are possible for some cash, and that cash in the hands of some holders. */
const classified = fc
  .record({
    cash: fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 500_000 })), {
      minLength: 1,
      maxLength: 40,
    }),
    // Percent of the rest: 0 and 100 leave nothing to split.
    parts: fc.array(fc.oneof(fc.constantFrom(0, 50, 100), fc.nat({ max: 100 })), {
      minLength: 4,
      maxLength: 4,
    }),
  })
  .map(({ cash, parts }) => {
    const [gain = 0, returned = 0, qualified = 0, other = 0] = parts;
    const total = cash.reduce((sum, cents) => sum + cents, 0);
    const partOf = (cents: number, percent: number) => Math.floor((cents * percent) / 100);
    const returnOfCapitalCents = partOf(total, returned);
    const capitalGainCents = partOf(total - returnOfCapitalCents, gain);
    const ordinaryCents = total - capitalGainCents - returnOfCapitalCents;
    const qualifiedCents = partOf(ordinaryCents, qualified);
    const section199aCents = partOf(ordinaryCents - qualifiedCents, other);
    const boxes = { ordinaryCents, qualifiedCents, capitalGainCents, returnOfCapitalCents, section199aCents };
    return { cash, boxes };
  });

test("the boxes of all holders add up to the property's, and each holder's to their cash, near their exact share", () => {
  fc.assert(
    fc.property(classified, ({ cash, boxes }) => {
      const total = cashOf(boxes);
      const parts = allocateBoxes(boxes, cash);
      for (const { key } of DIVIDEND_BOXES) {
        expect(parts.reduce((sum, part) => sum + part[key], 0)).toBe(boxes[key]);
        for (const [index, part] of parts.entries())
          expect(Math.abs(part[key] - (boxes[key] * (cash[index] ?? 0)) / total)).toBeLessThan(3);
      }
      for (const [index, part] of parts.entries()) {
        expect(cashOf(part)).toBe(cash[index]);
        expect(problemOfBoxes(part, cash[index] ?? 0)).toBeNull();
        expect(Math.min(...Object.values(part))).toBeGreaterThanOrEqual(0);
      }
    }),
    { seed: 3 },
  );
});

test('equal holders get the odd cents in the order of their ids', () => {
  const boxes: Boxes = { ...noBoxes, ordinaryCents: 200, returnOfCapitalCents: 100, qualifiedCents: 100 };
  expect(allocateBoxes(boxes, [100, 100, 100])).toMatchObject([
    { ordinaryCents: 66, returnOfCapitalCents: 34, qualifiedCents: 33 },
    { ordinaryCents: 67, returnOfCapitalCents: 33, qualifiedCents: 34 },
    { ordinaryCents: 67, returnOfCapitalCents: 33, qualifiedCents: 33 },
  ]);
  const parts = { ...noBoxes, ordinaryCents: 2, qualifiedCents: 1, section199aCents: 1 };
  expect(allocateBoxes(parts, [1, 1])).toMatchObject([
    { qualifiedCents: 1, section199aCents: 0 },
    { qualifiedCents: 0, section199aCents: 1 },
  ]);
});

describe('boxes', () => {
  test.each([
    [{ ordinaryCents: 99_999 }, 'which is $0.01 less than the $1,000.00 that was distributed'],
    [{ ordinaryCents: 60_000, returnOfCapitalCents: 40_001 }, 'which is $0.01 more than'],
    [
      { ordinaryCents: 100_000, qualifiedCents: 60_000, section199aCents: 40_001 },
      'Boxes 1b and 5 are parts of box 1a: together they are $1,000.01',
    ],
  ])('%j are refused with what is wrong', (boxes, text) => {
    expect(problemOfBoxes({ ...noBoxes, ...boxes }, 100_000)).toContain(text);
  });

  test('that add up are accepted', () => {
    const boxes = { ordinaryCents: 70_000, qualifiedCents: 30_000, section199aCents: 40_000 };
    const rest = { capitalGainCents: 10_000, returnOfCapitalCents: 20_000 };
    expect(problemOfBoxes({ ...boxes, ...rest }, 100_000)).toBeNull();
  });
});

test('a holder’s return of capital is split by payment, then by the shares of each lot, to the cent', () => {
  const paidAt = new Date('2026-04-15T00:00:00Z');
  const rows = returnsByLot(1_001, [
    {
      distributionId: '1-2026-Q1',
      paidAt,
      cents: 5_000,
      lots: [
        { lotId: 'a', shares: 3 },
        { lotId: 'b', shares: 4 },
      ],
    },
    { distributionId: '1-2026-Q2', paidAt, cents: 5_000, lots: [{ lotId: null, shares: 7 }] },
  ]);
  expect(rows.map(({ lotId, cents }) => [lotId, cents])).toEqual([
    ['a', 215],
    ['b', 286],
    [null, 500],
  ]);
});

test('thresholds follow the year, and where the authority has none yet, everything is reported', () => {
  expect([2025, 2026].map((year) => thresholdOf('1099-MISC', year)?.cents)).toEqual([60_000, 200_000]);
  expect(thresholdOf('1099-MISC', 2027)).toBeNull();
  expect([59_999, 60_000].map((cents) => isReported('1099-MISC', 2025, cents))).toEqual([false, true]);
  expect(isReported('1099-MISC', 2026, 199_999)).toBe(false);
  expect([0, 1].map((cents) => isReported('1099-MISC', 2027, cents))).toEqual([false, true]);
  expect([999, 1_000].map((cents) => isReported('1099-DIV', 2026, cents))).toEqual([false, true]);
});
