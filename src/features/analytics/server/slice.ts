import { MINUTE } from '#kernel/time.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { analyticsRouter } from './analytics.router.ts';
import { followOutbox } from './follow-outbox.ts';
import { analyticsInvariants } from './verify-analytics.ts';

const FOLLOW_OUTBOX = 'analytics.followOutbox';

export const analyticsSlice = defineSlice({
  name: 'analytics',
  router: analyticsRouter,
  jobs: {
    handlers: { [FOLLOW_OUTBOX]: followOutbox },
    schedules: [{ kind: FOLLOW_OUTBOX, everyMs: MINUTE }],
  },
  invariants: analyticsInvariants,
});
