import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './auto-invest.events.ts';

export const autoInvestLive: LiveMap<typeof events> = {
  'autoInvest.settingsSaved': { person: ['autoInvest'] },
  'autoInvest.runPlanned': {},
  'autoInvest.decided': { person: ['autoInvest', 'notifications'] },
};
