import { z } from 'zod';
import { adminProcedure, router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import { documentPage, documentsInput, withdrawInput } from '../documents.contract.ts';
import { ofProperty } from './documents.queries.ts';
import { withdraw } from './withdraw.ts';

export const documentsRouter = router({
  ofProperty: signedInProcedure
    .input(documentsInput)
    .output(documentPage)
    .query(({ ctx, input }) => ofProperty(ctx.platform.db, ctx.caller.actor, input)),
  withdraw: adminProcedure
    .input(withdrawInput)
    .output(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => withdraw(ctx, input)),
});
