import { defineSlice } from '#platform/server/runtime/slices.ts';
import { jobsRouter } from './jobs.router.ts';

export const jobsSlice = defineSlice({ name: 'jobs', router: jobsRouter });
