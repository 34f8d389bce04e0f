import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_CENTS } from '#kernel/money.ts';
import { propertyStatus } from './properties.contract.ts';
import {
  addressText,
  badgesOf,
  bandLimits,
  capRateOf,
  demoBadgesOf,
  equityOf,
  isStatusChangeAllowed,
  knownCapRate,
  mapLink,
  monthlyIncome,
  shareOfAll,
  soldFraction,
} from './properties.rules.ts';

const offering = fc
  .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([totalShares, left]) => ({ totalShares, availableShares: Math.floor(totalShares * left) }));

describe('the address', () => {
  const unknown = {
    location: 'Miami, FL',
    streetAddress: null,
    zipCode: null,
    latitude: null,
    longitude: null,
  };
  const street = { ...unknown, streetAddress: '2140 Palm & Pine', zipCode: '33133' };

  test('is one line of what is known', () => {
    expect(addressText(unknown)).toBe('Miami, FL');
    expect(addressText({ ...unknown, zipCode: '33133' })).toBe('Miami, FL\u00a033133');
    expect(addressText(street)).toBe('2140 Palm & Pine, Miami, FL\u00a033133');
  });

  test('is found on a map by its place, else by its text, and not by its city alone', () => {
    expect(mapLink({ ...street, latitude: 25.7332, longitude: -80.2436 })).toBe(
      'https://www.openstreetmap.org/?mlat=25.733200&mlon=-80.243600#map=17/25.733200/-80.243600',
    );
    expect(mapLink(street)).toBe(
      'https://www.openstreetmap.org/search?query=2140%20Palm%20%26%20Pine%2C%20Miami%2C%20FL%2033133',
    );
    expect(mapLink({ ...unknown, latitude: 0, longitude: 0 })).toContain('mlat=0.000000&mlon=0.000000');
    expect(mapLink(unknown)).toBeNull();
  });
});

describe('what is sold', () => {
  test('sold and available equity add up to what was offered', () => {
    fc.assert(
      fc.property(offering, fc.integer({ min: 100, max: 999_999 }), (shares, pricePerShareCents) => {
        const equity = equityOf({ ...shares, pricePerShareCents });
        expect(equity.equitySoldCents + equity.equityAvailableCents).toBe(equity.equityOfferedCents);
        expect(soldFraction(shares)).toBeGreaterThanOrEqual(0);
        expect(soldFraction(shares)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('badges', () => {
  const card = { totalShares: 100, availableShares: 100, annualYieldBps: 500, isNew: false };
  test.each([
    [{}, []],
    [{ availableShares: 0 }, ['Fully Funded']],
    [{ isNew: true }, ['New']],
    [{ availableShares: 20 }, []],
    [{ availableShares: 19 }, ['Trending']],
    [{ annualYieldBps: 800 }, []],
    [{ annualYieldBps: 801 }, ['Premium']],
    [{ availableShares: 0, isNew: true, annualYieldBps: 900 }, ['Fully Funded', 'New']],
    [{ availableShares: 1, isNew: true, annualYieldBps: 900 }, ['New', 'Trending']],
  ])('of %j are %j', (change, badges) => {
    expect(badgesOf({ ...card, ...change })).toEqual(badges);
  });
});

describe('badges in the demo', () => {
  const card = { totalShares: 100, availableShares: 100, annualYieldBps: 500, isNew: false };
  test.each([
    [{}, ['Yield']],
    [{ availableShares: 0, annualYieldBps: 900 }, ['Fully Funded', 'Premium']],
    [{ availableShares: 9 }, ['Hot']],
    [{ availableShares: 10 }, ['Trending']],
    [{ availableShares: 20 }, ['Yield']],
    [{ isNew: true, annualYieldBps: 900 }, ['New', 'Yield']],
    [{ availableShares: 5, annualYieldBps: 900 }, ['Premium', 'Hot']],
  ])('of %j are %j', (change, badges) => {
    expect(demoBadgesOf({ ...card, ...change })).toEqual(badges);
  });
});

describe('yield bands', () => {
  const bandOf = (bps: number) =>
    Object.entries(bandLimits)
      .filter(([, { from, below }]) => bps >= from && (below === null || bps < below))
      .map(([name]) => name);
  test.each([
    [499, []],
    [500, ['5-7']],
    [699, ['5-7']],
    [700, ['7-10']],
    [999, ['7-10']],
    [1000, ['10+']],
    [10_000, ['10+']],
  ])('%d basis points lie in %j', (bps, bands) => {
    expect(bandOf(bps)).toEqual(bands);
  });
});

describe('monthly income', () => {
  test('twelve months are within six cents of the annual yield, and more shares never earn less', () => {
    const cases = [
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 100, max: 90_000 }),
      fc.nat(10_000),
    ] as const;
    fc.assert(
      fc.property(...cases, (shares, price, bps) => {
        fc.pre(shares * price <= MAX_CENTS);
        const income = monthlyIncome(shares, price, bps);
        expect(Math.abs(income * 12 - (shares * price * bps) / 10_000)).toBeLessThanOrEqual(6.0001);
        expect(monthlyIncome(shares + 1, price, bps)).toBeGreaterThanOrEqual(income);
      }),
    );
  });
});

describe('status changes', () => {
  test('only pending to approved or rejected, and either back to pending', () => {
    const allowed = propertyStatus.options.flatMap((from) =>
      propertyStatus.options.filter((to) => isStatusChangeAllowed(from, to)).map((to) => `${from} to ${to}`),
    );
    expect(allowed.filter((move) => !/^(\w+) to \1$/.test(move))).toEqual([
      'pending to approved',
      'pending to rejected',
      'approved to pending',
      'rejected to pending',
    ]);
  });
});

describe('cap rate', () => {
  test('is the net operating income of twelve months over the valuation', () => {
    expect(capRateOf({ months: 12, operatingIncomeCents: 800_000 }, 10_000_000)).toBe(800);
  });

  test('takes fewer months for what they would come to in a year', () => {
    expect(capRateOf({ months: 3, operatingIncomeCents: 200_000 }, 10_000_000)).toBe(800);
  });

  test('is negative when more was spent than earned, and nothing without a report', () => {
    expect(capRateOf({ months: 12, operatingIncomeCents: -150_000 }, 10_000_000)).toBe(-150);
    expect(capRateOf({ months: 0, operatingIncomeCents: 0 }, 10_000_000)).toBe(null);
  });

  test('is that of the net income confirmed at approval until rent is reported, and else the annual yield', () => {
    const known = { confirmedIncomeCents: 720_000, annualYieldBps: 700, valuationCents: 10_000_000 };
    const none = { months: 0, operatingIncomeCents: 0 };
    const shown = (changes: object) => Object.values(knownCapRate({ ...known, reported: none, ...changes }));
    expect(shown({})).toEqual([720, 'confirmed', 0]);
    expect(shown({ confirmedIncomeCents: null })).toEqual([700, 'yield', 0]);
    expect(shown({ valuationCents: 12_000_000 })).toEqual([600, 'confirmed', 0]);
    const reported = { months: 3, operatingIncomeCents: 200_000 };
    expect(shown({ reported })).toEqual([800, 'reported', 3]);
    expect(shown({ reported, confirmedIncomeCents: null })).toEqual([800, 'reported', 3]);
  });

  test('is exact and whole for the largest amounts there are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: -144_000_000_000, max: 144_000_000_000 }),
        fc.integer({ min: 100, max: MAX_CENTS }),
        (months, operatingIncomeCents, valuation) => {
          const rate = capRateOf({ months, operatingIncomeCents }, valuation) ?? Number.NaN;
          expect(Number.isSafeInteger(rate)).toBe(true);
          const exact = (operatingIncomeCents * 120_000) / (months * valuation);
          expect(Math.abs(rate - exact)).toBeLessThanOrEqual(0.5 + Math.abs(exact) * 1e-12);
        },
      ),
    );
  });
});

describe('part of all shares', () => {
  test.each([
    [0, 100, '0.0%'],
    [1, 100_000, '< 0.1%'],
    [99_999, 100_000, '99.9%'],
    [100_000, 100_000, '100.0%'],
    [1, 3, '33.3%'],
  ])('%d of %d is %s', (shares, total, text) => {
    expect(shareOfAll(shares, total)).toBe(text);
  });
});
