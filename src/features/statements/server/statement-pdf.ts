import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { present } from '#kernel/assert.ts';
import { monthBounds, monthName } from '#kernel/months.ts';
import { after, formatDate } from '#kernel/time.ts';
import { forPeople } from '#kernel/value-format.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { isDrawable, type TextDocument, type TextSection } from '#platform/server/ports/documents.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { type StatementTable, statementTables } from '../statement-tables.rules.ts';
import { renderOnce } from './render-once.ts';
import { type IssuedStatement, statementOf } from './statements.queries.ts';

/** The name of a person. */
export async function holderName(db: Queryable, userId: string): Promise<string> {
  const [person] = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId));
  const { firstName, lastName } = present(person, 'the person of a document');
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** Whom a document is for, in letters that it can show. */
export async function holderText(db: Queryable, userId: string): Promise<string> {
  const name = (await holderName(db, userId)).normalize('NFC');
  return isDrawable(name)
    ? name
    : `Account ${userId}, whose name is in letters that this document cannot show`;
}

function sectionOf(statementTable: StatementTable): TextSection {
  const { heading, note, columns, rows: rowsIn, isSum, hasTotal, empty } = statementTable;
  const rows = rowsIn(forPeople);
  if (rows.length === 0) return { heading, paragraphs: [empty ?? ''] };
  const head = { heading, ...(note && { paragraphs: [note] }) };
  if (!isSum) return { ...head, table: { columns, rows, ...(hasTotal && { totalAt: rows.length - 1 }) } };
  const lines = rows.map(([term = '', value = ''], index) => ({
    term,
    value,
    total: index === rows.length - 1,
  }));
  return { ...head, lines };
}

/** A statement as a document. */
export function statementDocument({ figures, view }: IssuedStatement, holder: string): TextDocument {
  const { from, to } = monthBounds(view.month);
  return {
    title: `Monthly statement, ${monthName(view.month)}`,
    subtitle: `${holder}. ${formatDate(from)} to ${formatDate(after(to, -1))}, dates in UTC. Issued on ${formatDate(view.issuedAt)}. It has not been changed since. A correction appears in the month in which it is made.`,
    dated: new Date(view.issuedAt),
    sections: [
      ...statementTables(figures, view).map(sectionOf),
      {
        heading: 'Proof',
        paragraphs: [
          'The figures of this statement were stored with this fingerprint (SHA-256) when it was issued.',
        ],
        exactText: [view.hash],
      },
    ],
  };
}

/**
 * The PDF of a person's statement: rendered when it is first asked for, and the same bytes from then on.
 * @throws STATEMENT_NOT_FOUND
 */
export async function statementPdf(platform: Platform, userId: string, month: string) {
  const issued = await statementOf(platform.db, userId, month);
  const holder = await holderText(platform.db, userId);
  const bytes = await renderOnce(platform, { userId, kind: 'statement', subject: month }, () =>
    platform.documents.text(statementDocument(issued, holder), userId),
  );
  return { name: `commonhold-statement-${month}.pdf`, bytes };
}
