import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './watchlist.events.ts';

export const watchlistLive: LiveMap<typeof events> = {
  'watchlist.changed': { person: ['watchlist'] },
};
