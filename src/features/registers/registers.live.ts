import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './registers.events.ts';

export const registersLive: LiveMap<typeof events> = {
  'registers.registerReleased': { admin: ['registers'] },
};
