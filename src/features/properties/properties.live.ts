import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './properties.events.ts';

const everywhere = {
  broadcast: ['properties', 'owners'],
  person: ['properties', 'owners'],
  admin: ['backOffice.waiting'],
} as const;

export const propertiesLive: LiveMap<typeof events> = {
  'properties.propertySubmitted': {
    person: ['properties', 'owners'],
    admin: ['properties', 'backOffice.waiting'],
  },
  'properties.propertyResubmitted': everywhere,
  'properties.propertyErased': { admin: ['properties'] },
  'properties.imageRequested': {},
  'properties.imageStored': { person: ['properties'] },
  // A property that enters or leaves the market changes what lists of other slices show. The event names no holders.
  'properties.statusChanged': {
    broadcast: ['properties', 'owners', 'portfolio', 'resale', 'governance', 'documents', 'watchlist'],
    person: ['reports', 'distributions'],
    admin: ['backOffice.waiting'],
  },
};
