import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { jobsRouter } from './jobs.router.ts';

export const jobsSlice = defineSlice({ name: 'jobs', router: jobsRouter });
