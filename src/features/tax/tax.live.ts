import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './tax.events.ts';

export const taxLive: LiveMap<typeof events> = {
  // The event names no holders, so every screen that may show the property refreshes its figures.
  'tax.classified': { broadcast: ['tax', 'reports', 'documentCenter'] },
  'tax.exportReleased': { admin: ['tax.exports'] },
};
