import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#kernel/ids.ts';
import { aUser } from '#tests/support/actors.ts';
import { databaseAt } from '#tests/support/migrations.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { embedded } from '../adapters/database/database.ts';
import { rows } from '../database/db.ts';
import { rotatePartitions } from './partitions.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
/** Two months after the tables were made: their first partition has no row of it. */
let now: Date;
let userId: string;
beforeEach(async () => {
  t = await testPlatform();
  ({ id: userId } = await aUser(t.platform));
  const real = new Date();
  now = new Date(Date.UTC(real.getUTCFullYear(), real.getUTCMonth() + 2, 15));
  t.clock.moveTo(now);
});
afterEach(() => t.close());

const inMonths = (months: number, day = 15) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day));
const monthOf = (at: Date) => at.toISOString().slice(0, 7).replace('-', '_');

const emit = (at: Date, dispatchedAt: Date | null = at) =>
  t.platform.db.execute(sql`
    insert into outbox_events (operation_id, type, payload, at, dispatched_at)
    values (${newId()}::uuid, 'test.partitioned', '{}', ${at.toISOString()}::timestamptz,
            ${dispatchedAt?.toISOString() ?? null}::timestamptz)`);
const notify = (at: Date) =>
  t.platform.db.execute(sql`
    insert into notifications (id, user_id, type, priority, title, message, created_at)
    values (${newId(at.getTime())}::uuid, ${userId}, 'system', 'low', 'Test', 'Partitioned',
            ${at.toISOString()}::timestamptz)`);

/** The partition of each row of this test. */
async function placesOf(table: 'outbox_events' | 'notifications'): Promise<string[]> {
  const [order, mine] =
    table === 'outbox_events'
      ? [sql`at`, sql`type = 'test.partitioned'`]
      : [sql`created_at`, sql`message = 'Partitioned'`];
  const found = await rows<{ place: string }>(
    t.platform.db,
    sql`select tableoid::regclass::text as place from ${sql.raw(table)} where ${mine} order by ${order}`,
  );
  return found.map(({ place }) => place.slice(table.length + 1));
}

const rotate = (table: 'outbox_events' | 'notifications', at: Date, before = new Date(0)) => {
  t.clock.moveTo(at);
  return rotatePartitions(t.platform, table, before);
};

describe.each([
  ['outbox_events', emit],
  ['notifications', notify],
] as const)('%s', (table, add) => {
  test('go into the partition of their month, which was made ahead, from its first moment to its last', async () => {
    await rotate(table, now);
    await rotate(table, now);
    const begin = inMonths(1, 1);
    for (const at of [begin, inMonths(1, 20), new Date(inMonths(2, 1).getTime() - 1), inMonths(2, 1)])
      await add(at);
    const [next, second] = [monthOf(inMonths(1)), monthOf(inMonths(2))];
    expect(await placesOf(table)).toEqual([next, next, next, second]);
  });

  test('of a month whose partition was not made in time are there, and are removed when their time is over', async () => {
    await add(now);
    await add(inMonths(1));
    // The month of the second row is taken, the one after it is not.
    await rotate(table, now);
    await add(inMonths(2));
    expect(await placesOf(table)).toEqual(['default', 'default', monthOf(inMonths(2))]);
    await rotate(table, inMonths(2), inMonths(1, 1));
    expect(await placesOf(table)).toEqual(['default', monthOf(inMonths(2))]);
    await rotate(table, inMonths(4), inMonths(3, 1));
    expect(await placesOf(table)).toEqual([]);
  });

  test('are removed with their month, once all of it is over', async () => {
    await rotate(table, now);
    await add(inMonths(1, 2));
    await add(inMonths(2, 2));
    await rotate(table, inMonths(3), new Date(inMonths(2, 1).getTime() - 1));
    expect(await placesOf(table)).toEqual([monthOf(inMonths(1)), monthOf(inMonths(2))]);
    await rotate(table, inMonths(3), inMonths(2, 1));
    expect(await placesOf(table)).toEqual([monthOf(inMonths(2))]);
  });
});

test('a month with an event that is not dispatched is not removed', async () => {
  await rotate('outbox_events', now);
  await emit(inMonths(1));
  await emit(inMonths(1, 16), null);
  await rotate('outbox_events', inMonths(4), inMonths(3));
  expect(await placesOf('outbox_events')).toHaveLength(2);
  await t.platform.db.execute(sql`update outbox_events set dispatched_at = at where dispatched_at is null`);
  await rotate('outbox_events', inMonths(4), inMonths(3));
  expect(await placesOf('outbox_events')).toEqual([]);
});

test('no other table is divided or emptied by these functions', async () => {
  const { db } = t.platform;
  await expect(db.execute(sql`select drop_partitions('audit_log', now())`)).rejects.toThrow();
  await expect(db.execute(sql`select make_partitions('users', now(), 1)`)).rejects.toThrow();
});

test('the migration of an installation keeps each row, its rights and its defaults, and ids go on', async () => {
  const client = await databaseAt('0029_history-by-block');
  await client.exec(`
    create role reader;
    grant select on outbox_events to reader;
    insert into users (id, email, first_name, last_name, created_at, updated_at)
      values ('ada', 'ada@x.test', 'Ada', 'Quill', now(), now());
    insert into outbox_events (operation_id, type, payload, at, dispatched_at)
      select gen_random_uuid(), 'test', '{}', now() + month * interval '1 month', case when month < 0 then now() end
      from generate_series(-3, 1) month;
    insert into notifications (id, user_id, type, priority, title, message, created_at)
      select gen_random_uuid(), 'ada', 'system', 'low', 'Test', 'Test', now() from generate_series(1, 3);
    create table before as select to_jsonb(o) - 'xid' as row from outbox_events o union all
      select to_jsonb(n) from notifications n`);
  const { db, close } = await embedded(client);
  const [same] = await rows(
    db,
    sql`select count(*)::int as unchanged, (select count(*)::int from before) as "all",
               has_table_privilege('reader', 'outbox_events', 'select') as readable
        from before join (select to_jsonb(o) as row from outbox_events o union all
                          select to_jsonb(n) from notifications n) now using (row)`,
  );
  expect(same).toEqual({ unchanged: 8, all: 8, readable: true });
  const [added] = await rows(
    db,
    sql`insert into outbox_events (operation_id, type, payload, at) values (gen_random_uuid(), 'test', '{}', now())
        returning id::int, audience`,
  );
  expect(added).toEqual({ id: 6, audience: 'viewers' });
  const stranger = sql`insert into notifications (id, user_id, type, priority, title, message, created_at)
    values (gen_random_uuid(), 'nobody', 'system', 'low', 'Test', 'Test', now())`;
  await expect(db.execute(stranger)).rejects.toThrow();
  await close();
});
