import { parseSynchronously, router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import { historyInput, portfolioIncome, portfolioOverview, valuePoints } from '../portfolio.contract.ts';
import { income } from './income.queries.ts';
import { history, overview } from './portfolio.queries.ts';

export const portfolioRouter = router({
  overview: signedInProcedure
    .output(parseSynchronously(portfolioOverview))
    .query(({ ctx }) => overview(ctx.platform, ctx.caller.actor)),
  history: signedInProcedure
    .input(historyInput)
    .output(valuePoints)
    .query(({ ctx, input }) => history(ctx.platform, ctx.caller.actor, input)),
  income: signedInProcedure
    .output(portfolioIncome)
    .query(({ ctx }) => income(ctx.platform, ctx.caller.actor)),
});
