import { DomainError } from '#kernel/errors.ts';
import { dayText } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { csvOf } from '#platform/server/transport/csv.ts';
import { auditErrors, exportLogInput, type LogFilters, MAX_EXPORTED_LINES } from '../audit.contract.ts';
import { namesOf, rowsOf, runsWithTexts, textOf, withActorId } from './audit.queries.ts';

const COLUMN_HEADERS = ['Row', 'At', 'Action', 'Actor', 'Actor Name', 'Subject', 'Operation', 'Details'];

/**
 * The matching entries as a CSV file, a line for each run; texts that a spreadsheet would run as formulas are escaped.
 * A command, so that the audit log says who downloaded it.
 * @throws TOO_MANY_LINES
 */
export const exportLog = defineCommand({
  name: 'audit.exportLog',
  input: exportLogInput,
  access: 'admin',
  needsApproval: false,
  async run({ tx, now }, input: LogFilters) {
    const filters = await withActorId(tx, input);
    const found = await rowsOf(tx, filters, undefined, MAX_EXPORTED_LINES + 1);
    const names = await namesOf(tx, found, filters);
    const runs = await runsWithTexts(tx, found, filters);
    const lines = found.flatMap((row) =>
      (runs.get(row) ?? []).map(({ operationId, actor, subject, details }) => [
        String(row.seq),
        row.at.toISOString(),
        row.action,
        actor.id,
        names.get(actor.id) ?? '',
        subject,
        operationId,
        textOf(details),
      ]),
    );
    if (lines.length > MAX_EXPORTED_LINES) throw new DomainError(auditErrors.TOO_MANY_LINES);
    const fileName = `audit-log-${dayText(now)}.csv`;
    return { fileName, csv: csvOf(COLUMN_HEADERS, lines), rows: lines.length };
  },
  audit: (filters, { rows }) => ({
    subject: 'audit_log',
    details: { ...filters, actor: typed(filters.actor), subject: typed(filters.subject), rows },
  }),
});
