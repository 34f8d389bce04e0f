import { type AnyColumn, SQL, StringChunk, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { databaseErrorOf } from '../errors/database-errors.ts';
import { continueLocks } from './lock-order.ts';

/** The one database type that features see, whichever driver is behind it. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** An open transaction. Until it ends, do not use the root database: PGlite has a single connection. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export type Queryable = Database | Transaction;

/** Runs raw SQL, and nothing else: a transaction, a database, or the read step of a pipelined transaction. */
export interface StatementRunner {
  execute(statement: SQL): Promise<unknown>;
}

/** End of a pipelined transaction: its answer, and its writes before the commit. */
export interface Commit<Answer> {
  answer: Answer;
  /** One statement that writes everything or fails; null when there is nothing to write. */
  write: SQL | null;
  /** Further statements after `write`, which change its rows again or read them; one statement cannot. */
  afterWrite?: (tx: Transaction) => Promise<unknown>;
}

/**
 * Runs a transaction in two round trips instead of four: BEGIN goes out together with the reads (step 1), and the write
 * together with COMMIT (step 2). On a busy server, round trips are most of the time that a short transaction takes.
 *
 * Rules for `read`, whose statements go out before BEGIN is known to have succeeded:
 * 1. It runs SELECT statements only, including `for update` and advisory locks. Anything else is refused, because
 *    without a transaction it would be committed immediately.
 * 2. Its statements find rows by their keys (`KEY_LOOKUP_SETTINGS`).
 *
 * When a statement fails, the database undoes everything, and the call fails with the error of that statement.
 */
export type PipelinedTransaction = <State, Answer>(
  read: (tx: StatementRunner) => Promise<State>,
  decide: (state: State) => Commit<Answer>,
) => Promise<Answer>;

/**
 * Settings for a transaction that finds all its rows by key. Without them Postgres may
 * - scan a whole table, by a plan from when the table was small, until it gathers statistics a minute later;
 * - scan a whole index, when it expects a statement to return more rows than it does;
 * - plan a statement again for each execution, which costs more than reading the rows.
 */
export const KEY_LOOKUP_SETTINGS: ReadonlyMap<string, string> = new Map([
  ['enable_seqscan', 'off'],
  ['enable_hashjoin', 'off'],
  ['enable_mergejoin', 'off'],
  ['plan_cache_mode', 'force_generic_plan'],
]);

/**
 * Runs work within a savepoint of a transaction. If it throws, the database undoes what it has done, and releases the
 * locks that it has taken.
 */
export function savepoint<Value>(
  tx: Transaction,
  work: (nested: Transaction) => Promise<Value>,
): Promise<Value> {
  return tx.transaction(async (nested) => {
    continueLocks(tx, nested);
    const value = await work(nested);
    continueLocks(nested, tx);
    return value;
  });
}

/** Limits a runner to SELECT statements, as the read step of a pipelined transaction requires. */
export function selectsOnly(run: (statement: SQL) => Promise<unknown>): StatementRunner {
  return {
    execute(statement) {
      if (!SELECT.test(beginningOf(statement)))
        throw new Error('The read step of a pipelined transaction runs SELECT statements only.');
      return run(statement);
    },
  };
}

const SELECT = /^\s*select\b/i;

function beginningOf(statement: SQL): string {
  const [first] = statement.queryChunks;
  if (first instanceof SQL) return beginningOf(first);
  return first instanceof StringChunk ? first.value.join('') : '';
}

/** Makes the rest of a transaction find all its rows by key. */
export const findByKey = (tx: Transaction): Promise<void> => applySettings(tx, KEY_LOOKUP_SETTINGS);

/**
 * Makes the rest of a transaction use indexes and still join as it likes: for many rows that were just written, about
 * which Postgres has no statistics, so that it would read the whole table.
 */
export const disableTableScans = (tx: Transaction): Promise<void> =>
  applySettings(tx, new Map([['enable_seqscan', 'off']]));

async function applySettings(tx: Transaction, settings: ReadonlyMap<string, string>): Promise<void> {
  const assignments = [...settings].map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  await tx.execute(sql`select ${sql.join(assignments, sql`, `)}`);
}

/** An ordinary transaction in the form of a pipelined one, for the embedded database, where there are no round trips to save. */
export function unpipelined(db: Database): PipelinedTransaction {
  return (read, decide) =>
    db.transaction(async (tx) => {
      await findByKey(tx);
      const reader = selectsOnly((statement) => tx.execute(statement));
      const { answer, write, afterWrite } = decide(await read(reader));
      continueLocks(reader, tx);
      if (write) await tx.execute(write);
      await afterWrite?.(tx);
      return answer;
    });
}

const TRANSACTION_ABORTED = '25P02';

/**
 * Waits for statements that were sent together.
 * @throws the error of the statement that failed; the later ones only report that the transaction is aborted
 */
export async function awaitAll<Answers extends readonly unknown[]>(
  sent: readonly [...{ [At in keyof Answers]: Promise<Answers[At]> }],
): Promise<Answers> {
  const results = await Promise.allSettled<unknown>(sent);
  const errors = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (errors.length > 0)
    throw errors.find((error) => databaseErrorOf(error)?.code !== TRANSACTION_ABORTED) ?? errors[0];
  return results.map((one) => (one as PromiseFulfilledResult<unknown>).value) as unknown as Answers;
}

/**
 * Runs raw SQL and returns its rows, whichever driver runs it. Cast values in the statement to get the JSON-like types of
 * both drivers (`::text`, `::int`, `::float8`); an uncast bigint arrives as text.
 */
export async function rows<Row extends Record<string, unknown>>(
  db: StatementRunner,
  statement: SQL,
): Promise<Row[]> {
  const answer: unknown = await db.execute(statement);
  if (Array.isArray(answer)) return answer as Row[];
  return (answer as { rows: Row[] }).rows;
}

/**
 * Runs several queries as one statement, which saves their round trips and overhead, and returns their rows by name. A
 * null query returns no rows. Values are those of JSON, unlike the values of `rows`: a bigint is a number, exact to 2^53,
 * and a time is ISO 8601 text with its offset.
 */
export async function readTogether<Found extends { readonly [Name in keyof Found]: readonly unknown[] }>(
  db: StatementRunner,
  queries: { readonly [Name in keyof Found]: SQL | null },
): Promise<Found> {
  const present = Object.entries<SQL | null>(queries).filter(
    (entry): entry is [string, SQL] => entry[1] !== null,
  );
  const columns = present.map(
    ([name, query]) => sql`(select json_agg(found.*) from (${query}) found) as ${sql.identifier(name)}`,
  );
  const [row] = present.length > 0 ? await rows(db, sql`select ${sql.join(columns, sql`, `)}`) : [];
  return Object.fromEntries(
    Object.keys(queries).map((name) => [name, row?.[name] ?? []]),
  ) as unknown as Found;
}

/** Descending with nulls last: the only order that our descending indexes serve. */
export function highestFirst(column: AnyColumn): SQL {
  return sql`${column} desc nulls last`;
}

/** A LIKE pattern that matches text which contains this text, taken literally. */
export function patternContaining(text: string): string {
  return `%${patternStartingWith(text)}`;
}

/** A LIKE pattern that matches text which starts with this text, taken literally. */
export function patternStartingWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Formats a dollar amount in SQL like `formatUsdExact` does in TypeScript. */
export function usdExactText(amount: SQL): SQL {
  return sql`to_char(${amount}, 'FM"$"9,999,999,990.00')`;
}

/** Rows as one JSON parameter, for set-based statements that are not hot (`columnRows` for those that are). */
export function jsonRows(values: readonly Record<string, unknown>[]): SQL {
  return sql`${JSON.stringify(values)}::text::json`;
}

/** Whether an error is a violation of this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return databaseErrorOf(error)?.constraint === constraint;
}
