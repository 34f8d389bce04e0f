import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './governance.events.ts';

const everywhere = { broadcast: ['governance'], person: ['governance'] } as const;
/** Owners see how many votes are open. */
const everyVote = { broadcast: ['governance', 'owners'], person: ['governance', 'owners'] } as const;

export const governanceLive: LiveMap<typeof events> = {
  'governance.proposed': everyVote,
  'governance.voted': everywhere,
  'governance.closed': everyVote,
  'governance.followedUp': everywhere,
};
