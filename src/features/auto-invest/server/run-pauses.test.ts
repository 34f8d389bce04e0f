import { describe, expect, it } from 'vitest';
import { pauseAfter } from './run-pauses.ts';

describe('a run of Auto-Invest', () => {
  const purchases = 500;
  const own = 3 * purchases;

  it('does not pause while nobody else moves money', () => {
    expect(pauseAfter({ tookMs: 200, purchases, transfers: own })).toBe(0);
    expect(pauseAfter({ tookMs: 200, purchases, transfers: own - purchases })).toBe(0);
    expect(pauseAfter({ tookMs: 200, purchases: 0, transfers: 0 })).toBe(0);
  });

  it('leaves ten of eleven parts of the time to people who are as busy', () => {
    expect(pauseAfter({ tookMs: 200, purchases, transfers: 2 * own })).toBe(2_000);
  });

  it('pauses less for a few of them, and never for more than five seconds', () => {
    expect(pauseAfter({ tookMs: 200, purchases, transfers: own + own / 10 })).toBeCloseTo(200);
    expect(pauseAfter({ tookMs: 2_000, purchases, transfers: 100 * own })).toBe(5_000);
    expect(pauseAfter({ tookMs: 2_000, purchases: 0, transfers: 100 * own })).toBe(5_000);
  });
});
