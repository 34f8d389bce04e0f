import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './registers.events.ts';

const changed = { person: ['registers'], admin: ['registers'] } as const;

export const registersLive: LiveMap<typeof events> = { 'registers.registerReleased': changed };
