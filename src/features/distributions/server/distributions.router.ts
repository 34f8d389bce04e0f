import { z } from 'zod';
import {
  adminProcedure,
  publicProcedure,
  router,
  signedInProcedure,
} from '#platform/server/transport/trpc.ts';
import {
  adminListInput,
  adminStatementPage,
  approveInput,
  csvFile,
  distributionPage,
  financials as financialsView,
  ofPropertyInput,
  ownerListInput,
  ownerOverview as ownerOverviewView,
  ownerPage,
  ownerReportPage,
  paidEverywhere as paidEverywhereView,
  paidTotal,
  propertyInput,
  reinvestmentChoice,
  reportFilePage,
  reportMonthInput,
  reportReceipt,
  reportSheet as reportSheetView,
  returnStatementInput,
  setReinvestmentInput,
  statementInput,
  statement as statementView,
} from '../distributions.contract.ts';
import {
  draftChange,
  monthDraft as monthDraftView,
  monthInput,
  reportMonthDraftInput,
  saveMonthDraftInput,
  statementEntriesInput,
  statementEntryPage,
  statementFiles as statementFilesView,
} from '../entries.contract.ts';
import { approve } from './approve.ts';
import { adminList, ofProperty, reinvestment, statement } from './distributions.queries.ts';
import { monthDraft, statementEntries, statementFiles } from './entries.queries.ts';
import { financials } from './financials.ts';
import { ownerCsv, ownerHistory, ownerOverview, ownerReports, reportSheet } from './owner.queries.ts';
import { paid, paidEverywhere } from './paid.queries.ts';
import { reportFiles } from './report-files.ts';
import { reportMonth } from './report-month.ts';
import { reportMonthDraft } from './report-month-draft.ts';
import { returnStatement } from './return-statement.ts';
import { saveMonthDraft } from './save-month-draft.ts';
import { setReinvestment } from './set-reinvestment.ts';

export const distributionsRouter = router({
  ofProperty: publicProcedure
    .input(ofPropertyInput)
    .output(distributionPage)
    .query(({ ctx, input }) => ofProperty(ctx.platform, ctx.caller.actor, input)),
  paid: publicProcedure
    .input(propertyInput)
    .output(paidTotal)
    .query(({ ctx, input }) => paid(ctx.platform.db, ctx.caller.actor, input)),
  paidEverywhere: publicProcedure.output(paidEverywhereView).query(({ ctx }) => paidEverywhere(ctx.platform)),
  financials: signedInProcedure
    .input(propertyInput)
    .output(financialsView)
    .query(({ ctx, input }) => financials(ctx.platform, ctx.caller.actor, input)),
  statement: signedInProcedure
    .input(statementInput)
    .output(statementView)
    .query(({ ctx, input }) => statement(ctx.platform, ctx.caller.actor, input)),
  reportFiles: signedInProcedure
    .input(ofPropertyInput)
    .output(reportFilePage)
    .query(({ ctx, input }) => reportFiles(ctx.platform.db, ctx.caller.actor, input)),
  reinvestment: signedInProcedure
    .input(propertyInput)
    .output(reinvestmentChoice)
    .query(({ ctx, input }) => reinvestment(ctx.platform.db, ctx.caller.actor, input)),
  setReinvestment: signedInProcedure
    .input(setReinvestmentInput)
    .output(reinvestmentChoice)
    .mutation(({ ctx, input }) => setReinvestment(ctx, input)),
  ownerOverview: signedInProcedure
    .output(ownerOverviewView)
    .query(({ ctx }) => ownerOverview(ctx.platform, ctx.caller.actor)),
  ownerReports: signedInProcedure
    .input(ownerListInput)
    .output(ownerReportPage)
    .query(({ ctx, input }) => ownerReports(ctx.platform, ctx.caller.actor, input)),
  ownerHistory: signedInProcedure
    .input(ownerListInput)
    .output(ownerPage)
    .query(({ ctx, input }) => ownerHistory(ctx.platform, ctx.caller.actor, input)),
  ownerCsv: signedInProcedure.output(csvFile).query(({ ctx }) => ownerCsv(ctx.platform, ctx.caller.actor)),
  reportSheet: signedInProcedure
    .input(propertyInput)
    .output(reportSheetView)
    .query(({ ctx, input }) => reportSheet(ctx.platform, ctx.caller.actor, input)),
  reportMonth: signedInProcedure
    .input(reportMonthInput)
    .output(reportReceipt)
    .mutation(({ ctx, input }) => reportMonth(ctx, input)),
  monthDraft: signedInProcedure
    .input(monthInput)
    .output(monthDraftView)
    .query(({ ctx, input }) => monthDraft(ctx.platform.db, ctx.caller.actor, input)),
  saveMonthDraft: signedInProcedure
    .input(saveMonthDraftInput)
    .output(draftChange)
    .mutation(({ ctx, input }) => saveMonthDraft(ctx, input)),
  reportMonthDraft: signedInProcedure
    .input(reportMonthDraftInput)
    .output(reportReceipt)
    .mutation(({ ctx, input }) => reportMonthDraft(ctx, input)),
  statementEntries: signedInProcedure
    .input(statementEntriesInput)
    .output(statementEntryPage)
    .query(({ ctx, input }) => statementEntries(ctx.platform.db, ctx.caller.actor, input)),
  statementFiles: signedInProcedure
    .input(statementInput)
    .output(statementFilesView)
    .query(({ ctx, input }) => statementFiles(ctx.platform.db, ctx.caller.actor, input)),
  adminList: adminProcedure
    .input(adminListInput)
    .output(adminStatementPage)
    .query(({ ctx, input }) => adminList(ctx.platform, ctx.caller.actor, input)),
  approve: adminProcedure
    .input(approveInput)
    .output(z.object({ id: z.string(), status: z.enum(['approved', 'paid']) }))
    .mutation(({ ctx, input }) => approve(ctx, input)),
  returnStatement: adminProcedure
    .input(returnStatementInput)
    .output(z.object({ id: z.string(), status: z.literal('returned') }))
    .mutation(({ ctx, input }) => returnStatement(ctx, input)),
});
