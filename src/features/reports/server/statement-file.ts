import {
  type IssuedStatement,
  statementOf,
  statementPdf,
  statementTables,
} from '#features/statements/server/index.ts';
import { forPrograms } from '#kernel/value-format.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { base64Of } from '#platform/server/transport/base64.ts';
import { csvBytes, csvOf } from '#platform/server/transport/csv.ts';
import type { ReportFile } from '../reports.contract.ts';

/** Which statement it is, then its tables one below the other. */
export function statementCsv({ figures, view }: IssuedStatement): string {
  const proof = csvOf(
    ['Month', 'Issued', 'SHA-256 of the figures'],
    [[view.month, view.issuedAt, view.hash]],
  );
  const tables = statementTables(figures, view).map(({ columns, rows }) =>
    csvOf(
      columns.map(({ header }) => header),
      rows(forPrograms),
    ),
  );
  return [proof, ...tables].join('\r\n');
}

/**
 * The statement of a month as a file to save.
 * @throws STATEMENT_NOT_FOUND, RATE_LIMITED
 */
export async function statementFile(
  platform: Platform,
  actor: UserActor,
  { month, format }: { month: string; format: 'csv' | 'pdf' },
): Promise<ReportFile> {
  const { userId } = actor;
  await platform.limits.consume('export', { actor, address: '' });
  if (format === 'csv') {
    const issued = await statementOf(platform.db, userId, month);
    const content = base64Of(csvBytes(statementCsv(issued)));
    return { name: `commonhold-statement-${month}.csv`, mime: 'text/csv', content };
  }
  const { name, bytes } = await statementPdf(platform, userId, month);
  return { name, mime: 'application/pdf', content: base64Of(bytes) };
}
