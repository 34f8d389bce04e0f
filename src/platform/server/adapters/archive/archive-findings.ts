import { join } from 'node:path';
import { archivedAuditRows } from '../../audit/archived-audit-rows.ts';
import type { ArchivedTable, Cells } from '../../audit/archived-table.ts';
import type { Database, Transaction } from '../../database/db.ts';
import { onSnapshot } from '../../database/snapshot.ts';
import { type Finding, MAX_LISTED_DRIFTS } from '../../verification/invariants.ts';
import type { ArchivedFile } from './archive-list.ts';
import { type Archive, archivedMonths, storedRows } from './archive-months.ts';
import { hashOfFile, openParquet } from './parquet-file.ts';

/**
 * Compares an archive with its list and with one moment of the database: names each file that is not as it was written,
 * and of the others each row that the database no longer has as it was archived.
 * @throws ArchiveListError
 */
export async function archiveFindings(db: Database, archive: Archive): Promise<Finding[]> {
  const files = findingOf('an archived file is the one that was written');
  const transfers = findingOf('the ledger is the one that was archived');
  const auditRows = findingOf('the audit log is the one that was archived');
  await onSnapshot(db, async (tx) => {
    let [ledgerEnd, auditEnd] = [0, 0];
    for (const { ledger, audit } of archivedMonths(archive)) {
      if (await isAsWritten(archive.folder, ledger, files))
        await compareRows(tx, { archive, file: ledger, table: archive.ledger, after: ledgerEnd }, transfers);
      if (await isAsWritten(archive.folder, audit, files))
        await compareRows(tx, { archive, file: audit, table: archivedAuditRows, after: auditEnd }, auditRows);
      [ledgerEnd, auditEnd] = [ledger.through, audit.through];
    }
  });
  return [files, transfers, auditRows];
}

const findingOf = (invariant: string): Finding => ({
  invariant,
  warning: false,
  checked: 0,
  drifted: 0,
  drifts: [],
});

function report(finding: Finding, subject: string, detail: string): void {
  finding.drifted += 1;
  if (finding.drifts.length < MAX_LISTED_DRIFTS)
    finding.drifts.push({ invariant: finding.invariant, subject, detail });
}

async function isAsWritten(folder: string, { name, sha256 }: ArchivedFile, files: Finding): Promise<boolean> {
  files.checked += 1;
  const found = await hashOfFile(join(folder, name));
  if (found === null) report(files, name, 'is missing');
  else if (found !== sha256) report(files, name, 'has other bytes than it was written with');
  return found === sha256;
}

/** Compares the rows of a file with the stored ones of its range, both in the order of their keys. */
async function compareRows(
  tx: Transaction,
  part: { archive: Archive; file: ArchivedFile; table: ArchivedTable; after: number },
  finding: Finding,
): Promise<void> {
  const { archive, file, table, after } = part;
  const all = Object.keys(table.columns);
  const written = await openParquet(join(archive.folder, file.name));
  // A later version may have more columns than the file.
  const columns = all.filter((column) => written.columns.includes(column));
  const places = columns.map((column) => all.indexOf(column));
  const archived = rowByRow(written.rowsOf(columns));
  const stored = rowByRow(storedRows(tx, table, { after, through: file.through }));
  let [one, two] = [await archived(), await stored()];
  while (one !== null || two !== null) {
    finding.checked += 1;
    const [oneKey, twoKey] = [keyOf(one), keyOf(two)];
    const subject = `${table.rowName} ${Math.min(oneKey, twoKey)}`;
    if (oneKey < twoKey) report(finding, subject, `is gone, ${file.name} has it`);
    else if (twoKey < oneKey) report(finding, subject, `was added, ${file.name} does not have it`);
    else {
      const changed = columns.filter((_, at) => one?.[at] !== two?.[places[at] ?? -1]);
      if (changed.length > 0) report(finding, subject, `differs from ${file.name} in ${changed.join(', ')}`);
    }
    if (oneKey <= twoKey) one = await archived();
    if (twoKey <= oneKey) two = await stored();
  }
}

const keyOf = (row: Cells | null): number => (row === null ? Number.POSITIVE_INFINITY : Number(row[0]));

/** The next row of batches at each call; null after the last. */
function rowByRow(batches: AsyncGenerator<Cells[], void>): () => Cells | null | Promise<Cells | null> {
  let batch: Cells[] = [];
  let at = 0;
  const next = async (): Promise<Cells | null> => {
    const { value } = await batches.next();
    if (!value) return null;
    batch = value;
    at = 1;
    return batch[0] ?? null;
  };
  return () => {
    const row = batch[at];
    if (row === undefined) return next();
    at += 1;
    return row;
  };
}
