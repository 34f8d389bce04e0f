import { adminProcedure, router } from '#platform/server/transport/trpc.ts';
import {
  csvFile,
  exportPropertiesInput,
  offeringFunnel,
  platformFigures,
  propertyFiguresInput,
  propertyFiguresPage,
  rangeInput,
} from '../analytics.contract.ts';
import { exportProperties, exportTrends, figures, funnel, propertyFigures } from './analytics.queries.ts';

export const analyticsRouter = router({
  figures: adminProcedure
    .input(rangeInput)
    .output(platformFigures)
    .query(({ ctx, input }) => figures(ctx.platform, input)),
  funnel: adminProcedure.output(offeringFunnel).query(({ ctx }) => funnel(ctx.platform.db)),
  properties: adminProcedure
    .input(propertyFiguresInput)
    .output(propertyFiguresPage)
    .query(({ ctx, input }) => propertyFigures(ctx.platform.db, input)),
  exportProperties: adminProcedure
    .input(exportPropertiesInput)
    .output(csvFile)
    .query(({ ctx, input }) => exportProperties(ctx.platform, input)),
  exportTrends: adminProcedure
    .input(rangeInput)
    .output(csvFile)
    .query(({ ctx, input }) => exportTrends(ctx.platform, input)),
});
