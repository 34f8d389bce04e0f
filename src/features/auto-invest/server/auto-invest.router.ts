import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  allocationFile as allocationFileView,
  allocationInput,
  allocation as allocationView,
  autoInvestOverview,
  autoInvestSettings,
  decisionPage,
  decisionsInput,
  skipInput,
  testInput,
  testResult,
} from '../auto-invest.contract.ts';
import { allocation, allocationFile, decisions, overview } from './auto-invest.queries.ts';
import { saveSettings } from './save-settings.ts';
import { simulate } from './simulate.ts';
import { skip, skipReceipt } from './skip.ts';

export const autoInvestRouter = router({
  overview: signedInProcedure
    .output(autoInvestOverview)
    .query(({ ctx }) => overview(ctx.platform, ctx.caller.actor)),
  decisions: signedInProcedure
    .input(decisionsInput)
    .output(decisionPage)
    .query(({ ctx, input }) => decisions(ctx.platform.db, ctx.caller.actor, input)),
  allocation: signedInProcedure
    .input(allocationInput)
    .output(allocationView)
    .query(({ ctx, input }) => allocation(ctx.platform.db, ctx.caller.actor, input)),
  allocationFile: signedInProcedure
    .input(allocationInput)
    .output(allocationFileView)
    .query(({ ctx, input }) => allocationFile(ctx.platform, ctx.caller.actor, input)),
  saveSettings: signedInProcedure
    .input(autoInvestSettings)
    .output(autoInvestSettings)
    .mutation(({ ctx, input }) => saveSettings(ctx, input)),
  simulate: signedInProcedure
    .input(testInput)
    .output(testResult)
    .mutation(({ ctx, input }) => simulate(ctx, input)),
  skip: signedInProcedure
    .input(skipInput)
    .output(skipReceipt)
    .mutation(({ ctx, input }) => skip(ctx, input)),
});
