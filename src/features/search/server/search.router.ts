import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import { suggestionsInput, suggestions as suggestionsOutput } from '../search.contract.ts';
import { suggestions } from './search.queries.ts';

export const searchRouter = router({
  suggestions: signedInProcedure
    .input(suggestionsInput)
    .output(suggestionsOutput)
    .query(({ ctx, input }) => suggestions(ctx.platform.db, input)),
});
