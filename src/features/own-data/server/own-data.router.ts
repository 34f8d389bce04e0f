import { z } from 'zod';
import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  closeAccountInput,
  closedAccount,
  closing as closingOutput,
  dataExport,
  openExportInput,
  openedExport as openedExportOutput,
  requestExportInput,
  requestedExport,
} from '../own-data.contract.ts';
import { closeAccount } from './close-account.ts';
import { closing, exports, openedExport } from './own-data.queries.ts';
import { requestExport } from './request-export.ts';

export const ownDataRouter = router({
  exports: signedInProcedure
    .output(z.array(dataExport))
    .query(({ ctx }) => exports(ctx.platform, ctx.caller.actor)),
  requestExport: signedInProcedure
    .input(requestExportInput)
    .output(requestedExport)
    .mutation(({ ctx, input }) => requestExport(ctx, input)),
  // Changes nothing; a mutation because a proof of identity is asked for where mutations need it.
  openExport: signedInProcedure
    .input(openExportInput)
    .output(openedExportOutput)
    .mutation(({ ctx, input }) => openedExport(ctx.platform, ctx.caller.actor, input)),
  /** Obstacles to closing the account, and records that would be retained. */
  closing: signedInProcedure
    .output(closingOutput)
    .query(({ ctx }) => closing(ctx.platform, ctx.caller.actor)),
  closeAccount: signedInProcedure
    .input(closeAccountInput)
    .output(closedAccount)
    .mutation(({ ctx, input }) => closeAccount(ctx, input)),
});
