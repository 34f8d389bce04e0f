import { and, desc, eq, sql } from 'drizzle-orm';
import { drawnDocuments } from '#db/schema/statements.ts';
import { drawnOnce, statementMonthsOf, statementOf } from '#features/statements/server/index.ts';
import { type TaxEdition, taxEditionsOf } from '#features/tax/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { reportErrors } from '../reports.contract.ts';
import { reportPdf } from './report-files.ts';
import { closedYears, fullReport } from './reports.queries.ts';

/** Version name of a summary drawn before anything was classified, where there are later ones. */
const CASH_ONLY_VERSION = 'cash';

/** The current tax summary of a year, or one that was drawn before a classification changed. */
export interface TaxSummary {
  year: number;
  /** Null for the one that counts; otherwise which of the earlier ones it is. */
  superseded: string | null;
  /** An earlier one was drawn, which this one replaces. */
  isCorrected: boolean;
  createdAt: Date;
  /** Bytes; null until it is drawn. */
  size: number | null;
}

const subjectOf = (year: number, { key }: Pick<TaxEdition, 'key'>) =>
  key === null ? String(year) : `${year}:${key}`;

/** The summaries of a person that were drawn, the latest first. */
function drawnSummaries(db: Queryable, userId: string) {
  return db
    .select({
      subject: drawnDocuments.subject,
      drawnAt: drawnDocuments.drawnAt,
      size: sql<number>`octet_length(${drawnDocuments.bytes})`,
    })
    .from(drawnDocuments)
    .where(and(eq(drawnDocuments.userId, userId), eq(drawnDocuments.kind, 'tax_summary')))
    .orderBy(desc(drawnDocuments.drawnAt), drawnDocuments.subject);
}

const laterOf = (one: Date, two: Date | null) => (two !== null && two > one ? two : one);

/** Every tax summary of a person: of each closed year the one that counts, and those that it replaced. */
export async function taxSummaries({ db }: Platform, userId: string): Promise<TaxSummary[]> {
  const [months, editionOf, drawn] = await Promise.all([
    statementMonthsOf(db, userId),
    taxEditionsOf(db, userId),
    drawnSummaries(db, userId),
  ]);
  const summaries = await Promise.all(
    closedYears(months).map(async (year): Promise<TaxSummary[]> => {
      const { view } = await statementOf(db, userId, `${year + 1}-01`);
      const edition = editionOf(year);
      const subject = subjectOf(year, edition);
      const ofYear = drawn.filter((one) => one.subject.slice(0, 4) === String(year));
      const earlier = ofYear.filter((one) => one.subject !== subject);
      const size = ofYear.find((one) => one.subject === subject)?.size ?? null;
      const createdAt = laterOf(new Date(view.issuedAt), edition.classifiedAt);
      return [
        { year, superseded: null, isCorrected: earlier.length > 0, createdAt, size },
        ...earlier.map((one) => ({
          year,
          superseded: one.subject.slice(5) || CASH_ONLY_VERSION,
          isCorrected: false,
          createdAt: one.drawnAt,
          size: one.size,
        })),
      ];
    }),
  );
  return summaries.flat();
}

/** What a summary rests on changed while it was drawn. */
class EditionChanged extends Error {}

/**
 * The tax summary of a year that is closed, drawn once for its classifications. When one of them changes, a
 * corrected summary is drawn; the earlier one stays as it is. A year closes with the statement of the January after it.
 * @param superseded which of the earlier summaries; none for the one that counts
 * @throws STATEMENT_NOT_FOUND before the year is closed, SUMMARY_NOT_FOUND for one that was never drawn
 */
export async function taxSummaryPdf(
  platform: Platform,
  userId: string,
  { year, superseded = null }: { year: number; superseded?: string | null },
): Promise<{ name: string; bytes: Uint8Array }> {
  const { view } = await statementOf(platform.db, userId, `${year + 1}-01`);
  const edition = (await taxEditionsOf(platform.db, userId))(year);
  const current = subjectOf(year, edition);
  const subject =
    superseded === null
      ? current
      : subjectOf(year, { key: superseded === CASH_ONLY_VERSION ? null : superseded });
  const drawn = (await drawnSummaries(platform.db, userId)).filter(
    (one) => one.subject.slice(0, 4) === String(year),
  );
  if (subject !== current && !drawn.some((one) => one.subject === subject))
    throw new DomainError(reportErrors.SUMMARY_NOT_FOUND);
  const replaced = drawn.find((one) => one.subject !== current);
  const dated = laterOf(new Date(view.issuedAt), edition.classifiedAt);
  const draw = async () => {
    const drawing = { userId, kind: 'tax_summary', dated, replaces: replaced?.drawnAt ?? null } as const;
    const drawn = await reportPdf(platform, drawing, await fullReport(platform, userId, { year }));
    const { key } = (await taxEditionsOf(platform.db, userId))(year);
    if (key !== edition.key) throw new EditionChanged();
    return drawn;
  };
  let bytes: Uint8Array;
  try {
    bytes = await drawnOnce(platform, { userId, kind: 'tax_summary', subject }, draw);
  } catch (error) {
    if (error instanceof EditionChanged) return taxSummaryPdf(platform, userId, { year });
    throw error;
  }
  const suffix = subject === current ? '' : `-superseded-${superseded}`;
  return { name: `commonhold-tax-summary-${year}${suffix}.pdf`, bytes };
}
