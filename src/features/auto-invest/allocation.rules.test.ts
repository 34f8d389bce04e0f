import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dealShares } from './allocation.rules.ts';

const someone = (rank: string, wantedShares: number) => ({ rank, wantedShares });

/** The rule as it is said: one share each, round by round, in the order of the ranks. */
function dealOneByOne(
  wanted: readonly { rank: string; wantedShares: number }[],
  offered: number,
  minimum: number,
) {
  let playing = wanted
    .map((one, index) => ({ ...one, index }))
    .filter(({ wantedShares }) => wantedShares > 0 && wantedShares >= minimum)
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  for (;;) {
    const dealt = new Map(playing.map(({ index }) => [index, 0]));
    let left = offered;
    for (let isOver = false; !isOver; ) {
      isOver = true;
      for (const { index, wantedShares } of playing) {
        const has = dealt.get(index) ?? 0;
        if (left === 0 || has === wantedShares) continue;
        dealt.set(index, has + 1);
        left -= 1;
        isOver = false;
      }
    }
    const out = playing.findLast(({ index }) => (dealt.get(index) ?? 0) < minimum);
    if (!out) return wanted.map((_, index) => dealt.get(index) ?? 0);
    playing = playing.filter((one) => one !== out);
  }
}

test('few shares go round in the order of the ranks, however many are asked for', () => {
  const wanted = [someone('c', 10), someone('a', 1), someone('b', 10)];
  expect(dealShares(wanted, 6, 1)).toEqual([2, 1, 3]);
});

test('who falls below the minimum order is left out, the last in order first, and the rest is dealt again', () => {
  const wanted = ['a', 'b', 'c', 'd'].map((rank) => someone(rank, 10));
  expect(dealShares(wanted, 10, 5)).toEqual([5, 5, 0, 0]);
  expect(dealShares([someone('a', 4), someone('b', 9)], 9, 5)).toEqual([0, 9]);
});

test('deals as the rule says one by one, never more than is offered or wanted, and whatever the order of the list', () => {
  const orders = fc.uniqueArray(
    fc.record({
      rank: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 4, maxLength: 8 }),
      wantedShares: fc.nat(12),
    }),
    { selector: ({ rank }) => rank, maxLength: 12 },
  );
  fc.assert(
    fc.property(orders, fc.nat(60), fc.integer({ min: 1, max: 5 }), (wanted, offered, minimum) => {
      const dealt = dealShares(wanted, offered, minimum);
      expect(dealt).toEqual(dealOneByOne(wanted, offered, minimum));
      expect(dealt.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(offered);
      for (const [at, shares] of dealt.entries()) {
        expect(shares === 0 || shares >= minimum).toBe(true);
        expect(shares).toBeLessThanOrEqual(wanted[at]?.wantedShares ?? 0);
      }
      expect(dealShares(wanted.toReversed(), offered, minimum)).toEqual(dealt.toReversed());
    }),
  );
});
