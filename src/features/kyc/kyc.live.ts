import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './kyc.events.ts';

export const kycLive: LiveMap<typeof events> = {
  'kyc.changed': {
    person: ['kyc', 'investing.limits', 'referrals'],
    // The list of properties says whose owner is not verified, and that of people who is.
    admin: ['kyc', 'backOffice', 'properties.adminList'],
  },
  'kyc.keyForgotten': {},
};
