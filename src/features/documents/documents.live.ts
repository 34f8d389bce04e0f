import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './documents.events.ts';

const everywhere = { broadcast: ['documents'], person: ['documents'] } as const;

export const documentsLive: LiveMap<typeof events> = {
  'documents.filed': everywhere,
  'documents.withdrawn': everywhere,
};
