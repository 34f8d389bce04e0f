import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import { archiveInput, documentFile, documentFileInput, documentList } from '../document-center.contract.ts';
import { archive, file, list } from './document-center.queries.ts';

export const documentCenterRouter = router({
  list: signedInProcedure.output(documentList).query(({ ctx }) => list(ctx.platform, ctx.caller.actor)),
  /** A document is stored when it is first drawn. */
  file: signedInProcedure
    .meta({ onPrimary: true })
    .input(documentFileInput)
    .output(documentFile)
    .query(({ ctx, input }) => file(ctx.platform, ctx.caller.actor, input)),
  // Changes nothing; a mutation because a hundred ids do not fit into an address.
  archive: signedInProcedure
    .input(archiveInput)
    .output(documentFile)
    .mutation(({ ctx, input }) => archive(ctx.platform, ctx.caller.actor, input)),
});
