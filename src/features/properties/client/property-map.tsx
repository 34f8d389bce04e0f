import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { useId, useState } from 'react';
import { counted } from '#kernel/plural.ts';
import { joinClasses } from '#ui/classes.ts';
import { UsMap, useMapLayout } from '#ui/map/index.ts';
import { markerName, type NotOnMap, notOnMapText } from './map-texts.ts';

interface MapPlace {
  id: number;
  name: string;
  location: string;
  latitude: number;
  longitude: number;
  /** Text beside its name, such as its price. */
  facts: string;
}

interface PropertyMapProps extends Partial<Omit<NotOnMap, 'outside'>> {
  places: readonly MapPlace[];
}

/** The properties of a list on a map. A marker opens its properties; the list has all of them too. */
export function PropertyMap({ places, unlocated = 0, left = 0 }: PropertyMapProps) {
  const layout = useMapLayout(places);
  const [chosen, setChosen] = useState<number | null>(null);
  const panelId = useId();
  const isChosen = (marked: readonly MapPlace[]) => marked.some(({ id }) => id === chosen);
  const opened = layout.groups.map(({ members }) => members.map(({ place }) => place)).find(isChosen);
  const missing = notOnMapText({ unlocated, outside: layout.outside, left });
  return (
    <div className="min-w-0">
      <UsMap
        label="Properties on the map"
        layout={layout}
        keyOf={({ id }) => id}
        marker={(marked) => (
          <Marker
            places={marked}
            isOpen={isChosen(marked)}
            panelId={panelId}
            onToggle={() => setChosen(isChosen(marked) ? null : (marked[0]?.id ?? null))}
          />
        )}
      />
      <div id={panelId} aria-live="polite" className="mt-3">
        {opened ? <Opened places={opened} /> : <Hint isEmpty={places.length === 0} />}
      </div>
      {missing && <p className="mt-2 text-sm text-muted">{missing}</p>}
    </div>
  );
}

interface MarkerProps {
  places: readonly MapPlace[];
  isOpen: boolean;
  panelId: string;
  onToggle: () => void;
}

function Marker({ places, isOpen, panelId, onToggle }: MarkerProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={panelId}
      aria-label={markerName(places)}
      className="group grid size-full cursor-pointer place-content-center rounded-full outline-offset-0"
      onClick={onToggle}
    >
      <span
        className={joinClasses(
          'grid size-7 place-content-center rounded-full border-2 border-surface text-xs font-semibold shadow-md',
          isOpen ? 'scale-125 bg-accent text-accent-content' : 'bg-primary text-primary-content',
        )}
      >
        {places.length === 1 ? <Building2 size={14} aria-hidden="true" /> : places.length}
      </span>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute bottom-full left-1/2 hidden max-w-56 -translate-x-1/2 rounded-field border border-line bg-surface px-2 py-1 text-xs leading-snug font-semibold text-ink shadow-lg group-hover:[@media(hover:hover)]:block"
      >
        {places.length === 1 ? places[0]?.name : counted(places.length, 'property', 'properties')}
      </span>
    </button>
  );
}

function Opened({ places }: Pick<PropertyMapProps, 'places'>) {
  return (
    <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-box border border-line bg-surface">
      {places.map(({ id, name, location, facts }) => (
        <li key={id} className="relative px-4 py-2.5 hover:bg-quiet-soft/50">
          <Link
            to="/property/$id"
            params={{ id: String(id) }}
            className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline"
          >
            {name}
          </Link>
          <span className="amount block text-sm">{facts}</span>
          <span className="block text-sm text-muted wrap-anywhere">{location}</span>
        </li>
      ))}
    </ul>
  );
}

function Hint({ isEmpty }: { isEmpty: boolean }) {
  return (
    <p className="text-sm text-muted">
      {isEmpty ? 'There is nothing to show on the map.' : 'Choose a marker to see what is there.'}
    </p>
  );
}
