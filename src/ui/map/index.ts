export { LocatorMap } from './locator-map.tsx';
export { UsMap, useMapLayout } from './us-map.tsx';
