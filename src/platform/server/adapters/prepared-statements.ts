import {
  type messages,
  type PGlite,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite';
import { MINUTE } from '#kernel/time.ts';

/** A statement that the database has parsed under a name: the types of its parameters, and its columns. */
interface PreparedStatement {
  name: string;
  parameterTypes: readonly number[];
  columns: readonly { name: string; dataTypeID: number }[];
  runs: number;
  since: number;
}

type Query = Pick<Transaction, 'query'>['query'];

const { serialize } = protocol;
const NUMBER_AT_END = /(\d+)$/;
// Nothing tells this database that a table has grown: it plans each statement anew from time to time.
const MAX_PLAN_RUNS = 200;
const MAX_PLAN_AGE_MS = MINUTE;
const MAX_CACHED_STATEMENTS = 500;

/**
 * Has the embedded database parse and plan each statement once: what is run again takes one turn of it instead of
 * six. PGlite itself asks for statements without a name, and waits for each message of the protocol.
 * @param worthKeeping which statements come again, by their text and values
 * @param now a clock in milliseconds, for the age of a plan
 */
export function cachePreparedStatements(
  client: PGlite,
  worthKeeping: (text: string, values: readonly unknown[]) => boolean,
  now: () => number = () => performance.now(),
): PGlite {
  const known = new Map<string, PreparedStatement>();
  let named = 0;

  const send = (...parts: Uint8Array[]) =>
    client.execProtocolStream(Buffer.concat(parts), { syncToFs: false });

  async function prepare(text: string): Promise<PreparedStatement> {
    named += 1;
    const name = `kept_${named}`;
    const answer = await send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    );
    const found = <Message>(kind: string) => answer.find((one) => one.name === kind) as Message | undefined;
    const kept = {
      name,
      parameterTypes: found<messages.ParameterDescriptionMessage>('parameterDescription')?.dataTypeIDs ?? [],
      columns: found<messages.RowDescriptionMessage>('rowDescription')?.fields ?? [],
      runs: 0,
      since: now(),
    };
    known.set(text, kept);
    return kept;
  }

  async function evict(text: string): Promise<void> {
    const kept = known.get(text);
    known.delete(text);
    if (kept) await send(serialize.close({ type: 'S', name: kept.name }), serialize.sync());
  }

  async function preparedFor(text: string): Promise<PreparedStatement> {
    const kept = known.get(text);
    if (kept && kept.runs < MAX_PLAN_RUNS && now() - kept.since < MAX_PLAN_AGE_MS) return kept;
    await evict(text);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= MAX_CACHED_STATEMENTS) await evict(oldest);
    return prepare(text);
  }

  const textOf = (value: unknown, type: number | undefined): string | null => {
    if (value === null || value === undefined) return null;
    const serializer = client.serializers[type ?? 0];
    return serializer ? serializer(value) : String(value);
  };

  async function run(text: string, values: readonly unknown[], options: QueryOptions | undefined) {
    const kept = await preparedFor(text);
    const { name, parameterTypes, columns } = kept;
    kept.runs += 1;
    const bound = values.map((value, at) => textOf(value, parameterTypes[at]));
    const answer = await send(
      serialize.bind({ statement: name, values: bound }),
      serialize.execute({}),
      serialize.sync(),
    );
    return resultsOf(answer, columns, client.parsers, options?.rowMode);
  }

  // The parsers are PGlite's own: what drizzle names with each query is the same every time.
  const keeping = <Queries extends Pick<Transaction, 'query'>>(
    queries: Queries,
    inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>,
  ): Queries => {
    const query = queries.query.bind(queries);
    queries.query = ((text, values = [], options) =>
      worthKeeping(text, values)
        ? inTurn(() => run(text, values, options))
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
      return work(keeping(tx, untilClosed));
    });
  return keeping(client, async (query) => {
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
      const named = () => Object.fromEntries(row.map((value, at) => [columns[at]?.name, value]));
      results.rows.push(rowMode === 'array' ? row : named());
    } else if (message.name === 'commandComplete') {
      const many = (message as messages.CommandCompleteMessage).text.match(NUMBER_AT_END)?.[1];
      results.affectedRows = Number(many ?? 0);
    }
  }
  return results;
}
