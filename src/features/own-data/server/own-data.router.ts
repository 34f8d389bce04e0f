import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import { closeAccountInput, closedAccount, closing as closingOutput } from '../own-data.contract.ts';
import { closeAccount } from './close-account.ts';
import { closing } from './own-data.queries.ts';

export const ownDataRouter = router({
  /** What stands in the way of closing the account, and what would be kept of it. */
  closing: signedInProcedure
    .output(closingOutput)
    .query(({ ctx }) => closing(ctx.platform, ctx.caller.actor)),
  closeAccount: signedInProcedure
    .input(closeAccountInput)
    .output(closedAccount)
    .mutation(({ ctx, input }) => closeAccount(ctx, input)),
});
