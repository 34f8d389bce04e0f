import { and, eq, sql } from 'drizzle-orm';
import { rentReports } from '#db/schema/distributions.ts';
import { visibleProperty } from '#features/properties/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { monthName, quarterName } from '#kernel/months.ts';
import { plural } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import { epochMs } from '#platform/server/database/sql-values.ts';
import type { TextDocument, TextLine, TextSection } from '#platform/server/ports/documents.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import {
  distributionErrors,
  type ReportFile,
  type ReportLines,
  type Statement,
} from '../distributions.contract.ts';
import {
  effectiveIncome,
  expenseKeys,
  lineLabel,
  MANAGEMENT_FEE_LABEL,
  operatingExpenses,
  operatingIncome,
  paymentText,
  reimbursementText,
} from '../distributions.rules.ts';
import { statement } from './distributions.queries.ts';
import { linesOf } from './statements.ts';

const PERIOD_PATTERN = '20\\d\\d-(?:Q[1-4]|\\d\\d)';

interface ReportFileRow extends Record<string, unknown> {
  kind: ReportFile['kind'];
  period: string;
  at: number;
}

/** The approved statements and monthly reports of a property, newest first. */
export async function reportFiles(
  db: Database,
  actor: UserActor,
  { propertyId, cursor, limit }: { propertyId: number; cursor?: string | undefined; limit: number },
) {
  await visibleProperty(db, actor, propertyId);
  const [at, period] =
    cursor === undefined ? [] : readCursor(cursor, cursorPart.milliseconds, PERIOD_PATTERN);
  const before =
    at === undefined || period === undefined
      ? sql`true`
      : sql`(p.at, p.period collate "C") < (to_timestamp(${at}::float8 / 1000), ${period})`;
  const found = await rows<ReportFileRow>(
    db,
    sql`select p.kind, p.period, ${epochMs('p.at')} as at
        from (select 'report' as kind, month as period, reported_at as at
              from rent_reports where property_id = ${propertyId}
              union all
              select 'statement', quarter, approved_at
              from distributions where property_id = ${propertyId} and status in ('approved', 'paid')) p
        where ${before}
        order by p.at desc, p.period collate "C" desc limit ${limit + 1}`,
  );
  const page = cutPage(found, limit, (last) => `${last.at}~${last.period}`);
  return {
    ...page,
    items: page.items.map(
      (row): ReportFile => ({
        kind: row.kind,
        id: row.kind === 'statement' ? `${propertyId}-${row.period}` : row.period,
        period: row.period,
        at: new Date(row.at).toISOString(),
      }),
    ),
  };
}

const line = (term: string, cents: number): TextLine => ({ term, value: formatUsdExact(cents) });
const spent = (term: string, cents: number): TextLine => line(term, cents === 0 ? 0 : -cents);
const total = (one: TextLine): TextLine => ({ ...one, total: true });

function incomeAndExpenses(lines: ReportLines): TextSection[] {
  return [
    {
      heading: 'Income',
      lines: [
        line(lineLabel.rentCents, lines.rentCents),
        spent(lineLabel.vacancyCents, lines.vacancyCents),
        line(lineLabel.otherIncomeCents, lines.otherIncomeCents),
        total(line('Effective gross income', effectiveIncome(lines))),
      ],
    },
    {
      heading: 'Expenses',
      lines: [
        ...expenseKeys.map((key) => spent(lineLabel[key], lines[key])),
        total(spent('Operating expenses', operatingExpenses(lines))),
      ],
    },
  ];
}

function statementDocument(one: Statement): TextDocument {
  const { lines, viewer } = one;
  return {
    title: `Statement for ${quarterName(one.quarter)}`,
    dated: new Date(one.recordAt),
    subtitle: `${one.propertyName}, ${one.location}. ${paymentText(one)} Statement ${one.id}, based on ${one.months} monthly owner ${plural(one.months, 'report')}.`,
    sections: [
      ...incomeAndExpenses(lines),
      {
        heading: 'Distribution',
        lines: [
          line('Net operating income', one.operatingIncomeCents),
          line(lineLabel.reserveWithdrawnCents, lines.reserveWithdrawnCents),
          spent('Deficit from earlier quarters', one.openingDeficitCents),
          spent('Reserve contribution', one.reserveContributedCents),
          spent("Owner's share, for unsold equity", one.ownerShareCents),
          total(line('Gross distribution', one.grossCents)),
          spent(MANAGEMENT_FEE_LABEL, one.feeCents),
          total(line('Net distribution', one.netCents)),
        ],
        ...(one.repaidCents > 0 && { paragraphs: [reimbursementText(one)] }),
      },
      {
        heading: 'Shareholders',
        lines: [
          { term: 'Record date', value: formatDate(one.recordAt) },
          { term: 'Shares held', value: one.shares.toLocaleString('en-US') },
          { term: 'Shareholders', value: one.holders.toLocaleString('en-US') },
          ...(one.perShare === null ? [] : [{ term: 'Per share', value: `$${one.perShare}` }]),
          ...(viewer
            ? [
                { term: 'Your shares', value: viewer.shares.toLocaleString('en-US') },
                total(line('Your payout', viewer.amountCents)),
              ]
            : []),
        ],
      },
    ],
  };
}

/**
 * A statement as a PDF; who may see it is decided as for the statement itself.
 * @throws DISTRIBUTION_NOT_FOUND
 */
export async function statementPdf(platform: Platform, actor: UserActor, { id }: { id: string }) {
  const one = await statement(platform, actor, { id });
  const bytes = await platform.documents.text(statementDocument(one), actor.userId);
  return { name: `statement-${id}.pdf`, bytes };
}

/**
 * The report of one month as a PDF.
 * @throws PROPERTY_NOT_FOUND, REPORT_NOT_FOUND
 */
export async function reportPdf(
  { db, documents }: Platform,
  actor: UserActor,
  { propertyId, month }: { propertyId: number; month: string },
) {
  const { property } = await visibleProperty(db, actor, propertyId);
  const [report] = await db
    .select()
    .from(rentReports)
    .where(and(eq(rentReports.propertyId, propertyId), eq(rentReports.month, month)));
  if (!report) throw new DomainError(distributionErrors.REPORT_NOT_FOUND);
  const lines = linesOf(report);
  const bytes = await documents.text(
    {
      title: `Monthly report, ${monthName(month)}`,
      dated: report.reportedAt,
      subtitle: `${property.name}, ${property.location}. Reported by the owner on ${formatDate(report.reportedAt)}. A report can be corrected until the statement of its quarter is approved.`,
      sections: [
        ...incomeAndExpenses(lines),
        {
          heading: 'Result',
          lines: [
            total(line('Net operating income', operatingIncome(lines))),
            spent(lineLabel.reserveCents, lines.reserveCents),
            line(lineLabel.reserveWithdrawnCents, lines.reserveWithdrawnCents),
          ],
        },
        ...(report.note ? [{ heading: "The owner's note", paragraphs: [report.note] }] : []),
      ],
    },
    actor.userId,
  );
  return { name: `report-${propertyId}-${month}.pdf`, bytes };
}
