import { drawnOnce, statementOf } from '#features/statements/server/index.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { reportPdf } from './report-files.ts';
import { fullReport } from './reports.queries.ts';

/**
 * The tax summary of a year that is closed, drawn once. Wash sales reach into January, so a year closes with the
 * statement of the January after it.
 * @throws STATEMENT_NOT_FOUND before that
 */
export async function taxSummaryPdf(platform: Platform, userId: string, year: number) {
  const { view } = await statementOf(platform.db, userId, `${year + 1}-01`);
  const bytes = await drawnOnce(platform, { userId, kind: 'tax_summary', subject: String(year) }, async () =>
    reportPdf(
      platform,
      { userId, kind: 'tax_summary', dated: new Date(view.issuedAt) },
      await fullReport(platform, userId, { year }),
    ),
  );
  return { name: `commonhold-tax-summary-${year}.pdf`, bytes };
}
