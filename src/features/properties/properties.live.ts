import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './properties.events.ts';

const everywhere = { everyone: ['properties'], person: ['properties'], admin: ['properties'] } as const;

export const propertiesLive: LiveMap<typeof events> = {
  'properties.propertySubmitted': { person: ['properties'] },
  'properties.propertyResubmitted': everywhere,
  'properties.imageRequested': {},
  'properties.imageStored': { person: ['properties'] },
  // A property that enters or leaves the market changes what lists of other slices show.
  'properties.statusChanged': {
    everyone: ['properties', 'resale', 'governance', 'documents'],
    person: ['portfolio', 'distributions'],
  },
};
