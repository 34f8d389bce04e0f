import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './files.events.ts';

export const filesLive: LiveMap<typeof events> = {
  'files.discarded': {},
  'files.claimed': {},
  'files.scanned': { person: ['submissions'], admin: ['submissions'] },
};
