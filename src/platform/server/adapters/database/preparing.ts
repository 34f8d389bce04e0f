import type postgres from 'postgres';

// The text of a statement with a value list depends on the list's length, so it is rarely the same again.
const MAX_PARAMETERS = 24;
const ARRAY_PARAMETERS_PATTERN = /\bunnest\(/;
/** The best plan for LIKE depends on the pattern, so such statements are planned each time. */
const LIKE_PATTERN = /\si?like\s/i;

// Many parameters make a plan large, and the embedded database stores up to 500 plans.
const MAX_EMBEDDED_PARAMETERS = 200;
/** A pattern that is not a whole literal. */
const CHOSEN_LIKE_PATTERN = /\si?like\s+(?!'[^']*'(?!\s*\|\|))/i;
const READ_PATTERN = /^\s*(select|with)\b/i;

/** Whether repetitions of a statement are worth a prepared one. */
export const isWorthPreparing = (text: string, { length }: readonly unknown[]) =>
  length > 0 && !LIKE_PATTERN.test(text) && (length <= MAX_PARAMETERS || ARRAY_PARAMETERS_PATTERN.test(text));

/**
 * Whether a prepared statement is worth it in the embedded database. There it takes half the calls of the engine even if it is never
 * repeated, and planning is a large part of the time: for each view of the ledger it visits the partitions of all months.
 */
export const isWorthPreparingEmbedded = (text: string, values: readonly unknown[]) => {
  if (values.length === 0) return READ_PATTERN.test(text);
  const isSmall = values.length <= MAX_EMBEDDED_PARAMETERS || ARRAY_PARAMETERS_PATTERN.test(text);
  return isSmall && !CHOSEN_LIKE_PATTERN.test(text);
};

type Unsafe = postgres.Sql['unsafe'];

/**
 * Uses named prepared statements, so that each connection parses and plans a statement once: a repetition takes one round
 * trip instead of two, and a short read a quarter of the time. drizzle itself never names its statements.
 */
export function preparing<Scope extends { unsafe: Unsafe }>(scope: Scope): Scope {
  const run = scope.unsafe.bind(scope) as Unsafe;
  const unsafe: Unsafe = (text, parameters = [], options = {}) =>
    run(text, parameters, { ...options, prepare: isWorthPreparing(text, parameters) });
  return Object.assign(scope, { unsafe });
}

/** Prepares the statements of all connections of a pool, inside and outside transactions. */
export function preparingAll(client: postgres.Sql): postgres.Sql {
  const begin = client.begin.bind(client) as (work: (tx: postgres.TransactionSql) => unknown) => unknown;
  return Object.assign(preparing(client), {
    begin: (work: (tx: postgres.TransactionSql) => unknown) => begin((tx) => work(preparing(tx))),
  }) as postgres.Sql;
}
