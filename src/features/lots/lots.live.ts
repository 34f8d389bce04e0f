import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './lots.events.ts';

export const lotsLive: LiveMap<typeof events> = {
  'lots.washSalesRecorded': { person: ['tax', 'reports', 'documentCenter'] },
};
