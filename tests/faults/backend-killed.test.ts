import { setTimeout as sleep } from 'node:timers/promises';
import { sql as raw } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

const ROUNDS = 20;
const WORKERS = 8;
const SETTLES_WITHIN_MS = 5_000;

const url = process.env.TEST_DATABASE_URL ?? '';
const settings = { max: WORKERS, backoff: () => 0.05, onnotice: () => undefined };

let sql: postgres.Sql;
let killer: postgres.Sql;
const uncaught: unknown[] = [];
const rememberUncaught = (error: unknown) => uncaught.push(error);

beforeAll(() => {
  process.on('uncaughtException', rememberUncaught);
  process.on('unhandledRejection', rememberUncaught);
  killer = postgres(url, { max: 1, onnotice: () => undefined });
  sql = postgres(url, { ...settings, connection: { application_name: 'backend-killed' } });
});

afterAll(async () => {
  await Promise.all([sql.end({ timeout: 2 }), killer.end({ timeout: 2 })]);
  process.off('uncaughtException', rememberUncaught);
  process.off('unhandledRejection', rememberUncaught);
});

type Session = postgres.TransactionSql | postgres.ReservedSql;

async function work(session: Session) {
  for (let step = 0; step < 6; step += 1) {
    await session`select pg_sleep(0.002), ${'x'.repeat(step * 300)}::text`.catch(() => undefined);
    await sleep(step % 3);
  }
  await session`select 1`;
}

const inTransaction = () => sql.begin(work);

async function onReservedConnection() {
  const reserved = await sql.reserve();
  try {
    await work(reserved);
  } finally {
    reserved.release();
  }
}

async function killBackends(name: string) {
  const killed = await killer`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`;
  return killed.length;
}

async function inTime<T>(outcome: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A query was left pending.')), SETTLES_WITHIN_MS);
  });
  return Promise.race([outcome, late]).finally(() => clearTimeout(timer));
}

describe('when Postgres ends the backends of busy connections', () => {
  it.each([
    ['begin()', inTransaction],
    ['reserve()', onReservedConnection],
  ])(
    '%s settles every query, throws nothing outside a promise, and the pool goes on',
    async (_, start) => {
      let killed = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const running = Promise.allSettled(Array.from({ length: WORKERS * 2 }, start));
        await sleep(4 + (round % 10));
        killed += await killBackends('backend-killed');
        await inTime(running);
      }
      expect(killed).toBeGreaterThanOrEqual(ROUNDS);
      expect(uncaught).toEqual([]);
      const ask = () =>
        Array.from({ length: WORKERS * 2 }, (_, index) => sql`select ${index}::int as answer`);
      // Until the pool has read that a connection ended, the first query on it fails.
      await inTime(Promise.allSettled(ask()));
      expect((await inTime(Promise.all(ask()))).flat()).toHaveLength(WORKERS * 2);
    },
    60_000,
  );

  it('a transaction whose backend died cannot reach into the transaction that follows on its connection', async () => {
    const name = 'one-connection';
    const single = postgres(url, { ...settings, max: 1, connection: { application_name: name } });
    await killer`create table if not exists backend_killed (note text)`;
    let late: Promise<unknown> = Promise.resolve('nothing was written late');
    const dead = single.begin(async (tx) => {
      await tx`insert into backend_killed values ('dead')`;
      await killBackends(name);
      late = sleep(300).then(() => tx`insert into backend_killed values ('late')`.catch(() => 'refused'));
      await sleep(600);
    });
    await expect(dead).rejects.toMatchObject({ code: expect.stringMatching(/CONNECTION_CLOSED|ECONNRESET/) });
    await single.begin(async (tx) => {
      await tx`insert into backend_killed values ('next')`;
      await sleep(500);
    });
    expect(await inTime(late)).toBe('refused');
    expect(await killer`select note from backend_killed`).toEqual([{ note: 'next' }]);
    await killer`drop table backend_killed`;
    await single.end();
  }, 20_000);
});

test('a transaction whose statements are sent together fails with what went wrong first', async () => {
  const db = drizzle({ client: sql });
  const failing = db.transaction((tx) => {
    const first = tx.execute(raw`select 1 / 0`).catch(async (error: unknown) => {
      await sleep(20);
      throw error;
    });
    return Promise.all([first, tx.execute(raw`select 1`)]);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
});
