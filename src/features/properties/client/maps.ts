export { LocatorMap } from '#ui/map/index.ts';
export { PropertyMap } from './property-map.tsx';
