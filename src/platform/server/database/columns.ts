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

/** JSON text that is stored as it is, without being serialized again. */
export class RawJson {
  constructor(readonly text: string) {}
}

type ConstantValue = string | number | Date;

/** A column's type, and either a function that takes its value from a row, or a constant for all rows. */
type Column<Row> = readonly [ColumnType, ((row: Row) => unknown) | ConstantValue];

/** Columns by name, in the order in which they are written. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

/** A statement that writes rows, as one part of a batch's only write statement. */
export interface Write {
  /** Unique among the writes of a batch; errors name it. */
  name: string;
  statement: SQL;
  rowCount: number;
  /** Set by updates and deletes: the batch fails unless the statement finds all of them. An insert always does. */
  mustMatchAllRows?: true;
  /** Set by inserts whose rows a later step processes. */
  queue?: Queue;
}

/** A table with the keys of new rows, which a later step processes once they are committed. */
export interface Queue {
  table: string;
  /** The key's column, with the same name in the queue and in the table of the rows. */
  key: string;
}

/** An insert that also puts the keys of its rows into a queue, in one statement. */
export function insertQueued(insert: SQL, { table, key }: Queue): SQL {
  const [into, column] = [sql.raw(table), sql.raw(key)];
  return sql`with added as (${insert} returning ${column}) insert into ${into} (${column}) select ${column} from added`;
}

/**
 * Combines writes into one statement of data-modifying CTEs: all or nothing, in one round trip.
 *
 * Postgres runs such CTEs on one snapshot, therefore
 * 1. no two writes may change the same row;
 * 2. no write sees what another one has written.
 *
 * A write with `mustMatchAllRows` that finds fewer rows makes the statement fail: its error text is cast to an integer,
 * which is the simplest way to raise an error in plain SQL.
 * @returns null when there is nothing to write
 */
export function combineWrites(writes: readonly Write[]): SQL | null {
  const nonEmpty = writes.filter((write) => write.rowCount > 0);
  if (nonEmpty.length === 0) return null;
  // Without the prefix the name of a CTE would hide the table of the same name.
  const parts = nonEmpty.flatMap(({ name, statement, mustMatchAllRows, queue }) => {
    const wrote = `wrote_${name}`;
    const returned = queue?.key ?? (mustMatchAllRows ? '1' : null);
    const write = sql`${sql.raw(wrote)} as (${statement}${sql.raw(returned ? ` returning ${returned}` : '')})`;
    if (!queue) return [write];
    const { table, key } = queue;
    return [write, sql.raw(`queued_${name} as (insert into ${table} (${key}) select ${key} from ${wrote})`)];
  });
  const checks = nonEmpty
    .filter(({ mustMatchAllRows }) => mustMatchAllRows)
    .map(
      ({ name, rowCount }) =>
        sql`, (select case count(*) when ${rowCount}::int then 1
                      else (count(*) || ' of ' || ${rowCount}::int || ${sql.raw(` ' rows were written: ${name}'`)})::int end
               from ${sql.raw(`wrote_${name}`)})`,
    );
  return sql`with ${sql.join(parts, sql.raw(', '))} select 1 as written${sql.join(checks)}`;
}

/** More rows than this in one statement might take longer than a statement may. */
const MAX_STATEMENT_ROWS = 5_000;

/** Rows in parts that are small enough for a statement each. */
export function statementParts<Row>(items: readonly Row[], maxRows = MAX_STATEMENT_ROWS): (readonly Row[])[] {
  const parts = Math.ceil(items.length / maxRows);
  return Array.from({ length: parts }, (_, part) => items.slice(part * maxRows, (part + 1) * maxRows));
}

/** Runs writes as one statement. */
export async function writeAll(tx: Transaction, writes: readonly Write[]): Promise<void> {
  const statement = combineWrites(writes);
  if (statement) await tx.execute(statement);
}

/**
 * Inserts rows in their order, with one array parameter per column. The arrays are unnested in the select list: as a
 * table function they would be materialized first.
 */
export function insertRows<Row>(
  table: string,
  items: readonly Row[],
  columns: Columns<Row>,
  onConflict = '',
): Write {
  const names = Object.keys(columns);
  const selected = Object.values(columns).flatMap((column): Part[] => [', ', ...selectionOf(items, column)]);
  const statement = statementOf([
    `insert into ${table} (${names.join(', ')}) select `,
    ...selected.slice(1),
    onConflict,
  ]);
  return { name: table, statement, rowCount: items.length };
}

/**
 * Rows as a table expression called `name`, with one array parameter per column. Hot statements use it, because JSON rows
 * cost Postgres and Node several times as much.
 */
export function columnRows<Row>(name: string, items: readonly Row[], columns: Columns<Row>): SQL {
  return statementOf(unnested(name, items, Object.entries(columns)));
}

/** Texts as one array parameter: `id = any(array)` always uses the index. */
export function textArray(values: readonly string[]): SQL {
  return statementOf([{ value: textArrayLiteral(values) }, '::text[]']);
}

/** Ids as one array parameter. */
export function uuidArray(values: readonly string[]): SQL {
  return statementOf([{ value: `{${values.join(',')}}` }, '::uuid[]']);
}

/** Integers as one array parameter. */
export function integerArray(values: readonly number[]): SQL {
  return statementOf([{ value: `{${values.join(',')}}` }, '::bigint[]']);
}

/** SQL text, or a parameter. */
type Part = string | { value: string };

function unnested<Row>(
  name: string,
  items: readonly Row[],
  columns: readonly (readonly [string, Column<Row>])[],
): Part[] {
  const arrays = columns.flatMap(([, column]): Part[] => [', ', ...arrayOf(items, column)]);
  const names = columns.map(([column]) => column).join(', ');
  return ['unnest(', ...arrays.slice(1), `) as ${name}(${names})`];
}

function selectionOf<Row>(items: readonly Row[], column: Column<Row>): Part[] {
  const [type, value] = column;
  if (typeof value !== 'function') return [{ value: textOf(value) }, `::${type}`];
  return ['unnest(', ...arrayOf(items, column), ')'];
}

// Within JSON text this control character is always escaped, so it can separate two values.
const JSON_SEPARATOR = '\u001f';

function arrayOf<Row>(items: readonly Row[], [type, value]: Column<Row>): Part[] {
  const values = typeof value === 'function' ? items.map(value) : items.map(() => value);
  if (type === 'json' || type === 'jsonb') {
    const texts = values.map(jsonOf).join(JSON_SEPARATOR);
    return ['string_to_array(', { value: texts }, `::text, chr(31), 'null')::${type}[]`];
  }
  const text =
    type === 'text' ? textArrayLiteral(values as (string | null)[]) : `{${values.map(textOf).join(',')}}`;
  return [{ value: text }, `::${type}[]`];
}

const jsonOf = (value: unknown) => (value instanceof RawJson ? value.text : JSON.stringify(value ?? null));

/** A `text[]` literal in the form that Postgres parses. */
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

/** Builds one flat SQL object: each nested one costs drizzle about as much as a row costs Postgres. */
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
