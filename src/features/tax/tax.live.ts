import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './tax.events.ts';

const exports = { person: ['tax.exports'], admin: ['tax.exports'] } as const;

export const taxLive: LiveMap<typeof events> = {
  // Holders are not named, so every screen that may show the property loads its figures again.
  'tax.classified': {
    everyone: ['tax', 'reports', 'documentCenter'],
    person: ['tax', 'reports', 'documentCenter'],
    admin: ['tax', 'reports', 'documentCenter'],
  },
  'tax.exportReleased': exports,
};
