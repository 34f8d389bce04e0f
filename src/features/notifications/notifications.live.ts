import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './notifications.events.ts';

export const notificationsLive: LiveMap<typeof events> = {
  'notifications.notified': { person: ['notifications'] },
  'notifications.changed': { person: ['notifications'] },
};
