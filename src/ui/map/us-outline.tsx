import { geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'us-atlas/states-albers-10m.json';
import { STATES } from '#kernel/states.ts';
import type { Spot } from './groups.ts';
import { type View, WHOLE } from './projection.ts';

type Outline = Topology<{ nation: GeometryCollection; states: GeometryCollection<{ name: string }> }>;

const codeOf = new Map(STATES.map(([code, name]) => [name, code]));

/** The middle of Florida's area is at its coast. */
const FLORIDA_INLAND = 14;

function draw() {
  const outline = atlas as Outline;
  const path = geoPath().digits(1);
  return {
    nation: path(feature(outline, outline.objects.nation)) ?? '',
    borders: path(mesh(outline, outline.objects.states, (one, other) => one !== other)) ?? '',
    states: feature(outline, outline.objects.states).features.flatMap((state) => {
      const code = codeOf.get(state.properties.name);
      const [x, y] = path.centroid(state);
      return code === undefined ? [] : [{ code, x: code === 'FL' ? x + FLORIDA_INLAND : x, y }];
    }),
  };
}

const drawn = draw();

/** Whether a code fits at its place without being cut at the edge of the view. */
const hasRoomIn =
  (view: View) =>
  ({ x, y }: Spot) => {
    const room = view.width / 30;
    return (
      x > view.x + room &&
      x < view.x + view.width - room &&
      y > view.y + room &&
      y < view.y + view.height - room / 2
    );
  };

/** The codes of the states in view, where they stand on the map. */
export const codesIn = (view: View) => drawn.states.filter(hasRoomIn(view));

/** The states of the United States, or the part of them in view. */
export function UsOutline({ view = WHOLE }: { view?: View }) {
  return (
    <svg
      viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
      className="block h-auto w-full"
      aria-hidden="true"
    >
      <path
        d={drawn.nation}
        className="fill-quiet-soft stroke-field-line"
        strokeWidth={1}
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={drawn.borders}
        className="fill-none stroke-field-line/60"
        strokeWidth={1}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
