import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { notificationJobs } from './notifications.jobs.ts';
import { notificationsRouter } from './notifications.router.ts';

export const notificationsSlice = defineSlice({
  name: 'notifications',
  router: notificationsRouter,
  jobs: notificationJobs,
});
