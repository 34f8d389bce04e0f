import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { monthAfter, monthOf, monthStart } from '#kernel/months.ts';
import { DAY, after as later } from '#kernel/time.ts';
import { archivedAuditRows } from '../../audit/archived-audit-rows.ts';
import type { ArchivedLedger, ArchivedTable, Cells, KeyRange } from '../../audit/archived-table.ts';
import { tryLock } from '../../database/advisory-locks.ts';
import { type Database, rows, type Transaction } from '../../database/db.ts';
import { onSnapshot } from '../../database/snapshot.ts';
import { sha256 } from '../../security/sha256.ts';
import type { DataKey } from '../../security/vault.ts';
import { type ArchivedFile, type ArchivedMonth, appendMonth, readMonths } from './archive-list.ts';
import { hashOfFile, openParquet, writeParquet } from './parquet-file.ts';

/** A month is archived once it is over for so long: no transaction that began in it can still commit. */
export const ARCHIVE_DELAY_DAYS = 3;

export interface Archive {
  folder: string;
  /** The data keys; the first one signs. */
  keys: readonly DataKey[];
  /** The transfers that are archived beside the audit log. */
  ledger: ArchivedLedger;
}

/** A month cannot be archived. The message says what to do. */
export class ArchiveError extends Error {}

const listOf = (folder: string) => join(folder, 'months.jsonl');

/** The months that an archive has, by its list. */
export function archivedMonths({ folder, keys }: Archive): ArchivedMonth[] {
  const list = listOf(folder);
  return existsSync(list) ? readMonths(readFileSync(list, 'utf8'), keys) : [];
}

/**
 * Archives each month that is over and not in the archive yet, the oldest first: its files, then its signed line. What a
 * run that was killed has left of a month is written again. It reads one moment of the database and writes nothing to it.
 * @throws ArchiveError, ArchiveListError
 */
export async function archiveMonths(
  db: Database,
  archive: Archive,
  { now, onMonth }: { now: Date; onMonth: (month: ArchivedMonth) => unknown },
): Promise<void> {
  await mkdir(archive.folder, { recursive: true, mode: 0o700 });
  await onSnapshot(db, async (tx) => {
    if (!(await tryLock(tx, 'archive')))
      throw new ArchiveError('Months are being archived by another process.');
    let last = archivedMonths(archive).at(-1) ?? null;
    if (last) await requireOwnArchive(tx, last);
    let month = last ? monthAfter(last.month) : await firstMonth(tx, archive.ledger);
    for (
      ;
      month !== null && later(monthStart(month, 1), ARCHIVE_DELAY_DAYS * DAY) <= now;
      month = monthAfter(month)
    ) {
      last = await archiveMonth(tx, archive, month, last);
      await appendMonth(listOf(archive.folder), archive.keys, last);
      await onMonth(last);
    }
  });
}

/** Refuses an archive whose end this database does not have: its next month would begin somewhere else. */
async function requireOwnArchive(tx: Transaction, { month, audit, chainHead }: ArchivedMonth): Promise<void> {
  const [seal] = await rows<{ hash: string }>(
    tx,
    sql`select hash from audit_seals where position = ${audit.through}::bigint`,
  );
  if ((seal?.hash ?? '') !== chainHead)
    throw new ArchiveError(
      `The archive goes on to ${month}, and this database has another audit log until then: it is another one, or was restored to an earlier moment. Begin a new folder.`,
    );
}

/** The month in which the books begin; null while they are empty. */
async function firstMonth(tx: Transaction, ledger: ArchivedLedger): Promise<string | null> {
  const [first] = await rows<{ at: number | null }>(
    tx,
    sql`select (extract(epoch from least((${ledger.firstMoment}),
                                         (${archivedAuditRows.firstMoment}))) * 1000)::float8 as at`,
  );
  return first?.at == null ? null : monthOf(new Date(first.at));
}

async function archiveMonth(
  tx: Transaction,
  { folder, ledger: transfers }: Archive,
  month: string,
  last: ArchivedMonth | null,
): Promise<ArchivedMonth> {
  const end = monthStart(month, 1);
  await requireSealed(tx, end);
  const [ofLedger, ofAudit] = [
    await rangeOf(tx, transfers, last?.ledger.through ?? 0, end),
    await rangeOf(tx, archivedAuditRows, last?.audit.through ?? 0, end),
  ];
  const sums = sumsOfRows();
  const ledger = await writeTable(tx, join(folder, `ledger-${month}.parquet`), transfers, ofLedger, sums.add);
  const stored = await rows<{ code: string; total: string }>(tx, transfers.sumsByCode(ofLedger));
  if (stored.length !== sums.codes().length || stored.some(({ code, total }) => sums.of(code) !== total))
    throw new ArchiveError(`The sums of ${ledger.name} are not those of the ledger.`);
  const chain = chainFrom(last?.chainHead ?? '');
  const audit = await writeTable(
    tx,
    join(folder, `audit-${month}.parquet`),
    archivedAuditRows,
    ofAudit,
    chain.add,
  );
  const byCode = Object.fromEntries(stored.map(({ code, total }) => [code, total]));
  return { month, ledger, sums: byCode, audit, chainHead: chain.head() };
}

async function requireSealed(tx: Transaction, end: Date): Promise<void> {
  const [found] = await rows<{ waiting: boolean }>(
    tx,
    sql`select exists (select 1 from audit_unsealed u join audit_log a on a.seq = u.seq
                       where a.at < ${end.toISOString()}::timestamptz) as waiting`,
  );
  if (found?.waiting)
    throw new ArchiveError(
      'The audit log is not sealed yet. Start a server, which seals it within seconds, and try again.',
    );
}

async function rangeOf(tx: Transaction, table: ArchivedTable, after: number, end: Date): Promise<KeyRange> {
  const [found] = await rows<{ through: number }>(tx, table.throughOf(after, end));
  return { after, through: Math.max(after, found?.through ?? 0) };
}

/** The stored rows of a range, a batch at a time. */
export async function* storedRows(
  tx: Transaction,
  table: ArchivedTable,
  range: KeyRange,
): AsyncGenerator<Cells[], void> {
  let { after } = range;
  let found: { cells: Cells }[];
  do {
    found = await rows<{ cells: Cells }>(tx, table.rowsOf({ ...range, after }, table.maxBatchRows));
    if (found.length > 0) yield found.map(({ cells }) => cells);
    after = Number(found.at(-1)?.cells[0] ?? after);
  } while (found.length === table.maxBatchRows);
}

/** Writes the file of a range, and gives each row as it is read back from it to `inspect`. The name appears when it is whole. */
async function writeTable(
  tx: Transaction,
  file: string,
  table: ArchivedTable,
  range: KeyRange,
  inspect: (row: Readonly<Record<string, string | null>>) => void,
): Promise<ArchivedFile> {
  const name = basename(file);
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  const written = digestOfRows();
  await writeParquet(draft, table.columns, passing(storedRows(tx, table, range), written.add));
  const readBack = digestOfRows();
  const columns = Object.keys(table.columns);
  for await (const batch of (await openParquet(draft)).rowsOf(columns)) {
    readBack.add(batch);
    for (const row of batch)
      inspect(Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])));
  }
  if (readBack.value() !== written.value())
    throw new ArchiveError(`${name} does not read as it was written.`);
  const sha256OfFile = await hashOfFile(draft);
  await rename(draft, file);
  await syncFolder(dirname(file));
  return { name, sha256: sha256OfFile ?? '', rows: readBack.count(), through: range.through };
}

/** Passes batches on, showing each. */
async function* passing(
  batches: AsyncIterable<Cells[]>,
  show: (batch: readonly Cells[]) => void,
): AsyncGenerator<Cells[], void> {
  for await (const batch of batches) {
    show(batch);
    yield batch;
  }
}

/** How many rows there are, and a hash of all of them in their order. */
function digestOfRows() {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add(batch: readonly Cells[]) {
      for (const row of batch) hash.update(`${JSON.stringify(row)}\n`);
      count += batch.length;
    },
    count: () => count,
    value: () => hash.digest('hex'),
  };
}

/** The sums of transfers by code. */
function sumsOfRows() {
  const sums = new Map<string, bigint>();
  return {
    add(row: Readonly<Record<string, string | null>>) {
      const code = row.code ?? '';
      sums.set(code, (sums.get(code) ?? 0n) + BigInt(row.amount ?? 0));
    },
    of: (code: string) => String(sums.get(code) ?? 0n),
    codes: () => [...sums.keys()],
  };
}

/** Follows the audit chain from the hash before its next row. */
function chainFrom(hash: string) {
  let head = hash;
  return {
    add(row: Readonly<Record<string, string | null>>) {
      if (sha256(head + row.content) !== row.hash)
        throw new ArchiveError(
          `The audit row at position ${row.position} does not continue the chain. “npm run verify” says more.`,
        );
      head = row.hash;
    },
    head: () => head,
  };
}

/** Waits until the names of new files are on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
