import { auditLog } from '#db/schema/platform.ts';
import { dayText } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { cursorAfter, olderThan } from '#platform/server/database/cursors.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { csvOf } from '#platform/server/transport/csv.ts';
import { exportLogInput, type LogFilters, MAX_EXPORTED_LINES } from '../audit.contract.ts';
import { namesOf, rowsOf, runsWithTexts, textOf, withActorId } from './audit.queries.ts';

const COLUMN_HEADERS = ['Row', 'At', 'Action', 'Actor', 'Actor Name', 'Subject', 'Operation', 'Details'];

/** Rows read at a time: a row may have hundreds of runs. */
const MAX_CHUNK_ROWS = 1_000;

type StoredEntry = Awaited<ReturnType<typeof rowsOf>>[number];

/** The lines of these rows, row by row: one for each run that matches. */
async function linesOf(db: Queryable, found: readonly StoredEntry[], filters: LogFilters) {
  const names = await namesOf(db, found, filters);
  const runs = await runsWithTexts(db, found, filters);
  return found.map((row) => ({
    end: cursorAfter(row.at, row.seq),
    lines: (runs.get(row) ?? []).map(({ operationId, actor, subject, details }) => [
      String(row.seq),
      row.at.toISOString(),
      row.action,
      actor.id,
      names.get(actor.id) ?? '',
      subject,
      operationId,
      textOf(details),
    ]),
  }));
}

/** The lines after a cursor, of as many whole rows as fit. */
async function nextPart(db: Queryable, filters: LogFilters, cursor: string | undefined) {
  const lines: string[][] = [];
  let end = cursor;
  for (;;) {
    const found = await rowsOf(db, filters, olderThan(end, auditLog.at, auditLog.seq), MAX_CHUNK_ROWS);
    for (const row of await linesOf(db, found, filters)) {
      if (lines.length + row.lines.length > MAX_EXPORTED_LINES) return { lines, nextCursor: end ?? null };
      lines.push(...row.lines);
      end = row.end;
    }
    if (found.length < MAX_CHUNK_ROWS) return { lines, nextCursor: null };
  }
}

/**
 * The next part of the matching entries as a CSV file, a line for each run, the latest first; texts that a spreadsheet
 * would run as formulas are escaped. A command, so that the audit log says who downloaded it.
 */
export const exportLog = defineCommand({
  name: 'audit.exportLog',
  input: exportLogInput,
  access: 'admin',
  needsApproval: false,
  async run({ tx, now }, { cursor, ...input }) {
    const { lines, nextCursor } = await nextPart(tx, await withActorId(tx, input), cursor);
    const csv = csvOf(cursor === undefined ? COLUMN_HEADERS : null, lines);
    return { fileName: `audit-log-${dayText(now)}.csv`, csv, rows: lines.length, nextCursor };
  },
  audit: (filters, { rows }) => ({
    subject: 'audit_log',
    details: { ...filters, actor: typed(filters.actor), subject: typed(filters.subject), rows },
  }),
});
