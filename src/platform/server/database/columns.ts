import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from './db.ts';

type ColumnType =
  | 'text'
  | 'uuid'
  | 'int'
  | 'bigint'
  | 'numeric'
  | 'boolean'
  | 'timestamptz'
  | 'json'
  | 'jsonb';

/** JSON that is written down already; as a value of a column of JSON it stays as it is. */
export class RawJson {
  constructor(readonly text: string) {}
}

type ConstantValue = string | number | Date;

/** A column's type, and how its value is found in a row; or the one value that all rows share. */
type Column<Row> = readonly [ColumnType, ((row: Row) => unknown) | ConstantValue];

/** Columns by their names, in their order. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

/** A statement that writes so many rows. */
export interface Write {
  name: string;
  statement: SQL;
  rows: number;
  /** Whether it looks for its rows, and so could miss one; an insert writes them all or fails. */
  mustMatchAllRows?: true;
}

/**
 * These writes as one statement, all or nothing: a statement costs the database and the driver as much as many of its
 * rows. No two of them may change the same row, and none sees what another one writes. One that misses a row fails:
 * what it says is then cast to a number.
 */
export function combineWrites(writes: readonly Write[]): SQL | null {
  const due = writes.filter((write) => write.rows > 0);
  if (due.length === 0) return null;
  // Not by the names of their tables, which would then mean what was written instead of the table.
  const parts = due.map(
    ({ name, statement, mustMatchAllRows }) =>
      sql`${sql.raw(`wrote_${name}`)} as (${statement}${sql.raw(mustMatchAllRows ? ' returning 1' : '')})`,
  );
  const checks = due
    .filter(({ mustMatchAllRows }) => mustMatchAllRows)
    .map(
      ({ name, rows }) =>
        sql`, (select case count(*) when ${rows}::int then 1
                      else (count(*) || ' of ' || ${rows}::int || ${sql.raw(` ' rows were written: ${name}'`)})::int end
               from ${sql.raw(`wrote_${name}`)})`,
    );
  return sql`with ${sql.join(parts, sql.raw(', '))} select 1${sql.join(checks)}`;
}

/** Runs these writes as one statement; see `writing`. */
export async function writeAll(tx: Transaction, writes: readonly Write[]): Promise<void> {
  const statement = combineWrites(writes);
  if (statement) await tx.execute(statement);
}

/**
 * The insert of all these rows, in their order, named as its table. The arrays are taken apart where they are selected:
 * as a table they would be written down and read again, an array at a time, before the first row is written.
 */
export function insertRows<Row>(
  table: string,
  given: readonly Row[],
  columns: Columns<Row>,
  onConflict = '',
): Write {
  const names = Object.keys(columns);
  const selected = Object.values(columns).flatMap((column): Part[] => [', ', ...selectionOf(given, column)]);
  const statement = statementOf([
    `insert into ${table} (${names.join(', ')}) select `,
    ...selected.slice(1),
    onConflict,
  ]);
  return { name: table, statement, rows: given.length };
}

/**
 * Rows handed to SQL as one array for each column, as `name` with these columns in their order: what hot statements
 * take, because Postgres and Node spend on JSON rows several times as much.
 */
export function columnRows<Row>(name: string, given: readonly Row[], columns: Columns<Row>): SQL {
  return statementOf(unnested(name, given, Object.entries(columns)));
}

/** Texts as one array parameter, by which rows are always found through an index. */
export function textArray(values: readonly string[]): SQL {
  return statementOf([{ value: textArrayLiteral(values) }, '::text[]']);
}

/** Whole numbers as one array parameter. */
export function integerArray(values: readonly number[]): SQL {
  return statementOf([{ value: `{${values.join(',')}}` }, '::bigint[]']);
}

/** SQL as it stands, or a parameter of it. */
type Part = string | { value: string };

function unnested<Row>(
  name: string,
  given: readonly Row[],
  columns: readonly (readonly [string, Column<Row>])[],
): Part[] {
  const arrays = columns.flatMap(([, column]): Part[] => [', ', ...arrayOf(given, column)]);
  const names = columns.map(([column]) => column).join(', ');
  return ['unnest(', ...arrays.slice(1), `) as ${name}(${names})`];
}

function selectionOf<Row>(given: readonly Row[], column: Column<Row>): Part[] {
  const [type, value] = column;
  if (typeof value !== 'function') return [{ value: textOf(value) }, `::${type}`];
  return ['unnest(', ...arrayOf(given, column), ')'];
}

// A control character is escaped within JSON, so that this one only ever stands between two texts of it.
const JSON_SEPARATOR = '\u001f';

function arrayOf<Row>(given: readonly Row[], [type, value]: Column<Row>): Part[] {
  const values = typeof value === 'function' ? given.map(value) : given.map(() => value);
  if (type === 'json' || type === 'jsonb') {
    const texts = values.map(jsonOf).join(JSON_SEPARATOR);
    return ['string_to_array(', { value: texts }, `::text, chr(31), 'null')::${type}[]`];
  }
  const text =
    type === 'text' ? textArrayLiteral(values as (string | null)[]) : `{${values.map(textOf).join(',')}}`;
  return [{ value: text }, `::${type}[]`];
}

const jsonOf = (value: unknown) => (value instanceof RawJson ? value.text : JSON.stringify(value ?? null));

/** Texts as Postgres reads them for one `text[]`. */
export function textArrayLiteral(values: readonly (string | null | undefined)[]): string {
  return `{${values.map(quoted).join(',')}}`;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return value instanceof Date ? value.toISOString() : String(value);
}

const SPECIAL = /["\\]/g;

function quoted(text: string | null | undefined): string {
  if (text === null || text === undefined) return 'null';
  return text.includes('"') || text.includes('\\') ? `"${text.replaceAll(SPECIAL, '\\$&')}"` : `"${text}"`;
}

/** Built flat: drizzle spends on each nested piece of SQL about as much as Postgres on a row. */
function statementOf(parts: readonly Part[]): SQL {
  const texts = [''];
  const values: string[] = [];
  for (const part of parts) {
    if (typeof part === 'string') texts.push(`${texts.pop()}${part}`);
    else {
      values.push(part.value);
      texts.push('');
    }
  }
  return sql(texts as unknown as TemplateStringsArray, ...values);
}
