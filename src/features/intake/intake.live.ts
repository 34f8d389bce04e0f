import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './intake.events.ts';

export const intakeLive: LiveMap<typeof events> = { 'intake.draftChanged': { person: ['intake'] } };
