import { holderName } from '#features/statements/server/index.ts';
import { taxFiguresOf } from '#features/tax/server/index.ts';
import type { TaxFigures } from '#features/tax/tax.contract.ts';
import { present } from '#kernel/assert.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { monthName } from '#kernel/months.ts';
import { formatDate } from '#kernel/time.ts';
import type { DocumentTable, PaperSection } from '#platform/server/ports/documents.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { base64Of } from '#platform/server/transport/base64.ts';
import { csvBytes, csvOf } from '#platform/server/transport/csv.ts';
import type { PerformanceMetric, ReportFile, ReportFileKind, ReportPeriod } from '../reports.contract.ts';
import { amount, type FilePart, type FileTable, forPeople, forPrograms } from './report-tables.ts';
import { type FullReport, fullReport } from './reports.queries.ts';
import { aboutSummary, taxParts } from './tax-parts.ts';

function statementsTable({ statements }: FullReport): FileTable {
  return {
    columns: [
      { header: 'Month', share: 16 },
      amount('Opening cash'),
      amount('Closing cash'),
      amount('Total income'),
      amount('Fees'),
      amount('Net income'),
      amount('Portfolio value'),
    ],
    rows: ({ money }) =>
      statements.map((one) => [
        monthName(one.month),
        money(one.openingCashCents),
        money(one.closingCashCents),
        money(one.totalIncomeCents),
        money(one.feesCents),
        money(one.netIncomeCents),
        money(one.valueCents),
      ]),
  };
}

function performanceTable(first: string, metrics: readonly PerformanceMetric[]): FileTable {
  return {
    columns: [
      { header: first, share: 16 },
      amount('Total investment'),
      amount('Current value'),
      amount('Total income'),
      amount('Expected income'),
      amount('Price change'),
      amount('Fees'),
      amount('Total return'),
      amount('Total return %', 10),
      amount('Time-weighted %', 11),
      amount('Time-weighted % a year', 11),
      amount('Money-weighted %', 11),
      amount('Money-weighted % a year', 11),
    ],
    rows: ({ money, percent }) =>
      metrics.map((one) => [
        one.label,
        money(one.totalInvestmentCents),
        money(one.currentValueCents),
        money(one.totalIncomeCents),
        money(one.expectedIncomeCents),
        money(one.priceChangeCents),
        money(one.feesCents),
        money(one.totalReturnCents),
        percent(one.totalReturnBps),
        percent(one.timeWeighted.bps),
        percent(one.timeWeightedYearly.bps),
        percent(one.moneyWeighted.bps),
        percent(one.moneyWeightedYearly.bps),
      ]),
  };
}

function gainsTable({ capitalGains }: FullReport): FileTable {
  return {
    columns: [
      { header: 'Property', share: 20 },
      amount('Shares sold', 9),
      { header: 'Acquired', share: 12 },
      { header: 'Sold', share: 12 },
      { header: 'Term', share: 8 },
      amount('Sale price'),
      amount('Purchase price'),
      amount('Loss disallowed'),
      amount('Gain or loss'),
      amount('Gain or loss %', 10),
    ],
    rows: ({ money, percent, day }) =>
      capitalGains.items.map((one) => [
        one.kind === 'sale' ? one.propertyName : `${one.propertyName}, return of capital beyond cost`,
        one.kind === 'sale' ? String(one.sharesSold) : '',
        day(one.acquiredDate),
        day(one.saleDate),
        one.term === 'short' ? 'Short' : 'Long',
        money(one.salePriceCents),
        money(one.purchasePriceCents),
        money(one.disallowedCents),
        money(one.gainLossCents),
        percent(one.gainLossBps),
      ]),
  };
}

/** What was paid in the period, by property. */
function incomeTable({ history, period }: FullReport): FileTable {
  const within = ({ at }: { at: Date }) => at >= period.from && at < period.to;
  const paid = history.distributions.filter(within);
  const incomes = history.stories
    .map(({ propertyId, name }) => {
      const own = paid.filter((one) => one.propertyId === propertyId);
      const net = own.reduce((sum, { cents }) => sum + cents, 0);
      const fee = own.reduce((sum, { feeCents }) => sum + feeCents, 0);
      return { name, payments: own.length, net, fee };
    })
    .filter(({ payments }) => payments > 0);
  const rewards = history.rewards.filter(within).reduce((sum, { cents }) => sum + cents, 0);
  const total = incomes.reduce((sum, { net }) => sum + net, 0);
  return {
    columns: [
      { header: 'Cash received', share: 40 },
      amount('Payments'),
      amount('Before the management fee', 16),
      amount('Management fee', 16),
      amount('Paid to you', 16),
    ],
    rows: ({ money }) => [
      ...incomes.map(({ name, payments, net, fee }) => [
        name,
        String(payments),
        money(net + fee),
        money(fee),
        money(net),
      ]),
      [
        'All distributions',
        String(paid.length),
        money(incomes.reduce((sum, { net, fee }) => sum + net + fee, 0)),
        money(incomes.reduce((sum, { fee }) => sum + fee, 0)),
        money(total),
      ],
      ['Referral rewards', '', '', '', money(rewards)],
    ],
  };
}

interface FilePlan {
  title: string;
  parts: readonly FilePart[];
}

/** @param tax the figures of the year, for its tax summary */
function planOf(kind: ReportFileKind, report: FullReport, tax: TaxFigures | null): FilePlan {
  const { periodLabel, performance, capitalGains, year } = report;
  if (kind === 'statements')
    return {
      title: `Monthly statements, ${periodLabel}`,
      parts: [{ heading: 'Statements', table: statementsTable(report) }],
    };
  if (kind === 'performance')
    return {
      title: `${periodLabel.replace(/^YTD /, '')} Performance Report`,
      parts: [
        { heading: 'By period', table: performanceTable('Period', performance.byPeriod) },
        {
          heading: `By property, ${periodLabel}`,
          table: performanceTable('Property', performance.byProperty),
        },
        { heading: `By market, ${periodLabel}`, table: performanceTable('Market', performance.byMarket) },
      ],
    };
  const gains = {
    heading: 'Capital gains',
    paragraphs: [
      `Short-term ${formatUsdExact(capitalGains.shortCents)}, long-term ${formatUsdExact(capitalGains.longCents)}, together ${formatUsdExact(capitalGains.totalCents)}. Losses disallowed as wash sales: ${formatUsdExact(capitalGains.disallowedCents)}, moved to the cost basis of the shares that replaced those sold.`,
    ],
    table: gainsTable(report),
  };
  if (kind === 'capital_gains') return { title: `Capital Gains Summary, ${periodLabel}`, parts: [gains] };
  const figures = present(tax, 'the figures of a tax summary');
  return {
    title: `${year} Tax Summary`,
    parts: [
      { heading: 'Income', paragraphs: [aboutSummary(figures)], table: incomeTable(report) },
      ...taxParts(figures),
      gains,
    ],
  };
}

/** The tax figures that a kind of file shows; null for the others. */
const taxOf = (platform: Platform, userId: string, kind: ReportFileKind, { year }: FullReport) =>
  kind === 'tax_summary' ? taxFiguresOf(platform, userId, year) : null;

const FILE_NAMES: Record<ReportFileKind, string> = {
  statements: 'statements',
  performance: 'performance',
  capital_gains: 'capital-gains',
  tax_summary: 'tax-summary',
};

function csvTextOf({ parts }: FilePlan): string {
  const texts = parts.map(({ table }) =>
    csvOf(
      table.columns.map(({ header }) => header),
      table.rows(forPrograms),
    ),
  );
  return texts.join('\r\n');
}

function sectionOf({ heading, paragraphs = [], table }: FilePlan['parts'][number]): PaperSection {
  const rows = table.rows(forPeople);
  const shown: DocumentTable = { columns: table.columns, rows };
  const nothing = rows.length === 0 ? ['Nothing in this period.'] : [];
  return { heading, paragraphs: [...paragraphs, ...nothing], ...(rows.length > 0 && { table: shown }) };
}

interface Drawing {
  userId: string;
  kind: ReportFileKind;
  dated: Date;
  /** When the document was drawn that this one corrects. */
  replaces?: Date | null;
}

/** The bytes of a report as a PDF, dated so that the same figures are the same bytes. */
export async function reportPdf(
  platform: Platform,
  { userId, kind, dated, replaces = null }: Drawing,
  report: FullReport,
): Promise<Uint8Array> {
  const { title, parts } = planOf(kind, report, await taxOf(platform, userId, kind, report));
  const holder = await holderName(platform.db, userId);
  const correction = replaces ? ` It replaces the one of ${formatDate(replaces)}.` : '';
  return platform.documents.paper({
    title: replaces ? `${title}, corrected` : title,
    subtitle: `${holder}. ${report.periodLabel}, as of ${formatDate(dated)}, days in UTC.${correction}`,
    dated,
    wide: true,
    sections: parts.map(sectionOf),
  });
}

/** A report of the caller's as a file to save. */
export async function reportAsFile(
  platform: Platform,
  { userId }: UserActor,
  { kind, format, ...wanted }: ReportPeriod & { kind: ReportFileKind; format: 'csv' | 'pdf' },
): Promise<ReportFile> {
  const isYearly = kind === 'tax_summary';
  const report = await fullReport(platform, userId, isYearly ? { year: wanted.year } : wanted);
  const name = `commonhold-${FILE_NAMES[kind]}-${report.period.id}.${format}`;
  if (format === 'csv') {
    const plan = planOf(kind, report, await taxOf(platform, userId, kind, report));
    const content = base64Of(csvBytes(csvTextOf(plan)));
    return { name, mime: 'text/csv', content };
  }
  const dated = platform.clock.now();
  const bytes = await reportPdf(platform, { userId, kind, dated }, report);
  return { name, mime: 'application/pdf', content: base64Of(bytes) };
}
