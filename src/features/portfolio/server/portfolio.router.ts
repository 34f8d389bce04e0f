import { parseSynchronously, router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import { portfolioOverview } from '../portfolio.contract.ts';
import { overview } from './portfolio.queries.ts';

export const portfolioRouter = router({
  overview: signedInProcedure
    .output(parseSynchronously(portfolioOverview))
    .query(({ ctx }) => overview(ctx.platform, ctx.caller.actor)),
});
