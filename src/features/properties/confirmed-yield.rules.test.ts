import { expect, test } from 'vitest';
import { refuseYield } from './confirmed-yield.rules.ts';

test.each([
  [650, null],
  [750, null],
  [
    649,
    '$70,000 a year on $1,000,000 is 7.0%. Confirm a yield within 0.5 points of it, or correct the figures.',
  ],
  [
    751,
    '$70,000 a year on $1,000,000 is 7.0%. Confirm a yield within 0.5 points of it, or correct the figures.',
  ],
])('a yield of %i basis points on a net income of seven percent is refused with %j', (yieldBps, problem) => {
  const income = { netIncomeCents: 7_000_000, valuationCents: 100_000_000 };
  expect(refuseYield(income, yieldBps)).toBe(problem);
});
