import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocateShares } from './allocation.rules.ts';

const someone = (rank: string, wantedShares: number) => ({ rank, wantedShares });

/** The rule in its simplest form: one share each, round by round, in the order of the ranks. */
function allocateOneByOne(
  wanted: readonly { rank: string; wantedShares: number }[],
  offered: number,
  minimum: number,
) {
  let playing = wanted
    .map((one, index) => ({ ...one, index }))
    .filter(({ wantedShares }) => wantedShares > 0 && wantedShares >= minimum)
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  for (;;) {
    const allocated = new Map(playing.map(({ index }) => [index, 0]));
    let left = offered;
    for (let isOver = false; !isOver; ) {
      isOver = true;
      for (const { index, wantedShares } of playing) {
        const has = allocated.get(index) ?? 0;
        if (left === 0 || has === wantedShares) continue;
        allocated.set(index, has + 1);
        left -= 1;
        isOver = false;
      }
    }
    const out = playing.findLast(({ index }) => (allocated.get(index) ?? 0) < minimum);
    if (!out) return wanted.map((_, index) => allocated.get(index) ?? 0);
    playing = playing.filter((one) => one !== out);
  }
}

test('few shares go round in the order of the ranks, however many are asked for', () => {
  const wanted = [someone('c', 10), someone('a', 1), someone('b', 10)];
  expect(allocateShares(wanted, 6, 1)).toEqual([2, 1, 3]);
});

test('people below the minimum order are left out, the last in order first, and the rest is allocated again', () => {
  const wanted = ['a', 'b', 'c', 'd'].map((rank) => someone(rank, 10));
  expect(allocateShares(wanted, 10, 5)).toEqual([5, 5, 0, 0]);
  expect(allocateShares([someone('a', 4), someone('b', 9)], 9, 5)).toEqual([0, 9]);
});

test('allocates as the rule says one by one, never more than is offered or wanted, and whatever the order of the list', () => {
  const orders = fc.uniqueArray(
    fc.record({
      rank: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 4, maxLength: 8 }),
      wantedShares: fc.nat(12),
    }),
    { selector: ({ rank }) => rank, maxLength: 12 },
  );
  fc.assert(
    fc.property(orders, fc.nat(60), fc.integer({ min: 1, max: 5 }), (wanted, offered, minimum) => {
      const allocated = allocateShares(wanted, offered, minimum);
      expect(allocated).toEqual(allocateOneByOne(wanted, offered, minimum));
      expect(allocated.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(offered);
      for (const [at, shares] of allocated.entries()) {
        expect(shares === 0 || shares >= minimum).toBe(true);
        expect(shares).toBeLessThanOrEqual(wanted[at]?.wantedShares ?? 0);
      }
      expect(allocateShares(wanted.toReversed(), offered, minimum)).toEqual(allocated.toReversed());
    }),
  );
});
