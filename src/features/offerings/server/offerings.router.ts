import { adminProcedure, router } from '#platform/server/transport/trpc.ts';
import {
  holdReleaseInput,
  liftHoldInput,
  offeringView,
  setOfferingTermsInput,
} from '../offerings.contract.ts';
import { holdRelease } from './hold-release.ts';
import { liftHold } from './lift-hold.ts';
import { setOfferingTerms } from './set-offering-terms.ts';

export const offeringsRouter = router({
  setOfferingTerms: adminProcedure
    .input(setOfferingTermsInput)
    .output(offeringView)
    .mutation(({ ctx, input }) => setOfferingTerms(ctx, input)),
  holdRelease: adminProcedure
    .input(holdReleaseInput)
    .output(offeringView)
    .mutation(({ ctx, input }) => holdRelease(ctx, input)),
  liftHold: adminProcedure
    .input(liftHoldInput)
    .output(offeringView)
    .mutation(({ ctx, input }) => liftHold(ctx, input)),
});
