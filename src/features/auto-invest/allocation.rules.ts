import { present } from '#kernel/assert.ts';

/** The request of one person; `rank` decides the order of allocation. */
export interface ShareRequest {
  rank: string;
  wantedShares: number;
}

/**
 * Allocates shares one by one, in rounds, in the order of the ranks, until nothing is left or nobody wants more.
 * Investors who end below the minimum order are left out, the last in order first, and the shares are allocated again
 * among the others.
 * @returns the shares of each, in the order of `wanted`
 */
export function allocateShares(
  wanted: readonly ShareRequest[],
  offeredShares: number,
  minimumOrderShares: number,
): number[] {
  const order = wanted
    .map((one, index) => ({ ...one, index }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.index - b.index));
  const shares = wanted.map(() => 0);
  let playing = order.filter(({ wantedShares }) => wantedShares >= minimumOrderShares && wantedShares > 0);
  for (;;) {
    const allocated = allocateRounds(playing, offeredShares);
    const out = playing.findLastIndex(
      (_, at) => present(allocated[at], 'a number of shares') < minimumOrderShares,
    );
    if (out === -1) {
      for (const [at, { index }] of playing.entries())
        shares[index] = present(allocated[at], 'a number of shares');
      return shares;
    }
    playing = playing.toSpliced(out, 1);
  }
}

/** Rounds of one share, computed level by level: after `level` full rounds each has as much as they want, or `level`. */
function allocateRounds(playing: readonly ShareRequest[], offeredShares: number): number[] {
  let left = offeredShares;
  const allocated = playing.map(() => 0);
  for (;;) {
    const open = playing.flatMap(({ wantedShares }, at) => (wantedShares > (allocated[at] ?? 0) ? [at] : []));
    if (open.length === 0 || left === 0) return allocated;
    const smallestGap = Math.min(
      ...open.map((at) => present(playing[at], 'someone').wantedShares - (allocated[at] ?? 0)),
    );
    const rounds = Math.min(smallestGap, Math.floor(left / open.length));
    const takers = rounds > 0 ? open : open.slice(0, left);
    const each = Math.max(1, rounds);
    for (const at of takers) allocated[at] = (allocated[at] ?? 0) + each;
    left -= each * takers.length;
  }
}
