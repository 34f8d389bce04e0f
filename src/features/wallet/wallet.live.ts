import { cashQueries } from '#features/ledger/ledger.live.ts';
import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './wallet.events.ts';

const transfer = { person: cashQueries, admin: ['wallet.withdrawals', 'backOffice'] } as const;

export const walletLive: LiveMap<typeof events> = {
  'wallet.transferRequested': transfer,
  'wallet.transferSettled': transfer,
  'wallet.transferHeld': transfer,
};
