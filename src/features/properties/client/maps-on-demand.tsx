import { partOnDemand } from '#ui/on-demand.tsx';
import { MapSkeleton } from './map-toggle.tsx';

const load = () => import('./maps.ts');

/** The properties of a list on a map. Code and outline come when somebody opens it, as below. */
export const PropertyMap = partOnDemand(async () => (await load()).PropertyMap, MapSkeleton);

/** Map of one property. */
export const LocationMap = partOnDemand(async () => (await load()).LocatorMap, MapSkeleton);
