import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './approvals.events.ts';

const changed = { person: ['approvals'], admin: ['approvals', 'backOffice.waiting'] } as const;

export const approvalsLive: LiveMap<typeof events> = {
  'approvals.requested': changed,
  'approvals.decided': changed,
};
