import { MINUTE } from '#kernel/time.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { analyticsRouter } from './analytics.router.ts';
import { followOutbox } from './follow-outbox.ts';
import { analyticsInvariants } from './verify-analytics.ts';

export const analyticsSlice = defineSlice({
  name: 'analytics',
  router: analyticsRouter,
  jobs: {
    handlers: { 'analytics.followOutbox': followOutbox },
    schedules: [{ kind: 'analytics.followOutbox', everyMs: MINUTE }],
  },
  invariants: analyticsInvariants,
});
