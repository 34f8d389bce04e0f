import { assetQueries } from '#features/ledger/ledger.live.ts';
import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './resale.events.ts';

const onMarket = { broadcast: ['resale', 'properties', 'owners'], person: assetQueries } as const;

export const resaleLive: LiveMap<typeof events> = {
  'resale.listingOpened': onMarket,
  'resale.bidPlaced': onMarket,
  'resale.sharesTraded': onMarket,
  'resale.orderClosed': onMarket,
  'resale.listingRepriced': onMarket,
  'resale.tradingHalted': onMarket,
  'resale.tradingResumed': onMarket,
};
