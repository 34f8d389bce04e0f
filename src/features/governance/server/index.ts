export { followUp } from './follow-up.ts';
export { propose } from './propose.ts';
export { vote } from './vote.ts';
