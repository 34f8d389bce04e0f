import { router, signedInProcedure } from '#platform/server/trpc.ts';
import {
  investInput,
  investingLimits,
  investmentPage,
  investmentReceipt,
  listInput,
} from '../investing.contract.ts';
import { invest } from './invest.ts';
import { investments } from './investing.queries.ts';
import { limits } from './limits.ts';

export const investingRouter = router({
  invest: signedInProcedure
    .input(investInput)
    .output(investmentReceipt)
    .mutation(({ ctx, input }) => invest(ctx, input)),
  limits: signedInProcedure
    .output(investingLimits)
    .query(({ ctx }) => limits(ctx.platform, ctx.caller.actor)),
  investments: signedInProcedure
    .input(listInput)
    .output(investmentPage)
    .query(({ ctx, input }) => investments(ctx.platform.db, ctx.caller.actor, input)),
});
