import { readdirSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobs as jobsTable, outboxEvents } from '#db/schema/platform.ts';
import { newId } from '#kernel/ids.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { openPostgres } from '#platform/server/adapters/database/database.ts';
import { rows } from '#platform/server/database/db.ts';
import { createJobs, type JobRegistry } from '#platform/server/jobs/jobs.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, api, aUser, newKey, on, type Person } from '../support/actors.ts';
import { eventually } from '../support/eventually.ts';
import { follow } from '../support/live-stream.ts';
import { emptyDatabase, type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

let t: PostgresPlatform;
let second: Platform;
beforeAll(async () => {
  t = await postgresPlatform();
  second = await t.another();
});
afterAll(() => t.close());

const ALL_MIGRATIONS = readdirSync(new URL('../../db/migrations', import.meta.url)).filter((name) =>
  name.endsWith('.sql'),
).length;

const workers = (registry: JobRegistry, many = 2) =>
  Array.from({ length: many }, (_, at) => createJobs(() => (at % 2 ? second : t.platform), registry));

test('servers that start at once on an empty database migrate it once, and refuse it after another version has', async () => {
  const { url, drop } = await emptyDatabase();
  const servers = await Promise.all([1, 2, 3].map(() => openPostgres(url, { pool: 1 })));
  const counts = await Promise.all(
    servers.map(({ db }) =>
      rows(
        db,
        sql`select count(*)::int as applied, count(distinct hash)::int as migrations
                   from drizzle.__drizzle_migrations`,
      ),
    ),
  );
  for (const [{ applied, migrations } = {}] of counts)
    expect([applied, applied]).toEqual([migrations, ALL_MIGRATIONS]);
  const [first] = servers;
  await first?.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of another version', 1)`,
  );
  await expect(openPostgres(url, { pool: 1 })).rejects.toThrow('whose migrations this one does not have');
  for (const server of servers) await server.close();
  await drop();
});

describe('two servers on one database', () => {
  test('run each job once, and never the same at once', async () => {
    await t.platform.db.delete(jobsTable);
    const runs = new Map<unknown, number>();
    let overlapping = 0;
    const running = new Set<unknown>();
    const registry: JobRegistry = {
      onEvent: {},
      schedules: [],
      handlers: {
        'test.count': async ({ platform }, { number }) => {
          if (running.has(number)) overlapping += 1;
          running.add(number);
          await platform.db.execute(sql`select 1`);
          runs.set(number, (runs.get(number) ?? 0) + 1);
          running.delete(number);
        },
      },
    };
    const queued = Array.from({ length: 400 }, (_, number) => ({
      id: newId(),
      kind: 'test.count',
      key: newKey(),
      payload: { number },
      runAt: new Date(),
      createdAt: new Date(),
    }));
    await t.platform.db.insert(jobsTable).values(queued);
    await Promise.all(workers(registry, 6).map((worker) => worker.drain()));
    expect(overlapping).toBe(0);
    expect(runs.size).toBe(400);
    expect([...runs.values()].every((times) => times === 1)).toBe(true);
  });

  test('turn each event into one job, and each slot of a schedule into one run', async () => {
    await t.platform.db.delete(jobsTable);
    await t.platform.db.delete(outboxEvents);
    let handled = 0;
    let ticks = 0;
    const registry: JobRegistry = {
      onEvent: { 'test.happened': ['test.handle'] },
      schedules: [{ kind: 'test.tick', everyMs: HOUR }],
      handlers: {
        'test.handle': async () => {
          handled += 1;
        },
        'test.tick': async () => {
          ticks += 1;
        },
      },
    };
    const events = Array.from({ length: 40 }, () => ({
      operationId: newId(),
      type: 'test.happened',
      payload: {},
      at: new Date(),
    }));
    await t.platform.db.insert(outboxEvents).values(events);
    await Promise.all(workers(registry).map((worker) => worker.drain()));
    expect([handled, ticks]).toEqual([40, 1]);
  });

  test('settle a large deposit on either of them, once', async () => {
    const ada = await aUser(t.platform);
    t.platform.jobs.start();
    second.jobs.start();
    await api(ada).wallet.deposit({ amountCents: 500_000, requestId: newKey() });
    const { availableCents } = await eventually(async () => {
      const shown = await api(on(second, ada)).wallet.overview();
      return shown.availableCents > 0 ? shown : null;
    });
    expect(availableCents).toBe(500_000);
  });
});

test('a job whose statement takes too long each time is given up after five attempts, and an admin sees why', async () => {
  const hasty = await postgresPlatform({ timeoutMs: 200 });
  try {
    const { db } = hasty.platform;
    const handlers = { 'test.slow': async () => void (await db.execute(sql`select pg_sleep(30)`)) };
    const times = { leaseMs: MINUTE, maxRunMs: MINUTE, retryDelayMs: () => 0 };
    const worker = createJobs(() => hasty.platform, { onEvent: {}, schedules: [], handlers }, times);
    await db.delete(jobsTable);
    const [id, runAt] = [newId(), new Date()];
    await db
      .insert(jobsTable)
      .values({ id, kind: 'test.slow', key: id, payload: {}, runAt, createdAt: runAt });
    await worker.drain();
    const { items } = await api(await anAdmin(hasty.platform)).jobs.list({ state: 'dead' });
    expect(items).toMatchObject([{ kind: 'test.slow', attempts: 5 }]);
    expect(items[0]?.lastError).toMatch(/^took too long: .*pg_sleep/);
  } finally {
    await hasty.close();
  }
});

const rename = (person: Person) => api(person).identity.updateProfile({ firstName: 'A', lastName: 'B' });

describe('live changes', () => {
  test('cross from one server to the other', async () => {
    const ada = await aUser(t.platform);
    const stream = await follow(second, ada);
    const renamed = await eventually(async () => {
      await rename(ada);
      return stream.heard.find(({ type }) => type === 'identity.profileUpdated');
    });
    expect(renamed).toMatchObject({ type: 'identity.profileUpdated', propertyId: null, mine: true });
    await stream.stop();
  });

  test('a transaction that commits late is not skipped, and holds up no other one', async () => {
    const ada = await aUser(t.platform);
    const client = postgres(t.url, { max: 2, onnotice: () => undefined });
    const stream = await follow(t.platform, ada);
    await eventually(async () => {
      await rename(ada);
      return stream.heard.length > 0;
    });
    stream.heard.length = 0;
    const insertEvent = (tx: postgres.TransactionSql | postgres.Sql, type: string) =>
      tx`with added as (
           insert into outbox_events (operation_id, type, user_id, payload, at)
           values (${newId()}, ${type}, ${ada.id}, '{}', now()) returning id)
         insert into outbox_unsequenced select id from added`;
    const hears = (wanted: string) => {
      t.platform.live.wake();
      return eventually(() => stream.heard.some(({ type }) => type === wanted), { what: wanted });
    };
    await client.begin(async (early) => {
      await insertEvent(early, 'test.early');
      await insertEvent(client, 'test.late');
      await hears('test.late');
    });
    await hears('test.early');
    const received = stream.heard.map(({ type }) => type).filter((type) => type.startsWith('test.'));
    expect(received).toEqual(['test.late', 'test.early']);
    await stream.stop();
    await client.end();
  });
});
