import { geoAlbersUsa } from 'd3-geo';
import type { Spot } from './groups.ts';

/** The outline in us-atlas is projected already; these are its projection and size. */
export const WIDTH = 975;
export const HEIGHT = 610;

const project = geoAlbersUsa()
  .scale(1300)
  .translate([WIDTH / 2, HEIGHT / 2]);

export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** Position of coordinates on the map, from its top left corner; null outside the fifty states and DC. */
export function spotOf({ latitude, longitude }: Coordinates): Spot | null {
  const [x, y] = project([longitude, latitude]) ?? [];
  return x === undefined || y === undefined ? null : { x, y };
}

export interface View extends Spot {
  width: number;
  height: number;
}

export const WHOLE: View = { x: 0, y: 0, width: WIDTH, height: HEIGHT };

const inside = (value: number, max: number) => Math.max(0, Math.min(value, max));

/** The part of the map around a spot, `times` as large as the whole map is. */
export function viewAround({ x, y }: Spot, times: number): View {
  const [width, height] = [WIDTH / times, HEIGHT / times];
  return {
    x: inside(x - width / 2, WIDTH - width),
    y: inside(y - height / 2, HEIGHT - height),
    width,
    height,
  };
}
