import { z } from 'zod';
import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  chooseRewardInput,
  overview as overviewView,
  referralListInput,
  referralPage,
  rewardChoice,
  rewardStatus,
} from '../referrals.contract.ts';
import { chooseReward } from './choose-reward.ts';
import { makeCode } from './make-code.ts';
import { list, overview, rewardChoices } from './referrals.queries.ts';

export const referralsRouter = router({
  overview: signedInProcedure
    .output(overviewView)
    .query(({ ctx }) => overview(ctx.platform, ctx.caller.actor)),
  list: signedInProcedure
    .input(referralListInput)
    .output(referralPage)
    .query(({ ctx, input }) => list(ctx.platform.db, ctx.caller.actor, input)),
  choices: signedInProcedure
    .input(z.strictObject({ shares: z.int().min(1).max(100) }))
    .output(z.array(rewardChoice))
    .query(({ ctx: { platform, caller }, input }) =>
      rewardChoices(platform.db, {
        userId: caller.actor.userId,
        shares: input.shares,
        now: platform.clock.now(),
      }),
    ),
  makeCode: signedInProcedure.output(z.object({ code: z.string() })).mutation(({ ctx }) => makeCode(ctx, {})),
  chooseReward: signedInProcedure
    .input(chooseRewardInput)
    .output(z.object({ status: rewardStatus }))
    .mutation(({ ctx, input }) => chooseReward(ctx, input)),
});
