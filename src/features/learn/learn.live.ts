import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './learn.events.ts';

export const learnLive: LiveMap<typeof events> = { 'learn.articleChanged': { admin: ['learn'] } };
