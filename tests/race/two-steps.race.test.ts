import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Ending,
  type InTwoSteps,
  type Reader,
  rows,
  type Transaction,
  together,
  withRetries,
} from '#platform/server/database/db.ts';
import { databaseErrorOf } from '#platform/server/errors/database-errors.ts';
import {
  type PostgresPlatform,
  postgresPlatform,
  type TestPlatform,
  testPlatform,
} from '../support/platform.ts';

// One place for transactions and one for reads: a connection that is not given back is missed at once.
let onPostgres: PostgresPlatform;
let embedded: TestPlatform;
beforeAll(async () => {
  [onPostgres, embedded] = await Promise.all([
    postgresPlatform({ pool: 2, timeoutMs: 2_000 }),
    testPlatform(),
  ]);
  for (const { platform } of [onPostgres, embedded])
    await platform.db.execute(sql`create table notes (id int primary key, words text not null)`);
});
afterAll(() => Promise.all([onPostgres.close(), embedded.close()]));
beforeEach(async () => {
  for (const { platform } of [onPostgres, embedded]) await platform.db.execute(sql`truncate notes`);
});

const note = (id: number, words = 'a note') => sql`insert into notes values (${id}::int, ${words}::text)`;
const nothing = () => Promise.resolve();
const changing = (change: SQL | null) => (): Ending<string> => ({ answer: 'done', change });

describe.each([
  ['on Postgres', () => onPostgres],
  ['on the embedded database', () => embedded],
])('a transaction in two steps %s', (_, open) => {
  const inTwoSteps: InTwoSteps = (read, decide) => open().platform.inTwoSteps(read, decide);
  const notes = async () =>
    (await rows<{ id: number }>(open().platform.db, sql`select id from notes order by id`)).map(
      ({ id }) => id,
    );

  test('decides on what it has read, and writes that', async () => {
    await inTwoSteps(nothing, changing(note(1)));
    const answer = await inTwoSteps(
      (tx) => rows<{ highest: number }>(tx, sql`select max(id)::int as highest from notes`),
      ([{ highest } = { highest: 0 }]) => ({ answer: highest + 1, change: note(highest + 1) }),
    );
    expect(answer).toBe(2);
    expect(await notes()).toEqual([1, 2]);
  });

  test('writes nothing when it decides so', async () => {
    expect(await inTwoSteps(nothing, changing(null))).toBe('done');
    expect(await notes()).toEqual([]);
  });

  test('keeps nothing of a change that fails, and the next goes on', async () => {
    await inTwoSteps(nothing, changing(note(1)));
    const twice = sql`with first as (${note(2)} returning 1) insert into notes values (1, 'again')`;
    await expect(inTwoSteps(nothing, changing(twice))).rejects.toThrow();
    expect(await notes()).toEqual([1]);
    await inTwoSteps(nothing, changing(note(3)));
    expect(await notes()).toEqual([1, 3]);
  });

  test('keeps nothing of a change whose finish fails', async () => {
    const finish = async (tx: Transaction) => {
      expect(await rows(tx, sql`select id from notes`)).toHaveLength(1);
      throw new Error('not finished');
    };
    const decide = () => ({ answer: 'done', change: note(1), finish });
    await expect(inTwoSteps(nothing, decide)).rejects.toThrow('not finished');
    expect(await notes()).toEqual([]);
  });

  test('commits what a finish has added', async () => {
    const finish = async (tx: Transaction) => {
      await sleep(5);
      await tx.execute(note(2));
    };
    await inTwoSteps(nothing, () => ({ answer: 'done', change: note(1), finish }));
    expect(await notes()).toEqual([1, 2]);
  });

  test('undoes everything when nothing can be decided', async () => {
    const decide = () => {
      throw new Error('undecided');
    };
    await expect(inTwoSteps((tx) => tx.execute(note(1)), decide)).rejects.toThrow('undecided');
    expect(await notes()).toEqual([]);
  });

  test('decides nothing when something could not be read, and tells the error and not what follows from it', async () => {
    const decide = () => expect.unreachable('decided');
    const read = (tx: Reader) => {
      const failing = Promise.all([Promise.all([tx.execute(sql`select 1 / 0`)])]);
      return together([failing, tx.execute(sql`select 1`)]);
    };
    const error: unknown = await inTwoSteps(read, decide).catch((thrown: unknown) => thrown);
    expect(databaseErrorOf(error)?.code).toBe('22012');
    await inTwoSteps(nothing, changing(note(1)));
    expect(await notes()).toEqual([1]);
  });
});

test('a connection that is lost on the way costs an error, and no change', async () => {
  const { inTwoSteps, db } = onPostgres.platform;
  const endIt = (tx: Reader) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  await expect(inTwoSteps(endIt, changing(note(1)))).rejects.toThrow();
  expect(await rows(db, sql`select id from notes`)).toEqual([]);
  await inTwoSteps(nothing, changing(note(2)));
  expect(await rows(db, sql`select id from notes`)).toEqual([{ id: 2 }]);
});

test('a connection that is lost with the change costs an error, and no change', async () => {
  const { inTwoSteps, db } = onPostgres.platform;
  const change = sql`with ended as (select pg_terminate_backend(pg_backend_pid()) as done)
                     insert into notes select 1, done::text from ended`;
  await expect(inTwoSteps(nothing, changing(change))).rejects.toThrow();
  expect(await rows(db, sql`select id from notes`)).toEqual([]);
});

test('a change whose prepared statement the server has lost is not written outside its transaction', async () => {
  const { inTwoSteps, db } = onPostgres.platform;
  // More often than there are connections, so that each has prepared the change.
  for (const id of [1, 2, 3, 4]) await inTwoSteps(nothing, changing(note(id)));
  const kept = async () =>
    (await rows<{ id: number }>(db, sql`select id from notes order by id`)).map(({ id }) => id);
  const losing = (tx: Reader) => tx.execute(sql`deallocate all`);
  await expect(inTwoSteps(losing, changing(note(5)))).rejects.toMatchObject({ code: '26000' });
  expect(await kept()).toEqual([1, 2, 3, 4]);
  const losingOnce = [losing];
  const read = async (tx: Reader) => losingOnce.pop()?.(tx);
  expect(await withRetries(() => inTwoSteps(read, changing(note(5))))).toBe('done');
  expect(await kept()).toEqual([1, 2, 3, 4, 5]);
});

test('waits for a connection while all of them read', async () => {
  const { inTwoSteps, db } = onPostgres.platform;
  const reads = Promise.all([1, 2].map(() => db.execute(sql`select pg_sleep(0.2)`)));
  expect(await inTwoSteps(nothing, changing(note(1)))).toBe('done');
  await reads;
});
