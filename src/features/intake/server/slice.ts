import { ACCOUNT_CLEARED } from '#features/identity/server/index.ts';
import { forUserOf } from '#platform/server/runtime/run.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { eraseDrafts } from './erase-drafts.ts';
import { intakeRouter } from './intake.router.ts';

export const intakeSlice = defineSlice({
  name: 'intake',
  router: intakeRouter,
  inTransaction: { [ACCOUNT_CLEARED.type]: forUserOf(eraseDrafts) },
});
