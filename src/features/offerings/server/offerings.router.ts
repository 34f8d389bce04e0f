import { z } from 'zod';
import { cents } from '#kernel/schemas.ts';
import { adminProcedure, router } from '#platform/server/transport/trpc.ts';
import {
  holdReleaseInput,
  liftHoldInput,
  offeringView,
  payLenderInput,
  setOfferingTermsInput,
} from '../offerings.contract.ts';
import { holdRelease } from './hold-release.ts';
import { liftHold } from './lift-hold.ts';
import { payLender } from './pay-lender.ts';
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
  payLender: adminProcedure
    .input(payLenderInput)
    .output(z.object({ paidCents: cents }))
    .mutation(({ ctx, input }) => payLender(ctx, input)),
});
