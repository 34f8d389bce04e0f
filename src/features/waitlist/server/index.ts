export { addToWaitlist, joinWaitlist } from './join-waitlist.ts';
