import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './freezes.events.ts';

const changed = { person: ['identity'], admin: ['backOffice', 'wallet.withdrawals'] } as const;

export const freezesLive: LiveMap<typeof events> = {
  'freezes.accountFrozen': changed,
  'freezes.accountUnfrozen': changed,
};
