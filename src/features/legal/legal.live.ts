import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './legal.events.ts';

export const legalLive: LiveMap<typeof events> = {
  'legal.accepted': { person: ['documentCenter', 'legal'] },
};
