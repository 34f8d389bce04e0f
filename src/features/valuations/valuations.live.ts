import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './valuations.events.ts';

const ofOwner = { person: ['valuations'], admin: ['valuations', 'backOffice.waiting'] } as const;

export const valuationsLive: LiveMap<typeof events> = {
  'valuations.filed': ofOwner,
  // The event names no holders, so every screen that may show the property refreshes its viewer's figures.
  'valuations.approved': {
    broadcast: [
      'valuations',
      'properties',
      'owners',
      'portfolio',
      'reports',
      'resale',
      'distributions.financials',
      'watchlist',
    ],
    person: ['valuations'],
    admin: ['backOffice.waiting'],
  },
  'valuations.rejected': ofOwner,
};
