import { adminProcedure, router } from '#platform/server/transport/trpc.ts';
import {
  checkedPart,
  exportLogInput,
  logActions,
  logFilePart,
  logInput,
  logPage,
  verifyPartInput,
} from '../audit.contract.ts';
import { actions, log, verifyPart } from './audit.queries.ts';
import { exportLog } from './export-log.ts';

export const auditRouter = router({
  log: adminProcedure
    .input(logInput)
    .output(logPage)
    .query(({ ctx, input }) => log(ctx.platform.db, input)),
  actions: adminProcedure.output(logActions).query(({ ctx }) => actions(ctx.platform.db)),
  verifyPart: adminProcedure
    .meta({ onPrimary: true })
    .input(verifyPartInput)
    .output(checkedPart)
    .query(({ ctx, input }) => verifyPart(ctx.platform.db, input)),
  exportLog: adminProcedure
    .input(exportLogInput)
    .output(logFilePart)
    .mutation(({ ctx, input }) => exportLog(ctx, input)),
});
