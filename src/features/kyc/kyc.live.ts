import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './kyc.events.ts';

export const kycLive: LiveMap<typeof events> = {
  'kyc.changed': { person: ['kyc', 'investing.limits', 'referrals'], admin: ['kyc', 'backOffice.waiting'] },
  'kyc.keyForgotten': {},
};
