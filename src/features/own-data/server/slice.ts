import { ACCOUNT_CLEARED } from '#features/identity/server/index.ts';
import type { InTransactionHandler } from '#platform/server/runtime/run.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { expireExports } from './expire-exports.ts';
import { ownDataJobs } from './own-data.jobs.ts';
import { ownDataRest } from './own-data.rest.ts';
import { ownDataRouter } from './own-data.router.ts';
import { ownDataInvariants } from './verify-own-data.ts';

/** An export may have been made by someone else than the owner of the email. */
const expireOfCleared: InTransactionHandler = async (run, { userId }) => {
  if (userId !== undefined) await expireExports(run, userId);
};

export const ownDataSlice = defineSlice({
  name: 'ownData',
  router: ownDataRouter,
  rest: ownDataRest,
  jobs: ownDataJobs,
  inTransaction: { [ACCOUNT_CLEARED.type]: expireOfCleared },
  invariants: ownDataInvariants,
});
