import { parseArgs } from 'node:util';
import { compose } from '#app/server/compose.ts';
import { type ComparableSale, comparableSale, MAX_IMPORTED_SALES } from '#features/intake/intake.contract.ts';
import { importComparables } from '#features/intake/server/index.ts';
import { parseUsd } from '#kernel/money.ts';
import { isDatedAhead } from '#kernel/time.ts';
import { openDatabase } from '#platform/server/adapters/database/database.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { readSettings, requireDatabase, runScript, UsageError } from './command-line.ts';
import { type CsvRow, csvRows } from './csv-rows.ts';

const COLUMNS = ['source', 'date', 'address', 'ZIP', 'price', 'sqft'] as const;
type Column = (typeof COLUMNS)[number];

const USAGE = `Usage: npm run import-comparables -- FILE.csv
Imports real sales, which the intake wizard shows in place of illustrations where a ZIP code has three of the last 24
months. The file has a header line with the columns ${COLUMNS.join(', ')}, in any order; the date is written 2026-09-30
and the price in dollars. A broken row is reported with its line, and nothing is imported while there is one. A sale
that is there already is not imported twice.`;

/** The column of a field of a sale. */
const columnOf: Record<keyof ComparableSale, Column> = {
  source: 'source',
  soldOn: 'date',
  address: 'address',
  zipCode: 'ZIP',
  priceCents: 'price',
  squareFeet: 'sqft',
};

const plain = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z]/g, '');

function readArguments(): string {
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    const [file, ...more] = positionals;
    if (file && more.length === 0) return file;
  } catch {}
  throw new UsageError(USAGE);
}

await runScript(async () => {
  const file = readArguments();
  const config = readSettings();
  const { sales, problems } = await readSales(file, new Date());
  if (problems.length > 0) {
    throw new UsageError(
      `${problems.join('\n')}\n\nNothing was imported. Correct these lines and run it again.`,
    );
  }
  if (sales.length === 0) throw new UsageError(`${file} has no sales.`);
  requireDatabase(config);
  const database = await openDatabase(config);
  try {
    const context = {
      platform: compose({ config, database }),
      caller: { actor: systemActor('import-comparables') },
    };
    const total = { added: 0, corrected: 0, unchanged: 0 };
    for (let first = 0; first < sales.length; first += MAX_IMPORTED_SALES) {
      const counts = await importComparables(context, {
        sales: sales.slice(first, first + MAX_IMPORTED_SALES),
      });
      total.added += counts.added;
      total.corrected += counts.corrected;
      total.unchanged += counts.unchanged;
    }
    console.log(
      `${sales.length} sales: ${total.added} added, ${total.corrected} corrected, ${total.unchanged} there already.`,
    );
  } finally {
    await database.close();
  }
});

/** Every sale of the file, or the errors of its rows. */
async function readSales(file: string, now: Date): Promise<{ sales: ComparableSale[]; problems: string[] }> {
  const rows = csvRows(file);
  const columns = columnsOf(await headerOf(rows, file), file);
  const sales: ComparableSale[] = [];
  const problems: string[] = [];
  for await (const row of rows) {
    const read = readSale(row, columns, now);
    if ('problems' in read) problems.push(...read.problems.map((problem) => `line ${row.line}: ${problem}`));
    else sales.push(read);
  }
  return { sales, problems };
}

async function headerOf(rows: AsyncGenerator<CsvRow>, file: string): Promise<string[]> {
  const first = await rows.next().catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(error.code === 'ENOENT' ? `There is no file ${file}.` : error.message);
  });
  if (first.done || !('cells' in first.value)) throw new UsageError(`${file} has no header line.`);
  return first.value.cells;
}

/** The index of each column. */
function columnsOf(header: readonly string[], file: string): Map<Column, number> {
  const headings = header.map(plain);
  const columns = new Map(COLUMNS.map((column) => [column, headings.indexOf(plain(column))]));
  const missing = COLUMNS.filter((column) => columns.get(column) === -1);
  if (missing.length > 0) throw new UsageError(`${file} has no column ${missing.join(', ')}.\n\n${USAGE}`);
  return columns;
}

function readSale(
  row: CsvRow,
  columns: ReadonlyMap<Column, number>,
  now: Date,
): ComparableSale | { problems: string[] } {
  if ('broken' in row) return { problems: [row.broken] };
  const cell = (column: Column) => row.cells[columns.get(column) ?? -1] ?? '';
  const amount = parseUsd(cell('price').replaceAll(/[$,]/g, ''));
  if (amount === null) return { problems: [`price: "${cell('price')}" is no amount in dollars.`] };
  const size = cell('sqft').replaceAll(',', '');
  const read = comparableSale.safeParse({
    source: cell('source'),
    soldOn: cell('date'),
    address: cell('address'),
    zipCode: cell('ZIP'),
    priceCents: amount,
    squareFeet: /^\d+$/.test(size) ? Number(size) : Number.NaN,
  });
  if (!read.success) {
    const problems = read.error.issues.map(
      ({ path: [field], message }) => `${columnOf[field as keyof ComparableSale]}: ${message}`,
    );
    return { problems };
  }
  return isDatedAhead(read.data.soldOn, now)
    ? { problems: ['date: A sale cannot be in the future.'] }
    : read.data;
}
