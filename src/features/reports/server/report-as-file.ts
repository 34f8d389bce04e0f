import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { base64Of } from '#platform/server/transport/base64.ts';
import { csvBytes } from '#platform/server/transport/csv.ts';
import type { ReportFile, ReportFileKind, ReportPeriod } from '../reports.contract.ts';
import { reportCsv, reportPdf } from './report-files.ts';
import { type FullReport, fullReport } from './reports.queries.ts';
import { taxSummaryPdf } from './tax-summary.ts';

const FILE_NAMES: Record<ReportFileKind, string> = {
  statements: 'statements',
  performance: 'performance',
  capital_gains: 'capital-gains',
  tax_summary: 'tax-summary',
};

const pdf = (name: string, bytes: Uint8Array): ReportFile => ({
  name,
  mime: 'application/pdf',
  content: base64Of(bytes),
});

/** When the figures of a report are from: now, or the last moment of a period that is over. */
const datedOf = ({ cards }: FullReport) => new Date(cards.valuedAt);

/**
 * A report of the caller's as a file to save; of a closed year the tax summary that the document center has.
 * @throws RATE_LIMITED
 */
export async function reportAsFile(
  platform: Platform,
  actor: UserActor,
  { kind, format, ...wanted }: ReportPeriod & { kind: ReportFileKind; format: 'csv' | 'pdf' },
): Promise<ReportFile> {
  await platform.limits.consume('export', { actor, address: '' });
  const { userId } = actor;
  const isTax = kind === 'tax_summary';
  const report = await fullReport(platform, userId, isTax ? { year: wanted.year } : wanted);
  const { year, period, taxSummaryIsFinal } = report;
  if (isTax && format === 'pdf' && taxSummaryIsFinal) {
    const { name, bytes } = await taxSummaryPdf(platform, userId, { year });
    return pdf(name, bytes);
  }
  const preliminary = isTax && !taxSummaryIsFinal ? '-preliminary' : '';
  const name = `commonhold-${FILE_NAMES[kind]}-${period.id}${preliminary}.${format}`;
  if (format === 'csv') {
    const content = base64Of(csvBytes(await reportCsv(platform, { userId, kind }, report)));
    return { name, mime: 'text/csv', content };
  }
  return pdf(name, await reportPdf(platform, { userId, kind, dated: datedOf(report) }, report));
}
