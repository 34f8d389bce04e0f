export { forgetEntry } from './forget-entry.ts';
export { addToWaitlist, joinWaitlist } from './join-waitlist.ts';
