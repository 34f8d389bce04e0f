import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './certificates.events.ts';

export const certificatesLive: LiveMap<typeof events> = {
  'certificates.issued': { person: ['documentCenter'] },
};
