import { z } from 'zod';
import { propertyId } from '#kernel/schemas.ts';
import {
  adminProcedure,
  parseSynchronously,
  publicProcedure,
  router,
  signedInProcedure,
} from '#platform/server/transport/trpc.ts';
import { marketStats, shareholderPage, shareholdersInput } from '../market.contract.ts';
import {
  offeringView,
  propertyDetail,
  propertyEntity,
  propertyListInput,
  propertyPage,
  submitPropertyInput,
} from '../properties.contract.ts';
import {
  adminListInput,
  adminPropertyPage,
  holdReleaseInput,
  liftHoldInput,
  setOfferingTermsInput,
  setPropertyStatusInput,
} from '../review.contract.ts';
import { propertySubmissions, resubmitPropertyInput } from '../submissions.contract.ts';
import { holdRelease } from './hold-release.ts';
import { liftHold } from './lift-hold.ts';
import { adminList, detail, list, shareholders, stats } from './properties.queries.ts';
import { submissions } from './property-submissions.ts';
import { resubmitProperty } from './resubmit-property.ts';
import { setOfferingTerms } from './set-offering-terms.ts';
import { setPropertyStatus } from './set-property-status.ts';
import { submitProperty } from './submit-property.ts';

export const propertiesRouter = router({
  list: publicProcedure
    .input(propertyListInput)
    .output(parseSynchronously(propertyPage))
    .query(({ ctx, input }) => list(ctx.platform, input)),
  stats: publicProcedure.output(marketStats).query(({ ctx }) => stats(ctx.platform)),
  detail: publicProcedure
    .input(z.strictObject({ id: propertyId }))
    .output(propertyDetail)
    .query(({ ctx, input }) => detail(ctx.platform, ctx.caller.actor, input)),
  shareholders: signedInProcedure
    .input(shareholdersInput)
    .output(shareholderPage)
    .query(({ ctx, input }) => shareholders(ctx.platform, ctx.caller.actor, input)),
  submit: signedInProcedure
    .input(submitPropertyInput)
    .output(propertyEntity)
    .mutation(({ ctx, input }) => submitProperty(ctx, input)),
  resubmit: signedInProcedure
    .input(resubmitPropertyInput)
    .output(propertyEntity)
    .mutation(({ ctx, input }) => resubmitProperty(ctx, input)),
  submissions: signedInProcedure
    .input(z.strictObject({ id: propertyId }))
    .output(propertySubmissions)
    .query(({ ctx, input }) => submissions(ctx.platform.db, ctx.caller.actor, input)),
  adminList: adminProcedure
    .input(adminListInput)
    .output(adminPropertyPage)
    .query(({ ctx, input }) => adminList(ctx.platform.db, ctx.caller.actor, input)),
  setStatus: adminProcedure
    .input(setPropertyStatusInput)
    .output(propertyEntity)
    .mutation(({ ctx, input }) => setPropertyStatus(ctx, input)),
  holdRelease: adminProcedure
    .input(holdReleaseInput)
    .output(offeringView)
    .mutation(({ ctx, input }) => holdRelease(ctx, input)),
  liftHold: adminProcedure
    .input(liftHoldInput)
    .output(offeringView)
    .mutation(({ ctx, input }) => liftHold(ctx, input)),
  setOfferingTerms: adminProcedure
    .input(setOfferingTermsInput)
    .output(offeringView)
    .mutation(({ ctx, input }) => setOfferingTerms(ctx, input)),
});
