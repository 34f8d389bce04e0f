export { forgetEntry } from './forget-entry.ts';
export { joinWaitlist, joinWaitlistCommand } from './join-waitlist.ts';
