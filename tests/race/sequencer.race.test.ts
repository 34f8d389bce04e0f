import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kernel/ids.ts';
import { auditChainInvariants, sealAuditLog } from '#platform/server/audit/audit-chain.ts';
import { databaseErrorOf } from '#platform/server/errors/database-errors.ts';
import { sequenceAll, sequenceOutbox } from '#platform/server/jobs/sequencer.ts';
import { createLive } from '#platform/server/live/live.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { checkInvariants } from '#platform/server/verification/invariants.ts';
import { api, aUser, systemOf } from '../support/actors.ts';
import { eventually } from '../support/eventually.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

const WRITERS = 8;
const TRANSACTIONS_EACH = 40;

let t: PostgresPlatform;
let second: Platform;
let client: postgres.Sql;
beforeAll(async () => {
  t = await postgresPlatform();
  second = await t.another();
  client = postgres(t.url, { max: WRITERS + 2, onnotice: () => undefined });
});
afterAll(async () => {
  await client.end();
  await t.close();
});

const emit = (tx: postgres.Sql | postgres.TransactionSql, type: string, number: number) =>
  tx`with added as (
       insert into outbox_events (operation_id, type, payload, at, dispatched_at)
       values (${newId()}, ${type}, ${tx.json({ number })}, now(), now()) returning id)
     insert into outbox_unsequenced select id from added`;

interface Sequenced {
  position: number;
  type: string;
  number: number;
}

const sequencedAfter = (position: number) => client<Sequenced[]>`
  select p.position::int as position, o.type, (o.payload->>'number')::int as number
  from outbox_positions p left join outbox_events o on o.id = p.event_id
  where p.position > ${position} order by p.position`;

const pause = (maxMs: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * maxMs));

/** Commits events of one connection in order, some transactions after later ones of others, and rolls every fourth back. */
async function write(type: string): Promise<number[]> {
  const committed: number[] = [];
  const connection = await client.reserve();
  for (let number = 0; number < TRANSACTIONS_EACH; number += 1) {
    await connection`begin`;
    await emit(connection, type, number);
    await pause(8);
    const isLost = number % 4 === 3;
    await (isLost ? connection`rollback` : connection`commit`);
    if (!isLost) committed.push(number);
  }
  connection.release();
  return committed;
}

/** Ends database connections that give positions. @returns how many */
async function killSequencers(): Promise<number> {
  const ended = await client`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
      and query like '%outbox_unsequenced u%'`;
  return ended.length;
}

const ADMIN_SHUTDOWN = '57P01';
const CONNECTION_ERRORS = ['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'ECONNRESET', 'EPIPE'];

function isKilled(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return databaseErrorOf(error)?.code === ADMIN_SHUTDOWN || CONNECTION_ERRORS.includes(cause?.code ?? '');
}

/** Assigns positions until it is stopped. Only the end of its connection may make it fail. */
async function sequenceWhile(platform: Platform, isOn: () => boolean): Promise<void> {
  while (isOn()) {
    await sequenceOutbox(platform.db).catch((error: unknown) => {
      if (!isKilled(error)) throw error;
    });
    await pause(2);
  }
}

test('events that commit out of order, with rollbacks, two servers and killed connections get gapless positions, each one', async () => {
  const from = { position: await sequenceAll(t.platform.db), ordinal: 0 };
  const stop = new AbortController();
  const streams = [t.platform, second].map((platform) => createLive(() => platform));
  let begun = 0;
  const seen = streams.map(async (live, at) => {
    const positions: number[] = [];
    for await (const event of live.follow({ person: `listener ${at}`, from, signal: stop.signal })) {
      if (event.type === 'test.end') break;
      if (event.type === 'test.begin') begun += 1;
      else positions.push(event.position);
    }
    return positions;
  });
  await emit(client, 'test.begin', 0);
  const before = await sequenceAll(t.platform.db);
  await eventually(() => begun === 2, { what: 'both streams are open' });
  let isOn = true;
  let killed = 0;
  const kill = async () => {
    while (isOn) {
      killed += await killSequencers();
      await pause(10);
    }
  };
  const work = [t.platform, second, t.platform].map((platform) => sequenceWhile(platform, () => isOn));
  const killing = kill();
  const types = Array.from({ length: WRITERS }, (_, at) => `test.writer${at}`);
  const committed = await Promise.all(types.map(write)).finally(() => {
    isOn = false;
  });
  await Promise.all([...work, killing]);
  await sequenceAll(second.db);

  const sequenced = await sequencedAfter(before);
  const count = committed.flat().length;
  expect(killed).toBeGreaterThan(0);
  expect(sequenced.map(({ position }) => position)).toEqual(
    Array.from({ length: count }, (_, at) => before + at + 1),
  );
  for (const [at, type] of types.entries()) {
    const own = sequenced.filter((event) => event.type === type);
    expect(own.map(({ number }) => number)).toEqual(committed[at]);
  }

  await emit(client, 'test.end', 0);
  for (const live of streams) live.wake();
  const all = sequenced.map(({ position }) => position);
  expect(await Promise.all(seen)).toEqual([all, all]);
  stop.abort();
  await Promise.all(streams.map((live) => live.stop()));
}, 60_000);

test('a server that is lost while it gives positions leaves nothing behind, and another one gives them', async () => {
  const before = await sequenceAll(t.platform.db);
  for (const number of [1, 2, 3]) await emit(client, 'test.left', number);
  const blocker = await client.reserve();
  await blocker`begin`;
  await blocker`insert into outbox_positions (position, event_id) values (${before + 2}, -1)`;
  const lost = sequenceOutbox(t.platform.db).then(
    () => 'done',
    () => 'lost',
  );
  // It has taken the events and waits for the second position, and the other server for it.
  await eventually(async () => (await waiting()) === 1, { what: 'one server waits' });
  const other = sequenceOutbox(second.db);
  await eventually(async () => (await waiting()) === 2, { what: 'the other one waits too' });
  await client`
    select pg_terminate_backend((
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%outbox_unsequenced u%'
      order by query_start limit 1))`;
  expect(await lost).toBe('lost');
  await blocker`rollback`;
  blocker.release();
  expect(await other).toEqual({ head: before + 3, hasMore: false });
  expect(await sequencedAfter(before)).toEqual(
    [1, 2, 3].map((number) => ({ position: before + number, type: 'test.left', number })),
  );
});

test('a server that waited while another one gave positions goes on with what that left', async () => {
  const before = await sequenceAll(t.platform.db);
  for (const number of [1, 2, 3]) await emit(client, 'test.many', number);
  const blocker = await client.reserve();
  await blocker`begin`;
  await blocker`insert into outbox_positions (position, event_id) values (${before + 2}, -1)`;
  const two = [t.platform, second].map(({ db }) => sequenceOutbox(db, 2));
  await eventually(async () => (await waiting()) === 2, { what: 'both wait' });
  await blocker`rollback`;
  blocker.release();
  const step = { head: before + 2, hasMore: true };
  expect(await Promise.all(two)).toEqual([step, step]);
  expect(await sequenceAll(second.db)).toBe(before + 3);
});

async function waiting(): Promise<number> {
  const [found] = await client<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%outbox_unsequenced u%'`;
  return found?.count ?? 0;
}

test('audit rows that commit late, or that two servers seal at once, get one seal each, without a gap', async () => {
  const seal = () =>
    Promise.all([t.platform, second].map((platform) => sealAuditLog(systemOf(platform), {})));
  const ada = await aUser(t.platform);
  const logged = (tx: postgres.TransactionSql) =>
    tx`with added as (
         insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
         values (${newId()}, now(), 'test.late', 'system', 'test', 'test', '{}') returning seq)
       insert into audit_unsealed select seq from added`;
  await client.begin(async (late) => {
    await logged(late);
    await Promise.all(
      ['A', 'B', 'C'].map((firstName) => api(ada).identity.updateProfile({ firstName, lastName: 'Q' })),
    );
    await seal();
  });
  await seal();
  const [found] = await client`
    select (select count(*) from audit_log) = count(distinct seq) as "isWhole", count(*) = max(position) as "isGapless",
           (select count(*)::int from audit_unsealed) as left, max(position) = (
             select s.position from audit_seals s join audit_log a on a.seq = s.seq where a.action = 'test.late'
           ) as "isLast" from audit_seals`;
  expect(found).toEqual({ isWhole: true, isGapless: true, left: 0, isLast: true });
  const findings = await checkInvariants(t.platform.db, auditChainInvariants);
  expect(findings.flatMap(({ drifts }) => drifts)).toEqual([]);
});
