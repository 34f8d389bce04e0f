import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  ownedPropertiesInput,
  ownedPropertyDetail,
  ownedPropertyInput,
  ownedPropertyPage,
  ownerPortfolio,
} from '../owners.contract.ts';
import { ownProperties, ownProperty, portfolio } from './owners.queries.ts';

export const ownersRouter = router({
  portfolio: signedInProcedure
    .output(ownerPortfolio)
    .query(({ ctx }) => portfolio(ctx.platform, ctx.caller.actor)),
  properties: signedInProcedure
    .input(ownedPropertiesInput)
    .output(ownedPropertyPage)
    .query(({ ctx, input }) => ownProperties(ctx.platform, ctx.caller.actor, input)),
  property: signedInProcedure
    .input(ownedPropertyInput)
    .output(ownedPropertyDetail)
    .query(({ ctx, input }) => ownProperty(ctx.platform, ctx.caller.actor, input)),
});
