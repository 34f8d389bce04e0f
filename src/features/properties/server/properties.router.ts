import { z } from 'zod';
import { propertyId } from '#kernel/schemas.ts';
import {
  adminProcedure,
  parseSynchronously,
  publicProcedure,
  router,
  signedInProcedure,
} from '#platform/server/transport/trpc.ts';
import {
  funding as fundingView,
  marketStats,
  shareholderPage,
  shareholdersInput,
} from '../market.contract.ts';
import {
  propertyDetail,
  propertyEntity,
  propertyListInput,
  propertyPage,
  propertyPlaces,
  propertyPlacesInput,
} from '../properties.contract.ts';
import {
  adminListInput,
  adminPropertyPage,
  decidedProperty,
  setPropertyStatusInput,
} from '../review.contract.ts';
import { submitPropertyInput } from '../simple-form.contract.ts';
import { resubmitPropertyInput, simpleFormVersions } from '../simple-form-versions.contract.ts';
import { adminList } from './admin-list.queries.ts';
import { funding } from './funding.ts';
import { list, places, stats } from './properties.queries.ts';
import { detail, shareholders } from './property.queries.ts';
import { resubmit } from './resubmit.ts';
import { setStatus } from './set-status.ts';
import { simpleFormVersionsOf } from './simple-form-versions.ts';
import { submit } from './submit.ts';

export const propertiesRouter = router({
  list: publicProcedure
    .input(propertyListInput)
    .output(parseSynchronously(propertyPage))
    .query(({ ctx, input }) => list(ctx.platform, input)),
  places: publicProcedure
    .input(propertyPlacesInput)
    .output(parseSynchronously(propertyPlaces))
    .query(({ ctx, input }) => places(ctx.platform, input)),
  stats: publicProcedure.output(marketStats).query(({ ctx }) => stats(ctx.platform)),
  detail: publicProcedure
    .input(z.strictObject({ id: propertyId }))
    .output(propertyDetail)
    .query(({ ctx, input }) => detail(ctx.platform, ctx.caller.actor, input)),
  shareholders: signedInProcedure
    .input(shareholdersInput)
    .output(shareholderPage)
    .query(({ ctx, input }) => shareholders(ctx.platform, ctx.caller.actor, input)),
  funding: signedInProcedure
    .input(z.strictObject({ propertyId }))
    .output(fundingView)
    .query(({ ctx, input }) => funding(ctx.platform, ctx.caller.actor, input)),
  submit: signedInProcedure
    .input(submitPropertyInput)
    .output(propertyEntity)
    .mutation(({ ctx, input }) => submit(ctx, input)),
  resubmit: signedInProcedure
    .input(resubmitPropertyInput)
    .output(propertyEntity)
    .mutation(({ ctx, input }) => resubmit(ctx, input)),
  simpleFormVersions: signedInProcedure
    .input(z.strictObject({ id: propertyId }))
    .output(simpleFormVersions)
    .query(({ ctx, input }) => simpleFormVersionsOf(ctx.platform.db, ctx.caller.actor, input)),
  adminList: adminProcedure
    .input(adminListInput)
    .output(adminPropertyPage)
    .query(({ ctx, input }) => adminList(ctx.platform, ctx.caller.actor, input)),
  setStatus: adminProcedure
    .input(setPropertyStatusInput)
    .output(decidedProperty)
    .mutation(({ ctx, input }) => setStatus(ctx, input)),
});
