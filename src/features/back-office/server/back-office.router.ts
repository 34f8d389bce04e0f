import { z } from 'zod';
import { adminProcedure, router } from '#platform/server/trpc.ts';
import {
  freezeAccountInput,
  peopleInput,
  peoplePage,
  unfreezeAccountInput,
} from '../back-office.contract.ts';
import { people } from './back-office.queries.ts';
import { freezeAccount } from './freeze-account.ts';
import { unfreezeAccount } from './unfreeze-account.ts';

export const backOfficeRouter = router({
  people: adminProcedure
    .input(peopleInput)
    .output(peoplePage)
    .query(({ ctx, input }) => people(ctx.platform.db, input)),
  freezeAccount: adminProcedure
    .input(freezeAccountInput)
    .output(z.object({ frozen: z.literal(true) }))
    .mutation(({ ctx, input }) => freezeAccount(ctx, input)),
  unfreezeAccount: adminProcedure
    .input(unfreezeAccountInput)
    .output(z.object({ frozen: z.literal(false) }))
    .mutation(({ ctx, input }) => unfreezeAccount(ctx, input)),
});
