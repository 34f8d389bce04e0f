export { VERIFY_WHEN_DUE } from './books.jobs.ts';
