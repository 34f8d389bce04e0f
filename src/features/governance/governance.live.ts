import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './governance.events.ts';

const everywhere = { everyone: ['governance'], person: ['governance'] } as const;

export const governanceLive: LiveMap<typeof events> = {
  'governance.proposed': everywhere,
  'governance.voted': everywhere,
  'governance.closed': everywhere,
  'governance.followedUp': everywhere,
};
