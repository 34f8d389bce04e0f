import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './referrals.events.ts';

export const referralsLive: LiveMap<typeof events> = {
  'referrals.changed': { person: ['referrals'] },
  'referrals.rewardChosen': { person: ['referrals'] },
  'referrals.rewardBought': { person: ['referrals'] },
};
