import { z } from 'zod';
import { adminProcedure, router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  adminWithdrawalPage,
  bankTransfer,
  bankTransferPage,
  bankTransferStatus,
  cashMovementPage,
  depositInput,
  holdWithdrawalInput,
  listInput,
  rejectWithdrawalInput,
  releaseWithdrawalInput,
  walletOverview,
  withdrawalsInput,
  withdrawInput,
} from '../wallet.contract.ts';
import { deposit } from './deposit.ts';
import { holdWithdrawal } from './hold-withdrawal.ts';
import { rejectWithdrawal } from './reject-withdrawal.ts';
import { releaseWithdrawal } from './release-withdrawal.ts';
import { movements, overview, transfers } from './wallet.queries.ts';
import { withdraw } from './withdraw.ts';
import { withdrawals } from './withdrawals.ts';

const decided = z.object({ status: bankTransferStatus });

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
  withdrawals: adminProcedure
    .input(withdrawalsInput)
    .output(adminWithdrawalPage)
    .query(({ ctx, input }) => withdrawals(ctx.platform.db, input)),
  holdWithdrawal: adminProcedure
    .input(holdWithdrawalInput)
    .output(decided)
    .mutation(({ ctx, input }) => holdWithdrawal(ctx, input)),
  releaseWithdrawal: adminProcedure
    .input(releaseWithdrawalInput)
    .output(decided)
    .mutation(({ ctx, input }) => releaseWithdrawal(ctx, input)),
  rejectWithdrawal: adminProcedure
    .input(rejectWithdrawalInput)
    .output(decided)
    .mutation(({ ctx, input }) => rejectWithdrawal(ctx, input)),
});
