import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { reportDrafts } from '#db/schema/distributions.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { reportReceipt } from '../distributions.contract.ts';
import { entryErrors, reportMonthDraftInput } from '../entries.contract.ts';
import { refuseEntries, sumOfEntries } from '../entries.rules.ts';
import { monthAsRead } from './month-draft.ts';
import { entriesOf } from './record-entries.ts';
import { recordReport, requireReportable } from './report-month.ts';
import { lockStatements } from './statements.ts';

/**
 * Reports a month with the entries of its saved draft, which are recorded with the report; a correction likewise. The lines
 * are added up here. Idempotent by `requestId`.
 * @throws every error of `reportMonth`, DRAFT_CHANGED, ENTRY_UNDECIDED, LINES_REFUSED, ACCOUNT_UNCONFIRMED, BALANCE_UNEXPLAINED
 */
export const reportMonthDraft = defineCommand({
  name: 'distributions.reportMonthDraft',
  input: reportMonthDraftInput,
  access: 'signedIn',
  async run(run, { propertyId, month, version, note }): Promise<z.infer<typeof reportReceipt>> {
    const { tx } = run;
    await lockStatements(tx, propertyId);
    await requireReportable(run, propertyId, month);
    const { entries, imports } = await monthAsRead(tx, { propertyId, month, version });
    const [draft] = await tx
      .delete(reportDrafts)
      .where(and(eq(reportDrafts.propertyId, propertyId), eq(reportDrafts.month, month)))
      .returning({ version: reportDrafts.version });
    if (!draft) throw new DomainError(entryErrors.DRAFT_CHANGED);
    const problem = refuseEntries(entries, imports);
    if (problem) throw new DomainError(problem);
    const lines = sumOfEntries(entries);
    return recordReport(run, { propertyId, month, lines, note, entries: entriesOf(entries), imports });
  },
  audit: ({ propertyId, month, version }, { operatingIncomeCents, paidInCents }) => ({
    subject: `report:${propertyId}-${month}`,
    details: { version, operatingIncomeCents, paidInCents },
  }),
});
