import { adminProcedure, router } from '#platform/server/transport/trpc.ts';
import { peopleInput, peoplePage } from '../back-office.contract.ts';
import { people } from './back-office.queries.ts';

export const backOfficeRouter = router({
  people: adminProcedure
    .input(peopleInput)
    .output(peoplePage)
    .query(({ ctx, input }) => people(ctx.platform.db, input)),
});
