import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  completeInput,
  firstFilters as firstFiltersView,
  onboardingRecord,
  skipInput,
} from '../onboarding.contract.ts';
import { complete } from './complete.ts';
import { finishLater } from './finish-later.ts';
import { firstFilters, recordOf } from './onboarding.queries.ts';
import { resume } from './resume.ts';
import { skip } from './skip.ts';

export const onboardingRouter = router({
  record: signedInProcedure
    .output(onboardingRecord)
    .query(({ ctx }) => recordOf(ctx.platform.db, ctx.caller.actor.userId)),
  firstFilters: signedInProcedure
    .output(firstFiltersView)
    .query(({ ctx }) => firstFilters(ctx.platform.db, ctx.caller.actor)),
  complete: signedInProcedure
    .input(completeInput)
    .output(onboardingRecord)
    .mutation(({ ctx, input }) => complete(ctx, input)),
  skip: signedInProcedure
    .input(skipInput)
    .output(onboardingRecord)
    .mutation(({ ctx, input }) => skip(ctx, input)),
  finishLater: signedInProcedure.output(onboardingRecord).mutation(({ ctx }) => finishLater(ctx, {})),
  resume: signedInProcedure.output(onboardingRecord).mutation(({ ctx }) => resume(ctx, {})),
});
