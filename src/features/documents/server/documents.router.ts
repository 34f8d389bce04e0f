import { z } from 'zod';
import { propertyId } from '#kernel/schemas.ts';
import {
  adminProcedure,
  publicProcedure,
  router,
  signedInProcedure,
} from '#platform/server/transport/trpc.ts';
import { documentPage, documentsInput, documentTitles, withdrawInput } from '../documents.contract.ts';
import { ofProperty, titles } from './documents.queries.ts';
import { withdraw } from './withdraw.ts';

export const documentsRouter = router({
  ofProperty: signedInProcedure
    .input(documentsInput)
    .output(documentPage)
    .query(({ ctx, input }) => ofProperty(ctx.platform.db, ctx.caller.actor, input)),
  titles: publicProcedure
    .input(z.strictObject({ propertyId }))
    .output(documentTitles)
    .query(({ ctx, input }) => titles(ctx.platform.db, ctx.caller.actor, input)),
  withdraw: adminProcedure
    .input(withdrawInput)
    .output(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => withdraw(ctx, input)),
});
