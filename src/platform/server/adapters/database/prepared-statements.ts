import {
  type messages,
  type PGlite,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite';
import { MINUTE } from '#kernel/time.ts';

/** A named statement that the database has parsed, with its parameter types and columns. */
interface PreparedStatement {
  name: string;
  parameterTypes: readonly number[];
  columns: readonly { name: string; dataTypeID: number }[];
  runs: number;
  preparedAtMs: number;
}

type Query = Pick<Transaction, 'query'>['query'];

const { serialize } = protocol;
const NUMBER_AT_END = /(\d+)$/;
// This database gathers no statistics, so each statement is planned again from time to time.
const MAX_PLAN_RUNS = 200;
const MAX_PLAN_AGE_MS = MINUTE;
const MAX_CACHED_STATEMENTS = 500;

/**
 * A prepared-statement cache for the embedded database: each statement is parsed and planned once, and a repetition takes
 * one call of the engine instead of six. PGlite itself names no statements and waits for each message of the protocol.
 * @param isWorthPreparing whether a statement is likely to be repeated, by its text and values
 * @param now a clock in milliseconds, for the age of a plan
 */
export function cachePreparedStatements(
  client: PGlite,
  isWorthPreparing: (text: string, values: readonly unknown[]) => boolean,
  now: () => number = () => performance.now(),
): PGlite {
  const cache = new Map<string, PreparedStatement>();
  let prepared = 0;

  const send = (...parts: Uint8Array[]) =>
    client.execProtocolStream(Buffer.concat(parts), { syncToFs: false });

  async function prepare(text: string): Promise<PreparedStatement> {
    prepared += 1;
    const name = `prepared_${prepared}`;
    const answer = await send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    );
    const found = <Message>(kind: string) => answer.find((one) => one.name === kind) as Message | undefined;
    const statement = {
      name,
      parameterTypes: found<messages.ParameterDescriptionMessage>('parameterDescription')?.dataTypeIDs ?? [],
      columns: found<messages.RowDescriptionMessage>('rowDescription')?.fields ?? [],
      runs: 0,
      preparedAtMs: now(),
    };
    cache.set(text, statement);
    return statement;
  }

  async function evict(text: string): Promise<void> {
    const statement = cache.get(text);
    cache.delete(text);
    if (statement) await send(serialize.close({ type: 'S', name: statement.name }), serialize.sync());
  }

  async function preparedFor(text: string): Promise<PreparedStatement> {
    const statement = cache.get(text);
    const isFresh =
      statement && statement.runs < MAX_PLAN_RUNS && now() - statement.preparedAtMs < MAX_PLAN_AGE_MS;
    if (isFresh) return statement;
    await evict(text);
    const [oldest] = cache.keys();
    if (oldest !== undefined && cache.size >= MAX_CACHED_STATEMENTS) await evict(oldest);
    return prepare(text);
  }

  const textOf = (value: unknown, type: number | undefined): string | null => {
    if (value === null || value === undefined) return null;
    const serializer = client.serializers[type ?? 0];
    return serializer ? serializer(value) : String(value);
  };

  async function run(text: string, values: readonly unknown[], options: QueryOptions | undefined) {
    const statement = await preparedFor(text);
    const { name, parameterTypes, columns } = statement;
    statement.runs += 1;
    const bound = values.map((value, at) => textOf(value, parameterTypes[at]));
    const answer = await send(
      serialize.bind({ statement: name, values: bound }),
      serialize.execute({}),
      serialize.sync(),
    );
    return resultsOf(answer, columns, client.parsers, options?.rowMode);
  }

  // The parsers are PGlite's own, because drizzle passes the same ones with each query.
  const cached = <Queries extends Pick<Transaction, 'query'>>(
    queries: Queries,
    runExclusively: <Value>(work: () => Promise<Value>) => Promise<Value>,
  ): Queries => {
    const query = queries.query.bind(queries);
    queries.query = ((text, values = [], options) =>
      isWorthPreparing(text, values)
        ? runExclusively(() => run(text, values, options))
        : query(text, values, { rowMode: options?.rowMode ?? 'object' })) as Query;
    return queries;
  };

  const transaction = client.transaction.bind(client);
  client.transaction = (work) =>
    transaction((tx) => {
      const untilClosed = async <Value>(query: () => Promise<Value>) => {
        if (tx.closed) throw new Error('Transaction is closed');
        return client.runExclusive(query);
      };
      return work(cached(tx, untilClosed));
    });
  return cached(client, async (query) => {
    await client.waitReady;
    return client._runExclusiveTransaction(() => client.runExclusive(query));
  });
}

function resultsOf(
  answer: readonly { name: string }[],
  columns: PreparedStatement['columns'],
  parsers: PGlite['parsers'],
  rowMode: QueryOptions['rowMode'],
): Results<unknown> {
  const parserOf = columns.map(({ dataTypeID }) => parsers[dataTypeID]);
  const results: Results<unknown> = { rows: [], fields: [...columns], affectedRows: 0 };
  for (const message of answer) {
    if (message.name === 'dataRow') {
      const row = (message as messages.DataRowMessage).fields.map((text, at) => {
        const parser = parserOf[at];
        return text === null || !parser ? text : parser(text, columns[at]?.dataTypeID);
      });
      const asObject = () => Object.fromEntries(row.map((value, at) => [columns[at]?.name, value]));
      results.rows.push(rowMode === 'array' ? row : asObject());
    } else if (message.name === 'commandComplete') {
      const many = (message as messages.CommandCompleteMessage).text.match(NUMBER_AT_END)?.[1];
      results.affectedRows = Number(many ?? 0);
    }
  }
  return results;
}
