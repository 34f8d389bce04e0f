import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  transactionExportInput,
  transactionFile,
  transactionListInput,
  transactionPage,
  transactionSummary,
  transactionSummaryInput,
} from '../transactions.contract.ts';
import { exportTransactions } from './export-transactions.ts';
import { list, summary } from './transactions.queries.ts';

export const transactionsRouter = router({
  list: signedInProcedure
    .input(transactionListInput)
    .output(transactionPage)
    .query(({ ctx, input }) => list(ctx.platform, ctx.caller.actor, input)),
  summary: signedInProcedure
    .input(transactionSummaryInput)
    .output(transactionSummary)
    .query(({ ctx, input }) => summary(ctx.platform, ctx.caller.actor, input)),
  export: signedInProcedure
    .input(transactionExportInput)
    .output(transactionFile)
    .query(({ ctx, input }) => exportTransactions(ctx.platform, ctx.caller.actor, input)),
});
