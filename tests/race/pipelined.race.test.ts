import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lock } from '#platform/server/database/advisory-locks.ts';
import {
  awaitAll,
  type Commit,
  type PipelinedTransaction,
  rows,
  type StatementRunner,
  type Transaction,
} from '#platform/server/database/db.ts';
import { withRetries } from '#platform/server/database/retries.ts';
import { databaseErrorOf } from '#platform/server/errors/database-errors.ts';
import {
  type PostgresPlatform,
  postgresPlatform,
  type TestPlatform,
  testPlatform,
} from '../support/platform.ts';

// One connection for transactions and one for reads: a connection that is not released is noticed at once.
let onPostgres: PostgresPlatform;
let embedded: TestPlatform;
beforeAll(async () => {
  [onPostgres, embedded] = await Promise.all([
    postgresPlatform({ pool: 2, timeoutMs: 2_000 }),
    testPlatform(),
  ]);
  for (const { platform } of [onPostgres, embedded]) {
    await platform.db.execute(sql`create table notes (id int primary key, words text not null)`);
    await platform.db.execute(sql`create function add_note() returns void language sql
                                  as $$ insert into notes values (1, 'by a function') $$`);
    await platform.db.execute(sql`create function lose_statements() returns void language plpgsql
                                  as $$ begin execute 'deallocate all'; end $$`);
  }
});
afterAll(() => Promise.all([onPostgres.close(), embedded.close()]));
beforeEach(async () => {
  for (const { platform } of [onPostgres, embedded]) await platform.db.execute(sql`truncate notes`);
});

const note = (id: number, words = 'a note') => sql`insert into notes values (${id}::int, ${words}::text)`;
const nothing = () => Promise.resolve();
const changing = (write: SQL | null) => (): Commit<string> => ({ answer: 'done', write });

describe.each([
  ['on Postgres', () => onPostgres],
  ['on the embedded database', () => embedded],
])('a pipelined transaction %s', (_, open) => {
  const pipelined: PipelinedTransaction = (read, decide) => open().platform.pipelined(read, decide);
  const notes = async () =>
    (await rows<{ id: number }>(open().platform.db, sql`select id from notes order by id`)).map(
      ({ id }) => id,
    );

  test('takes locks in one order, from its reads to what follows its write', async () => {
    const commit = (afterWrite: (tx: Transaction) => Promise<void>) => () => ({
      answer: 'done',
      write: note(1),
      afterWrite,
    });
    const backwards = pipelined(
      (tx) => lock(tx, 'orderBooks', 1),
      commit((tx) => lock(tx, 'statements', 1)),
    );
    await expect(backwards).rejects.toThrow('statements of 1 comes before orderBooks of 1');
    expect(await notes()).toEqual([]);
    await pipelined(
      (tx) => lock(tx, 'statements', 1),
      commit((tx) => lock(tx, 'orderBooks', 1)),
    );
    expect(await notes()).toEqual([1]);
  });

  test('decides on what it has read, and writes that', async () => {
    await pipelined(nothing, changing(note(1)));
    const answer = await pipelined(
      (tx) => rows<{ highest: number }>(tx, sql`select max(id)::int as highest from notes`),
      ([{ highest } = { highest: 0 }]) => ({ answer: highest + 1, write: note(highest + 1) }),
    );
    expect(answer).toBe(2);
    expect(await notes()).toEqual([1, 2]);
  });

  test('writes nothing when it decides so', async () => {
    expect(await pipelined(nothing, changing(null))).toBe('done');
    expect(await notes()).toEqual([]);
  });

  test('stores nothing of a change that fails, and the next continues', async () => {
    await pipelined(nothing, changing(note(1)));
    const twice = sql`with first as (${note(2)} returning 1) insert into notes values (1, 'again')`;
    await expect(pipelined(nothing, changing(twice))).rejects.toThrow();
    expect(await notes()).toEqual([1]);
    await pipelined(nothing, changing(note(3)));
    expect(await notes()).toEqual([1, 3]);
  });

  test('writes nothing when afterWrite fails', async () => {
    const afterWrite = async (tx: Transaction) => {
      expect(await rows(tx, sql`select id from notes`)).toHaveLength(1);
      throw new Error('not finished');
    };
    const decide = () => ({ answer: 'done', write: note(1), afterWrite });
    await expect(pipelined(nothing, decide)).rejects.toThrow('not finished');
    expect(await notes()).toEqual([]);
  });

  test('commits what afterWrite has added', async () => {
    const afterWrite = async (tx: Transaction) => {
      await sleep(5);
      await tx.execute(note(2));
    };
    await pipelined(nothing, () => ({ answer: 'done', write: note(1), afterWrite }));
    expect(await notes()).toEqual([1, 2]);
  });

  test('undoes everything when nothing can be decided', async () => {
    const decide = () => {
      throw new Error('undecided');
    };
    const read = (tx: StatementRunner) => tx.execute(sql`select add_note()`);
    await expect(pipelined(read, decide)).rejects.toThrow('undecided');
    expect(await notes()).toEqual([]);
  });

  test.each([
    ['an insert', note(1)],
    ['an insert inside a CTE', sql`with added as (${note(1)} returning 1) select 1`],
    ['an insert built of parts', sql`${note(1)}`],
  ])('refuses %s in the read step, where no transaction may have begun', async (_kind, statement) => {
    await expect(pipelined((tx) => rows(tx, statement), changing(null))).rejects.toThrow('SELECT');
    expect(await notes()).toEqual([]);
  });

  test('decides nothing when something could not be read, and reports the error and not what follows from it', async () => {
    const decide = () => expect.unreachable('decided');
    const read = (tx: StatementRunner) => {
      const failing = Promise.all([Promise.all([tx.execute(sql`select 1 / 0`)])]);
      return awaitAll([failing, tx.execute(sql`select 1`)]);
    };
    const error: unknown = await pipelined(read, decide).catch((thrown: unknown) => thrown);
    expect(databaseErrorOf(error)?.code).toBe('22012');
    await pipelined(nothing, changing(note(1)));
    expect(await notes()).toEqual([1]);
  });
});

test('a connection that is lost on the way costs an error, and no change', async () => {
  const { pipelined, db } = onPostgres.platform;
  const endIt = (tx: StatementRunner) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  await expect(pipelined(endIt, changing(note(1)))).rejects.toThrow();
  expect(await rows(db, sql`select id from notes`)).toEqual([]);
  await pipelined(nothing, changing(note(2)));
  expect(await rows(db, sql`select id from notes`)).toEqual([{ id: 2 }]);
});

test('a connection that is lost with the change costs an error, and no change', async () => {
  const { pipelined, db } = onPostgres.platform;
  const change = sql`with ended as (select pg_terminate_backend(pg_backend_pid()) as done)
                     insert into notes select 1, done::text from ended`;
  await expect(pipelined(nothing, changing(change))).rejects.toThrow();
  expect(await rows(db, sql`select id from notes`)).toEqual([]);
});

test('a change whose prepared statement the server has lost is not written outside its transaction', async () => {
  const { pipelined, db } = onPostgres.platform;
  // Opens every connection, as one that is opened later has not prepared the change.
  await Promise.all([1, 2].map(() => db.execute(sql`select pg_sleep(0.2)`)));
  const prepared = new Set<unknown>();
  const noteConnection = async (tx: StatementRunner) => {
    const [connection] = await rows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
    prepared.add(connection?.pid);
  };
  const ids: number[] = [];
  for (let id = 1; prepared.size < 2 && id <= 100; id += 1) {
    await pipelined(noteConnection, changing(note(id)));
    ids.push(id);
  }
  expect(prepared.size).toBe(2);
  const storedIds = async () =>
    (await rows<{ id: number }>(db, sql`select id from notes order by id`)).map(({ id }) => id);
  const losing = (tx: StatementRunner) => tx.execute(sql`select lose_statements()`);
  await expect(pipelined(losing, changing(note(1_000)))).rejects.toMatchObject({ code: '26000' });
  expect(await storedIds()).toEqual(ids);
  const losingOnce = [losing];
  const read = async (tx: StatementRunner) => losingOnce.pop()?.(tx);
  expect(await withRetries(() => pipelined(read, changing(note(1_000))))).toBe('done');
  expect(await storedIds()).toEqual([...ids, 1_000]);
});

test('waits for a connection while all of them read', async () => {
  const { pipelined, db } = onPostgres.platform;
  const reads = Promise.all([1, 2].map(() => db.execute(sql`select pg_sleep(0.2)`)));
  expect(await pipelined(nothing, changing(note(1)))).toBe('done');
  await reads;
});
