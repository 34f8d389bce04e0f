export { watchProperty } from './watch-property.ts';
