import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { storedFiles } from '#db/schema/files.ts';
import { drawnDocuments } from '#db/schema/statements.ts';
import { certificatePdf, certificatesOf } from '#features/certificates/server/index.ts';
import { infectedFilesOf, keyOf } from '#features/files/server/index.ts';
import { acquisitions } from '#features/lots/server/index.ts';
import { taxSummaries, taxSummaryPdf } from '#features/reports/server/index.ts';
import { statementMonthsOf, statementPdf } from '#features/statements/server/index.ts';
import { present } from '#kernel/assert.ts';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { csvBytes, csvOf } from '#platform/server/transport/csv.ts';
import type { ArchivedFile } from '#platform/server/transport/zip.ts';
import { type ExportArea, exportAreas, isTradeOf, personTables } from './person-tables.ts';

/** Files of the archive, one after another, so that they are not all in memory before they are packed. */
export type Parts = AsyncGenerator<ArchivedFile>;

/** An archive that is being packed. */
interface ArchiveBudget {
  /** Bytes that still fit. */
  readonly roomLeft: number;
  signal: AbortSignal | undefined;
}

const NO_ROOM = 'The download had reached its size limit.';

const textFile = (name: string, text: string): ArchivedFile => ({
  name,
  bytes: new TextEncoder().encode(text),
});

/**
 * What the database has, as of one moment: a JSON file for each area, with the rows of each of its tables, and tables
 * for a spreadsheet. All of it is read before it is packed, so that the transaction is short.
 */
async function* database({ db }: Platform, userId: string): Parts {
  const files: ArchivedFile[] = [];
  await db.transaction(
    async (tx) => {
      for (const area of exportAreas) files.push(textFile(`${area}.json`, await recordsOf(tx, userId, area)));
      for (const name of Object.keys(spreadsheets)) files.push(await spreadsheetOf(tx, userId, name));
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  yield* files;
}

async function recordsOf(db: Queryable, userId: string, area: ExportArea): Promise<string> {
  const tables: string[] = [];
  for (const [name, { exported }] of Object.entries(personTables)) {
    if ('why' in exported || exported.area !== area) continue;
    // As text, because JavaScript rounds larger numbers.
    const found = await rows<{ text: string }>(
      db,
      sql`select (r.row)::text as text from (${exported.rowsOf(userId)}) r`,
    );
    tables.push(`${JSON.stringify(name)}: [${found.map(({ text }) => `\n  ${text}`).join(',')}]`);
  }
  return `{\n${tables.join(',\n')}\n}\n`;
}

/** Tables for a spreadsheet; each query answers text columns in the order of the header. */
const spreadsheets: Record<string, { header: string[]; rowsOf: (userId: string) => SQL }> = {
  'transactions.csv': {
    header: ['Time (UTC)', 'What', 'Amount (USD)', 'Operation'],
    rowsOf: (userId) => sql`
      select array[${utc(sql`e.at`)}, e.code, (e.cents / 100.0)::numeric(20, 2)::text, e.operation_id::text] as cells
      from (
        select t.id, t.at, t.code, t.amount as cents, t.operation_id from ledger_transfers t
        where t.credit_account = ${`user:${userId}:cash`} and t.credit_account like 'user:%'
        union all
        select t.id, t.at, t.code, -t.amount, t.operation_id from ledger_transfers t
        where t.debit_account = ${`user:${userId}:cash`} and t.debit_account like 'user:%') e
      order by e.id`,
  },
  'lots.csv': {
    header: [
      'Lot',
      'Property',
      'Acquired (UTC)',
      'Shares',
      'Shares sold',
      'Price per share (USD)',
      'Cost (USD)',
    ],
    rowsOf: (userId) => sql`
      select array[a.id::text, p.name, ${utc(sql`a.acquired_at`)}, a.shares::text, coalesce(u.shares_sold, 0)::text,
                   a.price_per_share::text, a.cost::text] as cells
      from ${acquisitions} a join properties p on p.id = a.property_id left join lot_usage u on u.lot_id = a.id
      where a.user_id = ${userId} order by a.acquired_at, a.id`,
  },
  'distributions.csv': {
    header: ['Property', 'Quarter', 'Paid (UTC)', 'Shares', 'Amount (USD)'],
    rowsOf: (userId) => sql`
      select array[p.name, d.quarter, coalesce(${utc(sql`d.paid_at`)}, ''), o.shares::text, o.amount::text] as cells
      from distribution_payouts o join distributions d on d.id = o.distribution_id
      join properties p on p.id = d.property_id
      where o.user_id = ${userId} order by d.record_at, p.name`,
  },
  'trades.csv': {
    header: [
      'Trade',
      'Property',
      'Time (UTC)',
      'Side',
      'Shares',
      'Price per share (USD)',
      'Amount (USD)',
      'Fee (USD)',
    ],
    rowsOf: (userId) => sql`
      select array[t.id::text, p.name, ${utc(sql`t.at`)}, case when t.buyer_id = ${userId} then 'bought' else 'sold' end,
                   t.shares::text, t.price_per_share::text, t.amount::text, t.fee::text] as cells
      from resale_trades t join properties p on p.id = t.property_id
      where ${isTradeOf(userId)} order by t.seq`,
  },
};

const utc = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;

async function spreadsheetOf(db: Queryable, userId: string, name: string): Promise<ArchivedFile> {
  const { header, rowsOf } = present(spreadsheets[name], 'a spreadsheet');
  const found = await rows<{ cells: string[] }>(db, rowsOf(userId));
  const lines = found.map(({ cells }) => cells);
  return { name, bytes: csvBytes(csvOf(header, lines)) };
}

/** A name without the characters that Windows does not allow in one. */
const portable = (name: string) => name.replaceAll(/[<>:"/\\|?*]/g, '-');

/** Draws the statements, tax summaries and certificates that nobody has opened yet. */
async function drawMissing(
  platform: Platform,
  userId: string,
  signal: ArchiveBudget['signal'],
): Promise<void> {
  const { db } = platform;
  const found = await db
    .select({ kind: drawnDocuments.kind, subject: drawnDocuments.subject })
    .from(drawnDocuments)
    .where(eq(drawnDocuments.userId, userId));
  const isDrawn = (kind: string, subject: string) =>
    found.some((one) => one.kind === kind && one.subject === subject);
  for (const month of await statementMonthsOf(db, userId)) {
    signal?.throwIfAborted();
    if (!isDrawn('statement', month)) await statementPdf(platform, userId, month);
  }
  for (const { year, size } of await taxSummaries(platform, userId)) {
    signal?.throwIfAborted();
    if (size === null) await taxSummaryPdf(platform, userId, { year });
  }
  for (const { code } of await certificatesOf(db, userId)) {
    signal?.throwIfAborted();
    if (!isDrawn('certificate', code)) await certificatePdf(platform, userId, code);
  }
}

/**
 * Every statement, tax summary and certificate, also the superseded ones, byte by byte as they were drawn, and a list of
 * those for which there is no room.
 */
async function* drawn(platform: Platform, userId: string, packing: ArchiveBudget): Parts {
  await drawMissing(platform, userId, packing.signal);
  const { db } = platform;
  const found = await db
    .select({
      kind: drawnDocuments.kind,
      subject: drawnDocuments.subject,
      size: sql<number>`octet_length(${drawnDocuments.bytes})`,
    })
    .from(drawnDocuments)
    .where(eq(drawnDocuments.userId, userId))
    .orderBy(asc(drawnDocuments.kind), asc(drawnDocuments.subject));
  const leftOut: string[][] = [];
  for (const { kind, subject, size } of found) {
    const name = portable(`${kind}-${subject}.pdf`);
    if (size > packing.roomLeft) {
      leftOut.push([name, String(size), NO_ROOM]);
      continue;
    }
    const one = and(
      eq(drawnDocuments.userId, userId),
      eq(drawnDocuments.kind, kind),
      eq(drawnDocuments.subject, subject),
    );
    const [document] = await db.select({ bytes: drawnDocuments.bytes }).from(drawnDocuments).where(one);
    if (document) yield { name: `drawn/${name}`, bytes: new Uint8Array(document.bytes) };
  }
  if (leftOut.length > 0) yield listOf('drawn', ['Name', 'Bytes', 'Why it is left out'], leftOut);
}

const listOf = (folder: string, header: string[], leftOut: readonly string[][]): ArchivedFile => ({
  name: `${folder}/left-out.csv`,
  bytes: csvBytes(csvOf(header, leftOut)),
});

/** The files that the person uploaded, as far as there is room, and a list of those that are left out. */
async function* uploads({ db, files }: Platform, userId: string, packing: ArchiveBudget): Parts {
  const stored = await db
    .select()
    .from(storedFiles)
    .where(and(eq(storedFiles.userId, userId), eq(storedFiles.status, 'stored')))
    .orderBy(asc(storedFiles.createdAt), asc(storedFiles.id));
  const infected = await infectedFilesOf(
    db,
    stored.map(({ id }) => id),
  );
  const leftOut: string[][] = [];
  for (const file of stored) {
    const { id, purpose, name, size } = file;
    const fits = size <= packing.roomLeft;
    const bytes = fits && !infected.has(id) ? await files.get(keyOf(file)) : null;
    if (bytes) {
      yield { name: `files/${purpose}/${id}-${portable(name)}`, bytes };
    } else {
      const why = infected.has(id)
        ? 'The virus scanner found a threat in it.'
        : fits
          ? 'Its content or its key is no longer stored.'
          : NO_ROOM;
      leftOut.push([id, purpose, name, String(size), why]);
    }
  }
  if (leftOut.length > 0) {
    yield listOf('files', ['File', 'Purpose', 'Name', 'Bytes', 'Why it is left out'], leftOut);
  }
}

/** The table of contents of the export. */
async function* contents(_: Platform, userId: string): Parts {
  const why = Object.entries(personTables).flatMap(([name, { exported }]) =>
    'why' in exported ? [`${name}: ${exported.why}`] : [],
  );
  const lines = [
    `Everything ${PRODUCT_NAME} has stored about account ${userId}.`,
    '',
    ...exportAreas.map((area) => `${area}.json: the rows of the tables about ${area}.`),
    'transactions.csv, lots.csv, distributions.csv, trades.csv: the same as tables for a spreadsheet.',
    'drawn: your statements, tax summaries and share certificates, as PDF files.',
    'files: what you uploaded.',
    '',
    'Your SSN and date of birth are encrypted, and left out of this file for your security.',
    '',
    'Tables that are left out, and why:',
    ...why,
  ];
  yield textFile('README.txt', `${lines.join('\n')}\n`);
}

/** The parts of the file in their order, each of which counts as progress. */
export const exportParts = [database, drawn, uploads, contents];
