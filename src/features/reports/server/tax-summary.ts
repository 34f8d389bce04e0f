import { and, desc, eq, sql } from 'drizzle-orm';
import { drawnDocuments } from '#db/schema/statements.ts';
import { renderOnce, statementMonthsOf, statementOf } from '#features/statements/server/index.ts';
import { type TaxChange, type TaxEdition, taxEditionsOf } from '#features/tax/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { reportErrors } from '../reports.contract.ts';
import { reportPdf } from './report-files.ts';
import { closedYears, fullReport } from './reports.queries.ts';

/** Version name of the first summary of a year, where nothing was classified before it and there are later ones. */
const CASH_ONLY_VERSION = 'cash';

/** The current tax summary of a year, or one that was drawn before its figures were corrected. */
export interface TaxSummary {
  year: number;
  /** Null for the current summary; otherwise the version of an earlier one. */
  superseded: string | null;
  /** What has changed since it was drawn, as the end of a sentence; null for the current summary. */
  reason: string | null;
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

/** The moment of issue, or the last change of what the figures rest on if that is later. */
const datedBy = ({ changes }: Pick<TaxEdition, 'changes'>, issuedAt: string) =>
  new Date(Math.max(Date.parse(issuedAt), ...changes.map(({ at }) => at.getTime())));

/** The date of a summary that was drawn at a moment: later changes have not changed it. */
const datedAsDrawn = ({ changes }: TaxEdition, issuedAt: string, drawnAt: Date) =>
  datedBy({ changes: changes.filter(({ at }) => at < drawnAt) }, issuedAt);

const CAUSE_TEXT: Readonly<Record<TaxChange['cause'], string>> = {
  classification: 'a classification changed',
  wash_sale: 'a purchase replaced shares that were sold at a loss',
};

/** Why figures drawn at a moment count no longer: "a classification changed". */
function reasonSince({ changes }: TaxEdition, drawnAt: Date): string {
  const causes = new Set(changes.filter(({ at }) => at >= drawnAt).map(({ cause }) => cause));
  return causes.size === 0
    ? 'its figures were corrected'
    : [...causes].map((cause) => CAUSE_TEXT[cause]).join(', and ');
}

/** Every tax summary of a person: of each closed year the current one, and those that it replaced. */
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
      const createdAt = datedBy(edition, view.issuedAt);
      return [
        { year, superseded: null, reason: null, isCorrected: earlier.length > 0, createdAt, size },
        ...earlier.map((one) => ({
          year,
          superseded: one.subject.slice(5) || CASH_ONLY_VERSION,
          reason: reasonSince(edition, one.drawnAt),
          isCorrected: false,
          createdAt: datedAsDrawn(edition, view.issuedAt, one.drawnAt),
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
 * The tax summary of a year that is closed, drawn once for what it was made from. When a classification changes, or a
 * wash sale is found late, a corrected summary is drawn; the earlier one stays as it is. A year closes with the
 * statement of the January after it.
 * @param superseded which of the earlier summaries; none for the current one
 * @throws SUMMARY_NOT_FOUND for a year that is not closed, and for one that was never drawn
 */
export async function taxSummaryPdf(
  platform: Platform,
  userId: string,
  { year, superseded = null }: { year: number; superseded?: string | null },
): Promise<{ name: string; bytes: Uint8Array }> {
  if (!closedYears(await statementMonthsOf(platform.db, userId)).includes(year)) {
    const message = `There is no tax summary for ${year}. Each year’s summary is ready on February 3 of the following year.`;
    throw new DomainError(reportErrors.SUMMARY_NOT_FOUND, { message });
  }
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
  const dated = datedBy(edition, view.issuedAt);
  const draw = async () => {
    const replaces = replaced
      ? {
          dated: datedAsDrawn(edition, view.issuedAt, replaced.drawnAt),
          reason: reasonSince(edition, replaced.drawnAt),
        }
      : null;
    const drawing = { userId, kind: 'tax_summary', dated, replaces } as const;
    const drawn = await reportPdf(platform, drawing, await fullReport(platform, userId, { year }));
    const { key } = (await taxEditionsOf(platform.db, userId))(year);
    if (key !== edition.key) throw new EditionChanged();
    return drawn;
  };
  let bytes: Uint8Array;
  try {
    bytes = await renderOnce(platform, { userId, kind: 'tax_summary', subject }, draw);
  } catch (error) {
    if (error instanceof EditionChanged) return taxSummaryPdf(platform, userId, { year });
    throw error;
  }
  const suffix = subject === current ? '' : `-superseded-${superseded}`;
  return { name: `commonhold-tax-summary-${year}${suffix}.pdf`, bytes };
}
