import { z } from 'zod';
import { adminProcedure, router } from '#platform/server/transport/trpc.ts';
import {
  booksOverview,
  moneyMonths,
  propertyBooksInput,
  propertyBooksPage,
  requestedVerification,
} from '../books.contract.ts';
import { months, overview, properties } from './books.queries.ts';
import { requestVerification } from './request-verification.ts';

export const booksRouter = router({
  overview: adminProcedure.output(booksOverview).query(({ ctx }) => overview(ctx.platform)),
  properties: adminProcedure
    .input(propertyBooksInput)
    .output(propertyBooksPage)
    .query(({ ctx, input }) => properties(ctx.platform.db, input)),
  months: adminProcedure.output(moneyMonths).query(({ ctx }) => months(ctx.platform)),
  requestVerification: adminProcedure
    .input(z.strictObject({}))
    .output(requestedVerification)
    .mutation(({ ctx, input }) => requestVerification(ctx, input)),
});
