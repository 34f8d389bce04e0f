import { assetQueries } from '#features/ledger/ledger.live.ts';
import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './investing.events.ts';

const purchase = { broadcast: ['properties', 'owners', 'watchlist.list'], person: assetQueries } as const;

export const investingLive: LiveMap<typeof events> = {
  'investing.invested': purchase,
  'investing.purchaseCancelled': { ...purchase, person: [...assetQueries, 'autoInvest'] },
};
