import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './jobs.events.ts';

export const jobsLive: LiveMap<typeof events> = {
  'jobs.jobChanged': { admin: ['jobs', 'backOffice.waiting'] },
};
