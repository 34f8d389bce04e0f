import { expect, test } from 'vitest';
import { factsOf } from './holdings-map.tsx';

test('a value on the map names its basis', () => {
  const perShareCents = 11_000;
  const held = { shares: 3, valueCents: 33_000 };
  expect(factsOf({ ...held, value: { perShareCents, basis: 'offering_price', effectiveOn: null } })).toBe(
    '3 shares, worth $330, based on the offering price',
  );
  const value = { perShareCents, basis: 'appraisal', effectiveOn: '2026-03-03' } as const;
  expect(factsOf({ ...held, value })).toMatch(/, based on the appraisal of Mar.3,.2026$/);
});
