import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { waitlistForm } from './waitlist.form.ts';
import { waitlistJobs } from './waitlist.jobs.ts';
import { waitlistRouter } from './waitlist.router.ts';

export const waitlistSlice = defineSlice({
  name: 'waitlist',
  router: waitlistRouter,
  forms: [waitlistForm],
  jobs: waitlistJobs,
});
