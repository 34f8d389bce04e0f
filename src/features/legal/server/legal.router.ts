import { z } from 'zod';
import { publicProcedure, router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import { acceptInput, dueDocument, legalDocumentInput, shownLegalDocument } from '../legal.contract.ts';
import { accept } from './accept.ts';
import { documentVersion } from './documents.ts';
import { due } from './legal.queries.ts';

export const legalRouter = router({
  document: publicProcedure
    .input(legalDocumentInput)
    .output(shownLegalDocument)
    .query(({ ctx, input }) => ({
      ...documentVersion(input.id, input.version, ctx.platform.clock.now()),
      draft: !ctx.platform.config.isLegalReviewed,
    })),
  due: signedInProcedure.output(z.array(dueDocument)).query(({ ctx }) => due(ctx.platform, ctx.caller.actor)),
  accept: signedInProcedure
    .input(acceptInput)
    .output(z.object({ id: z.string(), version: z.int() }))
    .mutation(({ ctx, input }) => accept(ctx, input)),
});
