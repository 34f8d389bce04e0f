export interface Spot {
  x: number;
  y: number;
}

export interface Group<Placed extends Spot> extends Spot {
  members: readonly Placed[];
}

/** Spots that are nearer to each other than a marker is wide, as one; each group has the place of its first member. */
export function groupSpots<Placed extends Spot>(
  spots: readonly Placed[],
  markerSize: number,
): Group<Placed>[] {
  const groups: { x: number; y: number; members: Placed[] }[] = [];
  for (const spot of spots) {
    const near = groups.find(
      ({ x, y }) => Math.abs(x - spot.x) < markerSize && Math.abs(y - spot.y) < markerSize,
    );
    if (near) near.members.push(spot);
    else groups.push({ x: spot.x, y: spot.y, members: [spot] });
  }
  return groups;
}
