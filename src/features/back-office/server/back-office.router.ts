import { adminProcedure, router } from '#platform/server/transport/trpc.ts';
import { userDetails, userInput, usersInput, usersPage, waitingWork } from '../back-office.contract.ts';
import { user, users } from './back-office.queries.ts';
import { waiting } from './waiting.queries.ts';

export const backOfficeRouter = router({
  users: adminProcedure
    .input(usersInput)
    .output(usersPage)
    .query(({ ctx, input }) => users(ctx.platform.db, input)),
  waiting: adminProcedure.output(waitingWork).query(({ ctx }) => waiting(ctx.platform, ctx.caller.actor)),
  user: adminProcedure
    .input(userInput)
    .output(userDetails)
    .query(({ ctx, input }) => user(ctx.platform, input.userId)),
});
