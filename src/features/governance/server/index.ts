export { followUp } from './follow-up.ts';
export { governanceJobs } from './governance.jobs.ts';
export { propose } from './propose.ts';
export { governanceInvariants } from './verify-governance.ts';
export { vote } from './vote.ts';
