import { adminProcedure, router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  classified,
  classifyInput,
  downloadExportInput,
  exportFile,
  exportListInput,
  exportPage,
  releasedExport,
  releaseExportInput,
  taxableYearsInput,
  taxableYears as taxableYearsOutput,
  taxFigures,
  taxFiguresInput,
} from '../tax.contract.ts';
import { classify } from './classify.ts';
import { downloadExport } from './download-export.ts';
import { figures } from './figures.ts';
import { releaseExport } from './release-export.ts';
import { exports, taxableYears } from './tax.queries.ts';

export const taxRouter = router({
  figures: signedInProcedure
    .input(taxFiguresInput)
    .output(taxFigures)
    .query(({ ctx, input }) => figures(ctx.platform, ctx.caller.actor, input)),
  taxableYears: adminProcedure
    .input(taxableYearsInput)
    .output(taxableYearsOutput)
    .query(({ ctx, input }) => taxableYears(ctx.platform, input)),
  classify: adminProcedure
    .input(classifyInput)
    .output(classified)
    .mutation(({ ctx, input }) => classify(ctx, input)),
  exports: adminProcedure
    .input(exportListInput)
    .output(exportPage)
    .query(({ ctx, input }) => exports(ctx.platform.db, input)),
  releaseExport: adminProcedure
    .input(releaseExportInput)
    .output(releasedExport)
    .mutation(({ ctx, input }) => releaseExport(ctx, input)),
  downloadExport: adminProcedure
    .input(downloadExportInput)
    .output(exportFile)
    .mutation(({ ctx, input }) => downloadExport(ctx, input)),
});
