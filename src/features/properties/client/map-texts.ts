import { counted } from '#kernel/plural.ts';

export interface NotOnMap {
  /** Properties without coordinates. */
  unlocated: number;
  /** Properties with coordinates that the map does not reach. */
  outside: number;
  /** Properties that were not asked for, because there are too many. */
  left: number;
}

const count = (many: number, one: string, more: string) =>
  many === 0 ? [] : [`${counted(many, one, more)}.`];

/** Properties of a list that the map does not show, in words; empty when it shows everything. */
export function notOnMapText({ unlocated, outside, left }: NotOnMap): string {
  return [
    ...count(unlocated, 'property has no location yet', 'properties have no location yet'),
    ...count(outside, 'is outside this map', 'are outside this map'),
    ...count(left, 'more is only in the list', 'more are only in the list'),
  ].join(' ');
}

/** The name of a marker: its properties, the first ones by name. */
export function markerName(places: readonly { name: string; location: string }[]): string {
  const [first, second, ...others] = places.map(({ name }) => name);
  if (second === undefined) return `${first}, ${places[0]?.location}`;
  const last = others.length === 0 ? second : `${second} and ${others.length} more`;
  return `${counted(places.length, 'property', 'properties')}: ${first}${others.length === 0 ? ' and' : ','} ${last}`;
}
