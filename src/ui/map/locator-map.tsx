import { MapPin } from 'lucide-react';
import type { Spot } from './groups.ts';
import { type Coordinates, spotOf, viewAround } from './projection.ts';
import { codesIn, UsOutline } from './us-outline.tsx';

const ZOOM_FACTOR = 3;

/** The states around one place, with a pin on it; nothing outside the map. */
export function LocatorMap({ place, label }: { place: Coordinates; label: string }) {
  const spot = spotOf(place);
  if (!spot) return null;
  const view = viewAround(spot, ZOOM_FACTOR);
  const placeOf = ({ x, y }: Spot) => ({
    left: `${(100 * (x - view.x)) / view.width}%`,
    top: `${(100 * (y - view.y)) / view.height}%`,
  });
  return (
    <div
      role="img"
      aria-label={label}
      className="relative overflow-hidden rounded-field border border-line bg-paper"
    >
      <UsOutline view={view} />
      {codesIn(view).map(({ code, ...at }) => (
        <span
          key={code}
          aria-hidden="true"
          className="absolute -translate-1/2 text-xs text-muted [text-shadow:0_0_3px_var(--color-quiet-soft)]"
          style={placeOf(at)}
        >
          {code}
        </span>
      ))}
      <MapPin
        size={34}
        strokeWidth={1.75}
        aria-hidden="true"
        className="absolute -translate-x-1/2 -translate-y-full fill-primary text-base-100"
        style={placeOf(spot)}
      />
    </div>
  );
}
