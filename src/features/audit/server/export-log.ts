import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { csvOf } from '#platform/server/transport/csv.ts';
import { auditErrors, exportLogInput, type LogFilters, MAX_EXPORTED_LINES } from '../audit.contract.ts';
import { namesOf, rowsOf, runsOf, textOf, withActorId } from './audit.queries.ts';

const HEADS = ['Row', 'At', 'Action', 'Actor', 'Actor Name', 'Subject', 'Operation', 'Details'];

/**
 * What the filters match as a CSV file, a line for each run; texts that a spreadsheet would run as formulas are escaped.
 * A command, so that the log says who took it along.
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
    const lines = found.flatMap((row) =>
      runsOf(row, filters).map(({ operationId, actor, subject, details }) => [
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
    const fileName = `audit-log-${now.toISOString().slice(0, 10)}.csv`;
    return { fileName, csv: csvOf(HEADS, lines), rows: lines.length };
  },
  audit: (filters, { rows }) => ({ subject: 'audit_log', details: { ...filters, rows } }),
});
