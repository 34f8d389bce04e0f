import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { rentReports, reportEntries, reportImports } from '#db/schema/distributions.ts';
import { storedFilesOf } from '#features/files/server/index.ts';
import { isOwnerOrAdmin } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import type { Database } from '#platform/server/database/db.ts';
import { centsOf } from '#platform/server/database/sql-values.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { distributionErrors } from '../distributions.contract.ts';
import { monthsOf } from '../distributions.rules.ts';
import type { EntryChoice, MonthDraft, StatementEntry, StatementFile } from '../entries.contract.ts';
import { isPrivate } from '../entries.rules.ts';
import { canSeeEntries, visibleStatement } from './distributions.policy.ts';
import { monthView, type OneMonth } from './month-draft.ts';
import { requireOwner } from './receipts.ts';

/**
 * The entries of a month so far, for its owner.
 * @throws PROPERTY_NOT_FOUND
 */
export async function monthDraft(db: Database, actor: UserActor, which: OneMonth): Promise<MonthDraft> {
  await requireOwner(db, actor, which.propertyId);
  return monthView(db, which);
}

/** @throws DISTRIBUTION_NOT_FOUND */
async function statementWithEntries(db: Database, actor: UserActor, id: string) {
  const seen = await visibleStatement(db, actor, id);
  if (!(await canSeeEntries(db, actor, seen)))
    throw new DomainError(distributionErrors.DISTRIBUTION_NOT_FOUND);
  return seen;
}

/** Of each report only the entries and files of its newest revision. */
const ofNewest = (table: typeof reportEntries | typeof reportImports): SQL | undefined =>
  and(
    eq(rentReports.propertyId, table.propertyId),
    eq(rentReports.month, table.month),
    eq(rentReports.revision, table.revision),
  );

/**
 * The entries that a line of a statement adds up, by month and date. Holders do not read the names and receipts of tenants.
 * @throws DISTRIBUTION_NOT_FOUND
 */
export async function statementEntries(
  db: Database,
  actor: UserActor,
  { id, line, cursor, limit }: { id: string; line: EntryChoice; cursor?: string | undefined; limit: number },
) {
  const { row, property } = await statementWithEntries(db, actor, id);
  const isHidden = isPrivate(line) && !isOwnerOrAdmin(actor, property);
  const ofLine = and(
    eq(reportEntries.propertyId, property.id),
    inArray(reportEntries.month, monthsOf(row.quarter)),
    line === 'leftOut' ? isNull(reportEntries.line) : eq(reportEntries.line, line),
  );
  const [found, sums] = await Promise.all([
    db
      .select({ entry: reportEntries })
      .from(reportEntries)
      .innerJoin(rentReports, ofNewest(reportEntries))
      .where(and(ofLine, afterCursor(cursor)))
      .orderBy(asc(reportEntries.month), asc(reportEntries.position))
      .limit(limit + 1),
    db
      .select({ cents: centsOf(sql`coalesce(sum(${reportEntries.amountCents}), 0)`) })
      .from(reportEntries)
      .innerJoin(rentReports, ofNewest(reportEntries))
      .where(ofLine),
  ]);
  const { items: shown, nextCursor } = cutPage(
    found.map(({ entry }) => entry),
    limit,
    (last) => `${last.month}~${last.position}`,
  );
  const files = isHidden
    ? new Map()
    : await storedFilesOf(
        db,
        shown.map(({ receiptId }) => receiptId),
      );
  const items = shown.map(({ month, position, date, amountCents, source, ...entry }): StatementEntry => {
    const name = entry.receiptId === null ? undefined : files.get(entry.receiptId)?.name;
    return {
      month,
      position,
      date,
      amountCents,
      source,
      counterparty: isHidden && source !== 'total' ? null : entry.counterparty,
      memo: isHidden ? null : entry.memo,
      receipt: entry.receiptId !== null && name !== undefined ? { id: entry.receiptId, name } : null,
    };
  });
  return { items, nextCursor, totalCents: sums[0]?.cents ?? 0 };
}

function afterCursor(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [month, position] = readCursor(cursor, '20\\d\\d-\\d\\d', cursorPart.integer);
  return sql`(${reportEntries.month}, ${reportEntries.position}) > (${month}::text, ${position}::int)`;
}

/**
 * The files of banks that a statement's reports were made from, and how many of their rows were left out.
 * @throws DISTRIBUTION_NOT_FOUND
 */
export async function statementFiles(
  db: Database,
  actor: UserActor,
  { id }: { id: string },
): Promise<StatementFile[]> {
  const { row, property } = await statementWithEntries(db, actor, id);
  const found = await db
    .select({
      file: reportImports,
      leftOut: sql<number>`(select count(*)::int from ${reportEntries} e
        where e.property_id = ${reportImports.propertyId} and e.month = ${reportImports.month}
          and e.revision = ${reportImports.revision} and e.import_id = ${reportImports.id} and e.line is null)`,
    })
    .from(reportImports)
    .innerJoin(rentReports, ofNewest(reportImports))
    .where(
      and(eq(reportImports.propertyId, property.id), inArray(reportImports.month, monthsOf(row.quarter))),
    )
    .orderBy(asc(reportImports.month), asc(reportImports.firstDate), asc(reportImports.id));
  return found.map(({ file: { accountHash: _, propertyId: __, revision: ___, ...file }, leftOut }) => ({
    ...file,
    leftOut,
  }));
}
