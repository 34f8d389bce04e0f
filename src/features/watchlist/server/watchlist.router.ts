import { z } from 'zod';
import { propertyId } from '#kernel/schemas.ts';
import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  alertSettings,
  generalAlertsInput,
  propertyAlertsInput,
  watchInput,
  watchlistInput,
  watchlistPage,
  watchlistSummary,
} from '../watchlist.contract.ts';
import { setAlerts } from './set-alerts.ts';
import { setPropertyAlerts } from './set-property-alerts.ts';
import { unwatchProperty } from './unwatch-property.ts';
import { watchProperty } from './watch-property.ts';
import { generalAlertsOf, list, summary, watchedIds } from './watchlist.queries.ts';

export const watchlistRouter = router({
  list: signedInProcedure
    .input(watchlistInput)
    .output(watchlistPage)
    .query(({ ctx, input }) => list(ctx.platform, ctx.caller.actor, input)),
  summary: signedInProcedure
    .output(watchlistSummary)
    .query(({ ctx }) => summary(ctx.platform.db, ctx.caller.actor)),
  watchedIds: signedInProcedure
    .output(z.array(propertyId))
    .query(({ ctx }) => watchedIds(ctx.platform.db, ctx.caller.actor)),
  alerts: signedInProcedure
    .output(alertSettings)
    .query(({ ctx }) => generalAlertsOf(ctx.platform.db, ctx.caller.actor.userId)),
  watchProperty: signedInProcedure
    .input(watchInput)
    .output(z.object({ watched: z.literal(true) }))
    .mutation(({ ctx, input }) => watchProperty(ctx, input)),
  unwatchProperty: signedInProcedure
    .input(watchInput)
    .output(z.object({ watched: z.literal(false) }))
    .mutation(({ ctx, input }) => unwatchProperty(ctx, input)),
  setAlerts: signedInProcedure
    .input(generalAlertsInput)
    .output(alertSettings)
    .mutation(({ ctx, input }) => setAlerts(ctx, input)),
  setPropertyAlerts: signedInProcedure
    .input(propertyAlertsInput)
    .output(z.object({ alerts: alertSettings.nullable() }))
    .mutation(({ ctx, input }) => setPropertyAlerts(ctx, input)),
});
