import { z } from 'zod';
import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  cancellablePurchase,
  cancelPurchaseInput,
  investInput,
  investingLimits,
  investmentPage,
  investmentReceipt,
  listInput,
  refundReceipt,
} from '../investing.contract.ts';
import { cancelPurchase } from './cancel-purchase.ts';
import { invest } from './invest.ts';
import { cancellable, investments, limits } from './investing.queries.ts';

export const investingRouter = router({
  invest: signedInProcedure
    .input(investInput)
    .output(investmentReceipt)
    .mutation(({ ctx, input }) => invest(ctx, input)),
  cancelPurchase: signedInProcedure
    .input(cancelPurchaseInput)
    .output(refundReceipt)
    .mutation(({ ctx, input }) => cancelPurchase(ctx, input)),
  cancellable: signedInProcedure
    .output(z.array(cancellablePurchase))
    .query(({ ctx }) => cancellable(ctx.platform, ctx.caller.actor)),
  limits: signedInProcedure
    .output(investingLimits)
    .query(({ ctx }) => limits(ctx.platform, ctx.caller.actor)),
  investments: signedInProcedure
    .input(listInput)
    .output(investmentPage)
    .query(({ ctx, input }) => investments(ctx.platform, ctx.caller.actor, input)),
});
