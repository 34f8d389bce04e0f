import { router, signedInProcedure } from '#platform/server/trpc.ts';
import {
  bankTransfer,
  bankTransferPage,
  cashMovementPage,
  depositInput,
  listInput,
  walletOverview,
  withdrawInput,
} from '../wallet.contract.ts';
import { deposit } from './deposit.ts';
import { movements, overview, transfers } from './wallet.queries.ts';
import { withdraw } from './withdraw.ts';

export const walletRouter = router({
  overview: signedInProcedure
    .output(walletOverview)
    .query(({ ctx }) => overview(ctx.platform, ctx.caller.actor)),
  transfers: signedInProcedure
    .input(listInput)
    .output(bankTransferPage)
    .query(({ ctx, input }) => transfers(ctx.platform.db, ctx.caller.actor, input)),
  movements: signedInProcedure
    .input(listInput)
    .output(cashMovementPage)
    .query(({ ctx, input }) => movements(ctx.platform.db, ctx.caller.actor, input)),
  deposit: signedInProcedure
    .input(depositInput)
    .output(bankTransfer)
    .mutation(({ ctx, input }) => deposit(ctx, input)),
  withdraw: signedInProcedure
    .input(withdrawInput)
    .output(bankTransfer)
    .mutation(({ ctx, input }) => withdraw(ctx, input)),
});
