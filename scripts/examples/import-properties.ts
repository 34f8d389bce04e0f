import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type CommonholdClient, CommonholdError, isReplay } from '#script-client/index.ts';
import { type CsvRow, csvRows } from '../operators/csv-rows.ts';
import { CONNECTION_HELP, connect, connectionOptions, runExample, UsageError } from './command-line.ts';

const HELP = `Submits every row of a CSV file as a property, to be reviewed. A broken row is reported with its line and
column while the others land. A row's idempotency key is made from its content, so a second run imports nothing
twice, even after the first was interrupted.

  npm run example:import -- FILE.csv --url URL --token TOKEN [--type TYPE] [--map FIELD=COLUMN ...]

  --type TYPE    residential, commercial or industrial, for rows without a type (default residential)
  --map F=C      takes field F from column C; the fields are name, location, pricePerShare, totalShares,
                 annualYield, and if there are such columns streetAddress, zipCode, latitude, longitude,
                 propertyType, subtype, description, imageUrl, minimumShares, fundingDays; where names are
                 addresses, add --map streetAddress=name
${CONNECTION_HELP}`;

type Submission = Parameters<CommonholdClient['properties']['submit']['mutate']>[0]['submission'];
type Field = keyof Submission;

/** Headings by which a field is known, without case, spaces and punctuation. */
const HEADINGS: Record<Field, string[]> = {
  name: ['name', 'property', 'propertyname', 'title'],
  location: ['location', 'city'],
  streetAddress: ['streetaddress', 'address', 'street'],
  zipCode: ['zipcode', 'zip', 'postalcode'],
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lng', 'lon'],
  propertyType: ['propertytype', 'type'],
  subtype: ['subtype'],
  description: ['description'],
  imageUrl: ['imageurl', 'image'],
  pricePerShare: ['pricepershare', 'pricepershareusd', 'shareprice', 'price'],
  totalShares: ['totalshares', 'shares'],
  annualYield: ['annualyield', 'annualyieldpercent', 'yield'],
  minimumShares: ['minimumshares', 'minimum'],
  fundingDays: ['fundingdays'],
};
const REQUIRED: Field[] = ['name', 'location', 'pricePerShare', 'totalShares', 'annualYield'];

/** Refusals of this one row; any other error concerns every row and ends the run. */
const ROW_STATUSES = [400, 409, 413, 422];
const LIMIT_PAUSE_MS = 5_000;

interface Table {
  file: string;
  header: string[];
  /** Index of the column of each field. */
  columns: Map<Field, number>;
  /** For rows without a type of their own. */
  type: string;
}

interface Problem {
  column: number | null;
  message: string;
}

type Outcome = { state: 'created' | 'already there'; id: number; name: string } | { problems: Problem[] };

await runExample(HELP, async () => {
  const options = {
    ...connectionOptions,
    type: { type: 'string', default: 'residential' },
    map: { type: 'string', multiple: true, default: [] as string[] },
  } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [file] = positionals;
  if (!file) throw new UsageError('Name the CSV file to import.');
  const rows = csvRows(file);
  const table = { file, type: values.type, ...(await readHeader(rows, file, values.map)) };
  const { client } = await connect(values);
  await importAll(client, table, rows);
});

async function importAll(
  client: CommonholdClient,
  table: Table,
  rows: AsyncGenerator<CsvRow>,
): Promise<void> {
  const used = new Set(table.columns.values());
  const unused = table.header.filter((_, column) => !used.has(column));
  console.log(`Importing ${table.file}${unused.length > 0 ? `; not used: ${unused.join(', ')}` : ''}`);
  const counts = { created: 0, 'already there': 0, broken: 0 };
  for await (const row of rows) {
    const outcome = await importRow(client, table, row);
    if ('problems' in outcome) {
      counts.broken += 1;
      for (const problem of outcome.problems) console.log(reportOf(row.line, problem, table));
    } else {
      counts[outcome.state] += 1;
      console.log(`line ${row.line}: ${outcome.state}, property ${outcome.id} (${outcome.name})`);
    }
  }
  const total = counts.created + counts['already there'] + counts.broken;
  const each = Object.entries(counts).map(([state, count]) => `${count} ${state}`);
  console.log(`\n${total} rows: ${each.join(', ')}`);
  if (counts.created > 0) console.log('New properties are pending until an admin approves them.');
  if (counts.broken > 0) process.exitCode = 1;
}

async function importRow(client: CommonholdClient, table: Table, row: CsvRow): Promise<Outcome> {
  if ('broken' in row) return { problems: [{ column: row.column, message: row.broken }] };
  const { line, cells } = row;
  const { length } = table.header;
  if (cells.length !== length) {
    const message = `There are ${cells.length} values, and the header has ${length} columns.`;
    return { problems: [{ column: null, message }] };
  }
  const column = table.columns.get('totalShares') ?? null;
  if (column !== null && !/^\d+$/.test(cells[column] ?? '')) {
    return { problems: [{ column, message: 'Enter a whole number of shares, such as 1000.' }] };
  }
  try {
    const property = await submit(client, submissionOf(cells, table));
    return { state: isReplay(property) ? 'already there' : 'created', id: property.id, name: property.name };
  } catch (error) {
    const { status = null, code = null } = error instanceof CommonholdError ? error : {};
    const concernsAllRows = code === 'TOO_MANY_SUBMISSIONS';
    if (error instanceof CommonholdError && ROW_STATUSES.includes(status ?? 0) && !concernsAllRows) {
      return { problems: problemsOf(error, table) };
    }
    console.error(`Stopped at line ${line}. Run the same command again: what landed is not repeated.`);
    throw error;
  }
}

/** Submits under a key made from the content; waits when the server limits the pace. */
async function submit(client: CommonholdClient, submission: Submission) {
  const requestId = `import-${createHash('sha256').update(JSON.stringify(submission)).digest('hex')}`;
  for (;;) {
    try {
      return await client.properties.submit.mutate({ submission, requestId });
    } catch (error) {
      if (!(error instanceof CommonholdError) || error.status !== 429) throw error;
      console.log('The server limits the pace; waiting.');
      await sleep(LIMIT_PAUSE_MS);
    }
  }
}

async function readHeader(rows: AsyncGenerator<CsvRow>, file: string, given: readonly string[]) {
  const first = await rows.next().catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(error.code === 'ENOENT' ? `There is no file ${file}.` : error.message);
  });
  if (first.done || !('cells' in first.value)) throw new UsageError(`${file} has no header line.`);
  const header = first.value.cells;
  return { header, columns: columnsOf(header, given) };
}

function columnsOf(header: readonly string[], given: readonly string[]): Map<Field, number> {
  const plain = header.map((heading) => heading.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const columns = new Map<Field, number>();
  for (const [field, headings] of Object.entries(HEADINGS) as [Field, string[]][]) {
    const found = headings.map((heading) => plain.indexOf(heading)).find((column) => column >= 0);
    if (found !== undefined) columns.set(field, found);
  }
  for (const one of given) {
    const [field = '', heading = ''] = one.split('=');
    if (!(field in HEADINGS)) throw new UsageError(`--map ${one}: there is no field "${field}".`);
    if (!header.includes(heading)) throw new UsageError(`--map ${one}: there is no column "${heading}".`);
    columns.set(field as Field, header.indexOf(heading));
  }
  const missing = REQUIRED.find((field) => !columns.has(field));
  if (!missing) return columns;
  throw new UsageError(
    `There is no column for ${missing} in: ${header.join(', ')}. Name it with --map ${missing}=COLUMN.`,
  );
}

/** A row as the API takes it; what does not fit is left as it is, for the server to name. */
function submissionOf(cells: readonly string[], { columns, type }: Table): Submission {
  const text = (field: Field) => cells[columns.get(field) ?? -1] ?? '';
  const given = (field: Field) => text(field) !== '';
  const texts = (['streetAddress', 'zipCode', 'subtype', 'description', 'imageUrl'] as const).filter(given);
  const numbers = (['latitude', 'longitude', 'minimumShares', 'fundingDays'] as const).filter(given);
  return {
    name: text('name'),
    location: text('location'),
    propertyType: (text('propertyType').toLowerCase() || type) as Submission['propertyType'],
    pricePerShare: text('pricePerShare'),
    totalShares: Number(text('totalShares')),
    annualYield: text('annualYield'),
    ...Object.fromEntries(texts.map((field) => [field, text(field)])),
    ...Object.fromEntries(numbers.map((field) => [field, Number(text(field))])),
  };
}

function problemsOf({ issues, message }: CommonholdError, { columns }: Table): Problem[] {
  if (issues.length === 0) return [{ column: null, message }];
  return issues.map(({ path, message: text }) => {
    const field = path.replace(/^submission\./, '') as Field;
    return { column: columns.get(field) ?? null, message: columns.has(field) ? text : `${field}: ${text}` };
  });
}

function reportOf(line: number, { column, message }: Problem, { header }: Table): string {
  const place =
    column === null ? `line ${line}` : `line ${line}, column ${column + 1} (${header[column] ?? ''})`;
  return `${place}: broken: ${message}`;
}
