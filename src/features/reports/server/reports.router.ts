import { statementPdf } from '#features/statements/server/index.ts';
import { base64Of } from '#platform/server/transport/base64.ts';
import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  report,
  reportFile,
  reportFileInput,
  reportPeriod,
  statementFileInput,
} from '../reports.contract.ts';
import { reportAsFile } from './report-files.ts';
import { overview } from './reports.queries.ts';

export const reportsRouter = router({
  overview: signedInProcedure
    .input(reportPeriod)
    .output(report)
    .query(({ ctx, input }) => overview(ctx.platform, ctx.caller.actor, input)),
  file: signedInProcedure
    .input(reportFileInput)
    .output(reportFile)
    .query(({ ctx, input }) => reportAsFile(ctx.platform, ctx.caller.actor, input)),
  statementFile: signedInProcedure
    .input(statementFileInput)
    .output(reportFile)
    .query(async ({ ctx, input }) => {
      const { name, bytes } = await statementPdf(ctx.platform, ctx.caller.actor.userId, input.month);
      return { name, mime: 'application/pdf' as const, content: base64Of(bytes) };
    }),
});
