import { statementOf } from '#features/statements/server/index.ts';
import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  report,
  reportFile,
  reportFileInput,
  reportPeriod,
  statementDetail,
  statementFileInput,
  statementInput,
} from '../reports.contract.ts';
import { reportAsFile } from './report-as-file.ts';
import { overview } from './reports.queries.ts';
import { statementFile } from './statement-file.ts';

export const reportsRouter = router({
  overview: signedInProcedure
    .input(reportPeriod)
    .output(report)
    .query(({ ctx, input }) => overview(ctx.platform, ctx.caller.actor, input)),
  /** A document is stored when it is first drawn. */
  file: signedInProcedure
    .meta({ onPrimary: true })
    .input(reportFileInput)
    .output(reportFile)
    .query(({ ctx, input }) => reportAsFile(ctx.platform, ctx.caller.actor, input)),
  statement: signedInProcedure
    .input(statementInput)
    .output(statementDetail)
    .query(({ ctx, input }) => statementOf(ctx.platform.db, ctx.caller.actor.userId, input.month)),
  statementFile: signedInProcedure
    .meta({ onPrimary: true })
    .input(statementFileInput)
    .output(reportFile)
    .query(({ ctx, input }) => statementFile(ctx.platform, ctx.caller.actor, input)),
});
