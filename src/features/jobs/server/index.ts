export { retryJob } from './retry-job.ts';
