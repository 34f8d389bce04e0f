export { addToWaitlist, joinWaitlist } from './join-waitlist.ts';
export { waitlistForm } from './waitlist.form.ts';
export { waitlistJobs } from './waitlist.jobs.ts';
