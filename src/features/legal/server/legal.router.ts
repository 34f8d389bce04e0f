import { z } from 'zod';
import { publicProcedure, router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import { acceptInput, legalDocumentInput, shownLegalDocument } from '../legal.contract.ts';
import { accept } from './accept.ts';
import { legalDocuments } from './documents.ts';

export const legalRouter = router({
  document: publicProcedure
    .input(legalDocumentInput)
    .output(shownLegalDocument)
    .query(({ ctx, input }) => ({
      ...legalDocuments[input.id],
      draft: !ctx.platform.config.legalReviewed,
    })),
  accept: signedInProcedure
    .input(acceptInput)
    .output(z.object({ id: z.string(), version: z.int() }))
    .mutation(({ ctx, input }) => accept(ctx, input)),
});
