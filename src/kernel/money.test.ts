import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { size } from '#tests/support/sizes.ts';
import {
  allocate,
  bpsToDecimal,
  feeOf,
  formatBps,
  formatPercent,
  formatUsd,
  formatUsdExact,
  formatUsdShort,
  MAX_CENTS,
  multiply,
  parsePercent,
  parseUsd,
  proportion,
  toDecimal,
} from './money.ts';

const amount = fc.integer({ min: 0, max: MAX_CENTS });
const signedAmount = fc.integer({ min: -MAX_CENTS, max: MAX_CENTS });

/** Checks a property for random values, as many as the size of this run. */
function always<Values extends [unknown, ...unknown[]]>(
  arbitraries: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  holds: (...values: Values) => boolean,
): void {
  fc.assert(fc.property(...arbitraries, holds), { numRuns: size('moneyRuns') });
}

describe('amounts as text', () => {
  test('an amount written as a decimal reads back as the same cents', () => {
    always([signedAmount], (cents) => parseUsd(toDecimal(cents)) === cents);
  });

  test('dollars, with one decimal or two, read as exact cents', () => {
    always([fc.nat(9_999_999_999), fc.nat(99)], (dollars, cents) => {
      const two = String(cents).padStart(2, '0');
      return (
        parseUsd(`${dollars}`) === dollars * 100 &&
        parseUsd(`${dollars}.${two}`) === dollars * 100 + cents &&
        parseUsd(`-${dollars}.${two[0]}`) === 0 - (dollars * 100 + Number(two[0]) * 10)
      );
    });
  });

  test('an amount with cents is exact, one without is the nearest dollar', () => {
    always([signedAmount], (cents) => {
      const plain = (text: string) => Number(text.replace(/[$,]/g, '').replace('.', ''));
      const error = Math.abs(plain(formatUsd(cents)) * 100) - Math.abs(cents);
      return plain(formatUsdExact(cents)) === cents && error > -50 && error <= 50;
    });
  });

  test.each(['', 'abc', '1.234', '1,000', '1e3', '--1', '.5', 'NaN', '99999999999'])('refuses %j', (text) => {
    expect(parseUsd(text)).toBeNull();
  });

  test('cards show whole dollars, payments show cents', () => {
    expect(formatUsd(125_050)).toBe('$1,251');
    expect([95_000, 1_250_000, 120_000_000, 0].map(formatUsdShort)).toEqual([
      '$950',
      '$12.5K',
      '$1.2M',
      '$0',
    ]);
    expect(formatUsd(-49)).toBe('$0');
    expect(formatUsdExact(125_050)).toBe('$1,250.50');
    expect(formatUsdExact(-5)).toBe('-$0.05');
    expect(formatPercent(7.84)).toBe('7.8%');
    expect([formatPercent(-0.04), formatPercent(-0.06)]).toEqual(['0.0%', '-0.1%']);
  });

  test('a yield of two decimals survives the round trip', () => {
    always([fc.integer({ min: 0, max: 99_999 })], (bps) => parsePercent(bpsToDecimal(bps)) === bps);
  });
});

describe('rounding', () => {
  test('fees round half up to the cent', () => {
    expect(feeOf(10_000, 250)).toBe(250);
    expect(feeOf(20, 250)).toBe(1);
    expect(feeOf(19, 250)).toBe(0);
    expect(feeOf(60, 250)).toBe(2);
  });

  test('a proportion is within half a cent of the exact value, however large', () => {
    always([amount, fc.nat(1_000), fc.integer({ min: 1, max: 1_000_000 })], (total, part, whole) => {
      const doubledError =
        2n * (BigInt(proportion(total, part, whole)) * BigInt(whole) - BigInt(total) * BigInt(part));
      return doubledError <= BigInt(whole) && doubledError > -BigInt(whole);
    });
  });

  test('a product is exact or refused', () => {
    always([amount, fc.nat(100_000_000)], (price, quantity) => {
      const exact = BigInt(price) * BigInt(quantity);
      if (exact > BigInt(Number.MAX_SAFE_INTEGER)) return refuses(() => multiply(price, quantity));
      return BigInt(multiply(price, quantity)) === exact;
    });
  });
});

describe('allocation', () => {
  const weights = fc
    .array(fc.nat(1_000_000), { minLength: 1, maxLength: 50 })
    .filter((list) => list.some((w) => w > 0));

  test('parts add up to the total and each is less than a cent from its exact share', () => {
    always([amount, weights], (total, list) => {
      const parts = allocate(total, list);
      const sum = list.reduce((a, b) => a + BigInt(b), 0n);
      const isNear = list.every((weight, index) => {
        const error = BigInt(parts[index] ?? -1) * sum - BigInt(total) * BigInt(weight);
        return error < sum && error > -sum;
      });
      return isNear && parts.reduce((a, b) => a + b, 0) === total;
    });
  });

  test('in any order of the holders, each gets their part by the rule: remainders first, then ids', () => {
    const holders = fc.uniqueArray(fc.record({ id: fc.nat(1_000), weight: fc.nat(1_000_000) }), {
      minLength: 1,
      maxLength: 20,
      selector: ({ id }) => id,
    });
    const some = holders.filter((list) => list.some(({ weight }) => weight > 0));
    always([amount, some], (total, list) => {
      const byId = [...list].sort((a, b) => a.id - b.id);
      const parts = allocate(
        total,
        byId.map(({ weight }) => weight),
      );
      const expected = partsById(total, list);
      return byId.every(({ id }, at) => BigInt(parts[at] ?? -1) === expected.get(id));
    });
  });

  test('equal remainders favour the lower position', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(allocate(1, [1, 1])).toEqual([1, 0]);
  });

  test('nobody without weight receives anything', () => {
    expect(allocate(7, [0, 3, 0])).toEqual([0, 7, 0]);
  });
});

function refuses(call: () => unknown): boolean {
  try {
    call();
    return false;
  } catch {
    return true;
  }
}

/** The largest remainder written down another way: each left cent goes to the holder who is owed most, then the lower id. */
function partsById(total: number, holders: readonly { id: number; weight: number }[]): Map<number, bigint> {
  const sum = holders.reduce((all, { weight }) => all + BigInt(weight), 0n);
  const parts = new Map(holders.map(({ id, weight }) => [id, (BigInt(total) * BigInt(weight)) / sum]));
  const owed = ({ id, weight }: { id: number; weight: number }) =>
    BigInt(total) * BigInt(weight) - (parts.get(id) ?? 0n) * sum;
  let left = BigInt(total) - [...parts.values()].reduce((all, part) => all + part, 0n);
  for (; left > 0n; left -= 1n) {
    const most = holders.reduce((best, one) => {
      const ahead = owed(one) - owed(best);
      return ahead > 0n || (ahead === 0n && one.id < best.id) ? one : best;
    });
    parts.set(most.id, (parts.get(most.id) ?? 0n) + 1n);
  }
  return parts;
}

test('a rate has one decimal, halves up', () => {
  expect([785, 700, 835].map(formatBps)).toEqual(['7.9%', '7.0%', '8.4%']);
});
