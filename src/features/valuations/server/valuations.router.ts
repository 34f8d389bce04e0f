import { z } from 'zod';
import { propertyId } from '#kernel/schemas.ts';
import {
  adminProcedure,
  publicProcedure,
  router,
  signedInProcedure,
} from '#platform/server/transport/trpc.ts';
import {
  approveValuationInput,
  decidedValuation,
  fileValuationInput,
  propertyValue,
  rejectValuationInput,
  reviewListInput,
  reviewPage,
  valuationPage,
  valuationsInput,
} from '../valuations.contract.ts';
import { approve } from './approve.ts';
import { file } from './file.ts';
import { reject } from './reject.ts';
import { list, ofProperty, reviewList } from './valuations.queries.ts';

export const valuationsRouter = router({
  ofProperty: publicProcedure
    .input(z.strictObject({ propertyId }))
    .output(propertyValue)
    .query(({ ctx, input }) => ofProperty(ctx.platform, ctx.caller.actor, input)),
  list: publicProcedure
    .input(valuationsInput)
    .output(valuationPage)
    .query(({ ctx, input }) => list(ctx.platform, ctx.caller.actor, input)),
  file: signedInProcedure
    .input(fileValuationInput)
    .output(z.object({ id: z.uuid(), status: z.literal('pending') }))
    .mutation(({ ctx, input }) => file(ctx, input)),
  reviewList: adminProcedure
    .input(reviewListInput)
    .output(reviewPage)
    .query(({ ctx, input }) => reviewList(ctx.platform, ctx.caller.actor, input)),
  approve: adminProcedure
    .input(approveValuationInput)
    .output(decidedValuation)
    .mutation(({ ctx, input }) => approve(ctx, input)),
  reject: adminProcedure
    .input(rejectValuationInput)
    .output(decidedValuation)
    .mutation(({ ctx, input }) => reject(ctx, input)),
});
