import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './waitlist.events.ts';

export const waitlistLive: LiveMap<typeof events> = {
  'waitlist.joined': { admin: ['waitlist'] },
  'waitlist.entriesRemoved': { admin: ['waitlist'] },
};
