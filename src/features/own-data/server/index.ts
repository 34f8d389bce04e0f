export { closeAgain } from './close-again.ts';
