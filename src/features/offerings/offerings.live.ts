import { assetQueries } from '#features/ledger/ledger.live.ts';
import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './offerings.events.ts';

const shownState = { broadcast: ['properties', 'owners'], person: ['properties', 'owners'] } as const;
/** The event names no holders, so every screen that may show the property refreshes its viewer's figures. */
const closing = {
  broadcast: ['properties', 'owners', 'portfolio', 'reports', 'investing', 'resale', 'watchlist'],
  person: assetQueries,
  admin: ['backOffice.waiting'],
} as const;

export const offeringsLive: LiveMap<typeof events> = {
  'offerings.termsSet': shownState,
  'offerings.funded': closing,
  'offerings.failed': closing,
  'offerings.releaseHeld': shownState,
  'offerings.holdLifted': shownState,
  'offerings.escrowReleased': {
    person: ['properties', ...assetQueries],
    admin: ['properties', 'backOffice.waiting'],
  },
  'offerings.lenderPaid': { admin: ['properties', 'backOffice.waiting'] },
  'offerings.refundsRecorded': {},
  'offerings.purchasesRefunded': {
    broadcast: ['properties', 'owners', 'watchlist.list'],
    person: [...assetQueries, 'autoInvest', 'referrals'],
  },
};
