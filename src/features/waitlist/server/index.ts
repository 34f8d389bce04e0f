export { eraseEntry } from './erase-entry.ts';
export { joinWaitlist, joinWaitlistCommand } from './join-waitlist.ts';
