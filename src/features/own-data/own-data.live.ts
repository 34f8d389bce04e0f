import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './own-data.events.ts';

export const ownDataLive: LiveMap<typeof events> = {
  // The sessions of the person end with it.
  'ownData.accountClosed': { admin: ['backOffice'] },
  'ownData.retentionEnded': {},
  'ownData.exportRequested': { person: ['ownData'] },
  'ownData.exportChanged': { person: ['ownData'] },
};
