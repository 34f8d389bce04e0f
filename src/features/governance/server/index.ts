export { PROPOSED } from '../governance.events.ts';
export { followUp } from './follow-up.ts';
export { propose } from './propose.ts';
export { vote } from './vote.ts';
