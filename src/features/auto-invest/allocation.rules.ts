/** The request of one person; `rank` decides the order of allocation. */
export interface ShareRequest {
  rank: string;
  wantedShares: number;
}

/**
 * Allocates shares one by one, in rounds, in the order of the ranks, until nothing is left or nobody wants more.
 * Investors who end below the minimum order are left out, the last in order first, and the shares are allocated again
 * among the others. So as many take part, in order, as the shares suffice for minimum orders. Computed in n log n steps.
 * @returns the shares of each, in the order of `wanted`
 */
export function allocateShares(
  wanted: readonly ShareRequest[],
  offeredShares: number,
  minimumOrderShares: number,
): number[] {
  const playing = wanted
    .map((one, index) => ({ ...one, index }))
    .filter(({ wantedShares }) => wantedShares >= minimumOrderShares && wantedShares > 0)
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.index - b.index))
    .slice(0, Math.floor(offeredShares / minimumOrderShares));
  const { level, left } = fullRounds(playing, offeredShares);
  const shares = wanted.map(() => 0);
  let extra = left;
  for (const { index, wantedShares } of playing) {
    const isNext = wantedShares > level && extra > 0;
    if (isNext) extra -= 1;
    shares[index] = Math.min(wantedShares, level) + (isNext ? 1 : 0);
  }
  return shares;
}

/** Number of full rounds, in which everyone gets a share who wants more than they have, and the shares left after them. */
function fullRounds(
  playing: readonly ShareRequest[],
  offeredShares: number,
): { level: number; left: number } {
  let [level, left, open] = [0, offeredShares, playing.length];
  for (const wantedShares of playing.map((one) => one.wantedShares).sort((a, b) => a - b)) {
    const rounds = Math.min(wantedShares - level, Math.floor(left / open));
    level += rounds;
    left -= rounds * open;
    if (level < wantedShares) break;
    open -= 1;
  }
  return { level, left };
}
