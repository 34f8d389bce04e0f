export { rebuildRollups } from './follow-outbox.ts';
