import { holderText } from '#features/statements/server/index.ts';
import { taxFiguresOf } from '#features/tax/server/index.ts';
import type { TaxFigures } from '#features/tax/tax.contract.ts';
import { present } from '#kernel/assert.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { monthName } from '#kernel/months.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { forPeople, forPrograms } from '#kernel/value-format.ts';
import type { DocumentTable, TextSection } from '#platform/server/ports/documents.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { csvOf } from '#platform/server/transport/csv.ts';
import type { PerformanceMetric, ReportFileKind } from '../reports.contract.ts';
import { headingOf, missingRates, NO_COST, notesOnMissing } from '../returns.rules.ts';
import { amount, type FilePart, type FileTable } from './report-tables.ts';
import type { FullReport } from './reports.queries.ts';
import { aboutSummary, taxParts } from './tax-parts.ts';

function statementsTable({ statements }: FullReport): FileTable {
  return {
    columns: [
      { header: 'Month', share: 16 },
      amount('Opening cash'),
      amount('Closing cash'),
      amount('Income before the management fee'),
      amount('Management fee'),
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
      { header: first, share: 31 },
      // Wide enough for a million.
      amount('Total investment', 29),
      amount('Current value', 29),
      amount('Net income', 24),
      amount('Expected income', 24),
      amount('Price return', 26),
      amount('Processing fees', 24),
      amount('Total return', 26),
      amount('Total return %', 19),
      amount('Time-weighted %', 19),
      amount('Time-weighted % a year', 19),
      amount('Money-weighted %', 19),
      amount('Money-weighted % a year', 19),
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
        percent(one.totalReturnRate.bps),
        percent(one.timeWeighted.bps),
        percent(one.timeWeightedYearly.bps),
        percent(one.moneyWeighted.bps),
        percent(one.moneyWeightedYearly.bps),
      ]),
    missing: () => metrics.map(missingRates),
  };
}

function gainsTable({ capitalGains }: FullReport): FileTable {
  return {
    columns: [
      { header: 'Property', share: 20 },
      amount('Shares sold', 9),
      { header: 'Acquired', share: 12 },
      { header: 'Sold', share: 11 },
      { header: 'Term', share: 6 },
      amount('Sale price'),
      amount('Purchase price'),
      amount('Loss disallowed'),
      amount('Gain or loss'),
      amount('Gain or loss %', 13),
    ],
    rows: ({ money, count, percent, day }) =>
      capitalGains.items.map((one) => [
        one.kind === 'sale' ? one.propertyName : `${one.propertyName}, return of capital beyond cost`,
        one.kind === 'sale' ? count(one.sharesSold) : '',
        day(one.acquiredDate),
        day(one.saleDate),
        one.term === 'short' ? 'Short' : 'Long',
        money(one.salePriceCents),
        money(one.purchasePriceCents),
        money(one.disallowedCents),
        money(one.gainLossCents),
        percent(one.gainLossBps),
      ]),
    missing: () =>
      capitalGains.items.map(({ gainLossBps }) =>
        gainLossBps === null ? [{ figure: 'Gain or loss %', reason: NO_COST }] : [],
      ),
  };
}

/** The sums of the screen, in its order. */
function gainSumsTable({ capitalGains }: FullReport): FileTable {
  const { shortCents, longCents, disallowedCents, totalCents } = capitalGains;
  return {
    columns: [{ header: 'Totals', share: 70 }, amount('Amount', 30)],
    rows: ({ money }) => [
      ['Short-term', money(shortCents)],
      ['Long-term', money(longCents)],
      ['Losses disallowed as wash sales', money(disallowedCents)],
      ['Total', money(totalCents)],
    ],
  };
}

/** Income of the period, by property. */
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
    totalAt: incomes.length,
  };
}

function gainsText({ items, ...sums }: FullReport['capitalGains']): string[] {
  const { shortCents, longCents, totalCents, disallowedCents } = sums;
  const disallowed =
    disallowedCents === 0
      ? ''
      : ` Losses disallowed as wash sales: ${formatUsdExact(disallowedCents)}, moved to the cost basis of the shares that replaced those sold.`;
  return [
    `Short-term ${formatUsdExact(shortCents)}, long-term ${formatUsdExact(longCents)}, together ${formatUsdExact(totalCents)}.${disallowed}`,
    ...(items.length > 0 ? ['The purchase price of shares is their cost basis, with fees.'] : []),
  ];
}

/** Rows of one table in a PDF, as of a file of transactions. */
export const MAX_PDF_ROWS = 10_000;

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
          heading: headingOf('By property', performance.span),
          table: performanceTable('Property', performance.byProperty),
        },
        {
          heading: headingOf('By market', performance.span),
          table: performanceTable('Market', performance.byMarket),
        },
      ],
    };
  const gains = {
    heading: 'Capital gains',
    paragraphs: gainsText(capitalGains),
    table: gainsTable(report),
    sums: gainSumsTable(report),
  };
  if (kind === 'capital_gains') return { title: `Capital Gains Summary, ${periodLabel}`, parts: [gains] };
  const figures = present(tax, 'the figures of a tax summary');
  return {
    title: `${year} Tax Summary${report.taxSummaryIsFinal ? '' : ', preliminary'}`,
    parts: [
      {
        heading: 'Income',
        paragraphs: [aboutSummary(figures, report)],
        table: incomeTable(report),
      },
      ...taxParts(figures),
      gains,
    ],
  };
}

/** The tax figures that a kind of file shows; null for the others. */
const taxOf = (platform: Platform, userId: string, kind: ReportFileKind, { year }: FullReport) =>
  kind === 'tax_summary' ? taxFiguresOf(platform, userId, year) : null;

const NOTHING = 'Nothing in this period.';

function csvTextOf({ parts }: FilePlan): string {
  const tables = parts.flatMap(({ table, sums }) => (sums ? [table, sums] : [table]));
  const texts = tables.map((table) => {
    const missing = table.missing?.();
    const headers = [...table.columns.map(({ header }) => header), ...(missing ? ['Not available'] : [])];
    const written = table.rows(forPrograms);
    if (written.length === 0) return csvOf(headers, [[NOTHING, ...headers.slice(1).map(() => '')]]);
    if (!missing) return csvOf(headers, written);
    const reasons = missing.map((ofRow) =>
      ofRow.map(({ figure, reason }) => `${figure}: ${reason}`).join(' '),
    );
    return csvOf(
      headers,
      written.map((row, index) => [...row, reasons[index] ?? '']),
    );
  });
  return texts.join('\r\n');
}

/** A part in a PDF. Of a table that is too long for one, it has the row that adds up, and says where the others are. */
export function sectionOf({ heading, paragraphs = [], table }: FilePart): TextSection {
  const { columns, totalAt } = table;
  const rows = table.rows(forPeople);
  if (rows.length > MAX_PDF_ROWS) {
    const lines = rows.length - (totalAt === undefined ? 0 : 1);
    const note = `The CSV file of this report has all ${counted(lines, 'row')}, which are too many for a PDF.`;
    return {
      heading,
      paragraphs: [...paragraphs, note],
      ...(totalAt !== undefined && {
        table: { columns, rows: rows.slice(totalAt, totalAt + 1), totalAt: 0 },
      }),
    };
  }
  const shown: DocumentTable = { columns, rows, ...(totalAt !== undefined && { totalAt }) };
  const nothing = rows.length === 0 ? [NOTHING] : [];
  const missing = table.missing?.() ?? [];
  const notes = notesOnMissing(
    missing.map((ofRow, index) => ({ label: rows[index]?.[0] ?? '', missing: ofRow })),
  );
  return {
    heading,
    paragraphs: [...paragraphs, ...notes, ...nothing],
    ...(rows.length > 0 && { table: shown }),
  };
}

interface Drawing {
  userId: string;
  kind: ReportFileKind;
  dated: Date;
  /** When the document was drawn that this one corrects, and what has changed since. */
  replaces?: { dated: Date; reason: string } | null;
}

/** A report as a CSV file: its tables one below the other. */
export async function reportCsv(
  platform: Platform,
  { userId, kind }: Pick<Drawing, 'userId' | 'kind'>,
  report: FullReport,
): Promise<string> {
  return csvTextOf(planOf(kind, report, await taxOf(platform, userId, kind, report)));
}

/** The bytes of a report as a PDF, dated so that the same figures are the same bytes. */
export async function reportPdf(
  platform: Platform,
  { userId, kind, dated, replaces = null }: Drawing,
  report: FullReport,
): Promise<Uint8Array> {
  const { title, parts } = planOf(kind, report, await taxOf(platform, userId, kind, report));
  const holder = await holderText(platform.db, userId);
  const correction = replaces
    ? ` It replaces the one as of ${formatDate(replaces.dated)}, from before ${replaces.reason}.`
    : '';
  return platform.documents.text(
    {
      title: replaces ? `${title}, corrected` : title,
      subtitle: `${holder}. ${report.periodLabel}, as of ${formatDate(dated)}, dates in UTC.${correction}`,
      dated,
      wide: true,
      sections: parts.map(sectionOf),
    },
    userId,
  );
}
