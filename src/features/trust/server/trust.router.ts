import { publicProcedure, router } from '#platform/server/transport/trpc.ts';
import { trustFacts } from '../trust.contract.ts';
import { facts } from './trust.queries.ts';

export const trustRouter = router({
  facts: publicProcedure.output(trustFacts).query(({ ctx }) => facts(ctx.platform)),
});
