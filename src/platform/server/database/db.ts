import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { databaseErrorOf } from '../errors/database-errors.ts';

/** The one database type that features see, whichever driver is behind it. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** A running transaction. While one is open, the root database must not be touched: PGlite has one connection. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export type Queryable = Database | Transaction;

/** What runs statements, and does nothing else. */
export interface StatementRunner {
  execute(statement: SQL): Promise<unknown>;
}

/** What a transaction of two steps comes to: its answer, and what it writes. */
export interface Commit<Answer> {
  answer: Answer;
  /** One statement that writes all of it or fails; null when there is nothing to write. */
  write: SQL | null;
  /** What has to be written after that, such as a second change of the same rows. */
  afterWrite?: (tx: Transaction) => Promise<unknown>;
}

/**
 * Runs a transaction that reads, decides and writes. Postgres is told to begin together with what is read, and to commit
 * together with what is written: so it is waited for twice instead of four times, which on a busy server is most of
 * what a short transaction takes.
 *
 * Nothing that `read` sends may leave a trace outside a transaction, because it is sent before one is known to have
 * begun. What was sent behind a statement that fails is undone by the database; the error is that of the statement.
 *
 * Its statements find rows by their keys alone (`BY_KEY`).
 */
export type PipelinedTransaction = <State, Answer>(
  read: (tx: StatementRunner) => Promise<State>,
  decide: (state: State) => Commit<Answer>,
) => Promise<Answer>;

/**
 * Settings of a transaction that only finds rows by their keys. Without them a plan that was made while a table was new
 * and small goes on reading all of it, until Postgres gathers statistics a minute later; where it takes a statement for
 * more rows than it has, it would rather walk a whole index once; and where it takes one of few rows to be cheaper, it
 * plans anew each time, which costs more than reading the rows.
 */
export const KEY_LOOKUP_SETTINGS: ReadonlyMap<string, string> = new Map([
  ['enable_seqscan', 'off'],
  ['enable_hashjoin', 'off'],
  ['enable_mergejoin', 'off'],
  ['plan_cache_mode', 'force_generic_plan'],
]);

/** Two steps on a database whose every statement is waited for anyway, as on the embedded one. */
export function unpipelined(db: Database): PipelinedTransaction {
  return (read, decide) =>
    db.transaction(async (tx) => {
      const settings = [...KEY_LOOKUP_SETTINGS].map(
        ([name, value]) => sql`set_config(${name}, ${value}, true)`,
      );
      await tx.execute(sql`select ${sql.join(settings, sql`, `)}`);
      const { answer, write, afterWrite } = decide(await read(tx));
      if (write) await tx.execute(write);
      await afterWrite?.(tx);
      return answer;
    });
}

const TRANSACTION_ABORTED = '25P02';

/**
 * Waits for statements that were sent together.
 * @throws the error of the first that failed, and not what the others say of it: that the transaction is aborted
 */
export async function awaitAll<Answers extends readonly unknown[]>(
  sent: readonly [...{ [At in keyof Answers]: Promise<Answers[At]> }],
): Promise<Answers> {
  const ended = await Promise.allSettled<unknown>(sent);
  const errors = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (errors.length > 0)
    throw errors.find((error) => databaseErrorOf(error)?.code !== TRANSACTION_ABORTED) ?? errors[0];
  return ended.map((one) => (one as PromiseFulfilledResult<unknown>).value) as unknown as Answers;
}

/**
 * Runs raw SQL and returns its rows, hiding that the drivers shape their answers differently. Values come as
 * JSON-like types when the statement casts them (`::text`, `::int`, `::float8`); raw bigint arrives as text.
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
 * What these queries find, by their names, as one statement: to the database and the driver a statement costs as much as
 * many rows. A query that is null finds nothing. Values come as JSON has them, unlike those of `rows`: a raw bigint as a
 * number, exact to 2^53, and a time in the form of ISO 8601 with its offset.
 */
export async function readTogether<Found extends { readonly [Name in keyof Found]: readonly unknown[] }>(
  db: StatementRunner,
  queries: { readonly [Name in keyof Found]: SQL | null },
): Promise<Found> {
  const due = Object.entries<SQL | null>(queries).filter(
    (entry): entry is [string, SQL] => entry[1] !== null,
  );
  const found = due.map(
    ([name, query]) => sql`(select json_agg(found.*) from (${query}) found) as ${sql.identifier(name)}`,
  );
  const [row] = due.length > 0 ? await rows(db, sql`select ${sql.join(found, sql`, `)}`) : [];
  return Object.fromEntries(
    Object.keys(queries).map((name) => [name, row?.[name] ?? []]),
  ) as unknown as Found;
}

/** Highest first with nulls last, as our descending indexes are built: no other order is read from them. */
export function highestFirst(column: AnyColumn): SQL {
  return sql`${column} desc nulls last`;
}

/** Text that a person typed, as a LIKE pattern that matches it anywhere and literally. */
export function patternContaining(text: string): string {
  return `%${patternStartingWith(text)}`;
}

/** The same as a pattern that matches it at the beginning. */
export function patternStartingWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** A dollar amount as people read it, in SQL: what `formatUsdExact` makes of it. */
export function usdExactText(amount: SQL): SQL {
  return sql`to_char(${amount}, 'FM"$"9,999,999,990.00')`;
}

/** Rows handed to SQL as one JSON parameter, for set-based statements on either driver. */
export function jsonRows(values: readonly Record<string, unknown>[]): SQL {
  return sql`${JSON.stringify(values)}::text::json`;
}

const MAX_ATTEMPTS = 4;

/** Runs a transaction again, a few times, when it lost a race that running it again settles. */
export async function withRetries<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

/** Serialisation failure, deadlock, and a prepared statement that a connection's server has lost. */
const RETRYABLE_CODES = new Set(['40001', '40P01', '26000']);

/** One of these, or an idempotency key that another command took a moment earlier. */
function isRetryable(error: unknown): boolean {
  const code = databaseErrorOf(error)?.code ?? '';
  return RETRYABLE_CODES.has(code) || violates(error, 'idempotency_keys_actor_id_key_pk');
}

/** True when the insert met an existing row in this unique index. */
export function violates(error: unknown, constraint: string): boolean {
  return databaseErrorOf(error)?.constraint === constraint;
}
