import { MapPin } from 'lucide-react';
import { type Coordinates, spotOf, viewAround } from './projection.ts';
import { UsOutline } from './us-outline.tsx';

const ZOOM_FACTOR = 3;

/** The states around one place, with a pin on it; nothing outside the map. */
export function LocatorMap({ place, label }: { place: Coordinates; label: string }) {
  const spot = spotOf(place);
  if (!spot) return null;
  const view = viewAround(spot, ZOOM_FACTOR);
  const percent = (part: number) => `${100 * part}%`;
  return (
    <div
      role="img"
      aria-label={label}
      className="relative overflow-hidden rounded-field border border-line bg-paper"
    >
      <UsOutline view={view} />
      <MapPin
        size={34}
        strokeWidth={1.75}
        aria-hidden="true"
        className="absolute -translate-x-1/2 -translate-y-full fill-primary text-base-100"
        style={{
          left: percent((spot.x - view.x) / view.width),
          top: percent((spot.y - view.y) / view.height),
        }}
      />
    </div>
  );
}
