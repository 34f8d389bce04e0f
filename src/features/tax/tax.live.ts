import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './tax.events.ts';

const exports = { person: ['tax.exports'], admin: ['tax.exports'] } as const;

export const taxLive: LiveMap<typeof events> = {
  // The event names no holders, so every screen that may show the property refreshes its figures.
  'tax.classified': {
    everyone: ['tax', 'reports', 'documentCenter'],
    person: ['tax', 'reports', 'documentCenter'],
    admin: ['tax', 'reports', 'documentCenter'],
  },
  'tax.exportReleased': exports,
};
