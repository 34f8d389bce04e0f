import type { ReactNode, RefObject } from 'react';
import { useWidth } from '#ui/use-width.ts';
import { type Group, groupSpots, type Spot } from './groups.ts';
import { type Coordinates, spotOf, WIDTH } from './projection.ts';
import { UsOutline } from './us-outline.tsx';

/** As large as a finger needs. */
const MARKER_PX = 44;

interface MapLayout<Place extends Coordinates> {
  frame: RefObject<HTMLDivElement | null>;
  groups: readonly Group<Spot & { place: Place }>[];
  /** Number of places outside the map. */
  outside: number;
}

/** Positions of markers on a map of this width: places whose markers would cover each other share one. */
export function useMapLayout<Place extends Coordinates>(places: readonly Place[]): MapLayout<Place> {
  const [frame, width] = useWidth<HTMLDivElement>();
  const spots = places.flatMap((place) => {
    const spot = spotOf(place);
    return spot ? [{ place, x: (spot.x * width) / WIDTH, y: (spot.y * width) / WIDTH }] : [];
  });
  return {
    frame,
    groups: width === 0 ? [] : groupSpots(spots, MARKER_PX),
    outside: places.length - spots.length,
  };
}

interface UsMapProps<Place extends Coordinates> {
  label: string;
  layout: MapLayout<Place>;
  keyOf: (place: Place) => string | number;
  /** Fills its box of 44 pixels. */
  marker: (places: readonly Place[]) => ReactNode;
}

/** The United States with a marker for each group of places. */
export function UsMap<Place extends Coordinates>({ label, layout, keyOf, marker }: UsMapProps<Place>) {
  return (
    <div ref={layout.frame} className="relative">
      <UsOutline />
      <ul aria-label={label}>
        {layout.groups.map(({ x, y, members }) => {
          const places = members.map(({ place }) => place);
          return (
            <li
              key={places.map(keyOf).join()}
              className="absolute size-11 -translate-1/2 hover:z-10 focus-within:z-10"
              style={{ left: x, top: y }}
            >
              {marker(places)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
