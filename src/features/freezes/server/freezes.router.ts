import { z } from 'zod';
import { adminProcedure, router } from '#platform/server/transport/trpc.ts';
import { freezeAccountInput, unfreezeAccountInput } from '../freezes.contract.ts';
import { freezeAccount } from './freeze-account.ts';
import { unfreezeAccount } from './unfreeze-account.ts';

export const freezesRouter = router({
  freezeAccount: adminProcedure
    .input(freezeAccountInput)
    .output(z.object({ frozen: z.literal(true) }))
    .mutation(({ ctx, input }) => freezeAccount(ctx, input)),
  unfreezeAccount: adminProcedure
    .input(unfreezeAccountInput)
    .output(z.object({ frozen: z.literal(false) }))
    .mutation(({ ctx, input }) => unfreezeAccount(ctx, input)),
});
