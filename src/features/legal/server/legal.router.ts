import { z } from 'zod';
import { publicProcedure, router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import { acceptInput, legalDocument, legalDocumentInput } from '../legal.contract.ts';
import { accept } from './accept.ts';
import { legalDocuments } from './documents.ts';

export const legalRouter = router({
  document: publicProcedure
    .input(legalDocumentInput)
    .output(legalDocument)
    .query(({ input }) => legalDocuments[input.id]),
  accept: signedInProcedure
    .input(acceptInput)
    .output(z.object({ id: z.string(), version: z.int() }))
    .mutation(({ ctx, input }) => accept(ctx, input)),
});
