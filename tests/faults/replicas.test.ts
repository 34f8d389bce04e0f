import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveEvent } from '#kernel/events.ts';
import { openReplicas } from '#platform/server/adapters/database/replicas.ts';
import { positionTokens } from '#platform/server/adapters/keys/position-tokens.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Position, Replicas } from '#platform/server/database/replicas.ts';
import { parseDataKeys } from '#platform/server/runtime/config.ts';
import { readFromReplicaIfFresh } from '#platform/server/transport/replica-reads.ts';
import { createCommonholdClient } from '../../src/script-client/index.ts';
import { anApprovedProperty, api, aUser, newKey, on, type Person } from '../support/actors.ts';
import { expectBooksBalance } from '../support/checks.ts';
import { eventually } from '../support/eventually.ts';
import { follow } from '../support/live-stream.ts';
import { type PostgresPlatform, postgresPlatform, TEST_DATA_KEY } from '../support/platform.ts';
import { type PostgresServer, startPostgres, startStandby } from '../support/postgres-server.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/server.ts';

const COOKIE = 'commonhold-position';

let primary: PostgresServer;
let standby: PostgresServer;
let outside: postgres.Sql;
let t: PostgresPlatform;
let http: TestServer;
let replicas: Replicas;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  primary = await startPostgres();
  // Replay never waits for a query: it cancels what is in its way.
  standby = await startStandby(primary, { max_standby_streaming_delay: '0' });
  outside = postgres(primary.url, { max: 1, onnotice: () => undefined });
  t = await postgresPlatform({ on: { url: primary.url }, replicaUrls: [standby.url] });
  http = await startTestServer(t.platform);
  replicas = t.platform.replicas as Replicas;
  ada = await aUser(t.platform);
  bob = await aUser(t.platform);
});
afterAll(async () => {
  await http?.close();
  await t?.close();
  await outside?.end({ timeout: 1 });
  await Promise.all([standby?.stop(), primary?.stop()]);
});

/** The replica has replayed everything until now. */
async function caughtUp(): Promise<void> {
  const now = await replicas.position();
  await eventually(
    async () => {
      // Where the log ends with a page, the next record begins behind that page's header.
      await outside`select pg_logical_emit_message(false, 'test', '')`;
      return typeof replicas.choose(now, 'anyone') === 'object';
    },
    { what: 'the replica has caught up' },
  );
}

async function onStandby<Answer>(work: (client: postgres.Sql) => Promise<Answer>): Promise<Answer> {
  const client = postgres(standby.url, { max: 1, onnotice: () => undefined });
  return work(client).finally(() => client.end({ timeout: 1 }));
}

/** Does something while the replica is paused, behind everything that happens meanwhile. */
async function whileReplicaPaused<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  await caughtUp();
  return onStandby(async (client) => {
    await client`select pg_wal_replay_pause()`;
    const paused = () => client`select pg_get_wal_replay_pause_state() = 'paused' as "isPaused"`;
    await eventually(async () => (await paused())[0]?.isPaused, { what: 'replay is paused' });
    return work().finally(() => client`select pg_wal_replay_resume()`);
  });
}

async function reads(server: string, why: string): Promise<number> {
  const metric = t.platform.metrics.registry.getSingleMetric('commonhold_reads_total');
  const { values } = (await metric?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels.server === server && labels.why === why)?.value ?? 0;
}

async function browserOf({ email }: Person): Promise<TestClient> {
  const client = http.client();
  expect((await client.signIn(email)).status).toBe(200);
  return client;
}

async function depositsOf(client: TestClient): Promise<number> {
  const { status, json } = await client.query('wallet.transfers', {});
  expect(status).toBe(200);
  return json.result.data.items.length;
}

/** Whether a caller of the public list sees a property. */
async function sees(client: TestClient, id: number, headers: Record<string, string> = {}): Promise<boolean> {
  const { status, json } = await client.get('/api/properties?limit=500', headers);
  expect(status).toBe(200);
  return json.some((property: { id: number }) => property.id === id);
}

const isUsed = () => eventually(() => replicas.states()[0]?.reason === null, { what: 'the replica is used' });

test('own changes are read right away while the replica is paused; others read the replica', async () => {
  const [browser, other] = [await browserOf(ada), await browserOf(bob)];
  const { secret } = await api(ada).identity.createToken({ name: 's', scope: 'write', expiresInDays: null });
  const script = createCommonholdClient({ baseUrl: http.url, token: secret });
  expect((await script.wallet.transfers.query({})).items).toHaveLength(0);
  const property = await whileReplicaPaused(async () => {
    const added = await anApprovedProperty(t.platform);
    expect(await sees(other, added.id)).toBe(false);
    expect(await sees(http.client(), added.id)).toBe(false);

    const deposit = () => ({ amountCents: 100, requestId: newKey() });
    expect((await browser.mutate('wallet.deposit', deposit())).status).toBe(200);
    expect(await depositsOf(browser)).toBe(1);
    await script.wallet.deposit.mutate(deposit());
    expect((await script.wallet.transfers.query({})).items).toHaveLength(2);
    // A script that carries no position, and a browser that was not there before.
    expect(await depositsOf(http.client({ authorization: `Bearer ${secret}` }))).toBe(2);
    other.cookies.delete(COOKIE);
    expect(await sees(other, added.id)).toBe(true);
    expect(await sees(other, added.id)).toBe(true);
    return added;
  });
  await caughtUp();
  const before = await reads('replica', 'fresh');
  expect(await sees(other, property.id)).toBe(true);
  expect(await depositsOf(browser)).toBe(2);
  expect((await script.wallet.transfers.query({})).items).toHaveLength(2);
  expect(await reads('replica', 'fresh')).toBe(before + 3);
  await expectBooksBalance(t.platform);
});

test('what a live event makes a browser read again is not older than the event', async () => {
  const browser = await browserOf(bob);
  await whileReplicaPaused(async () => {
    const stream = await follow(t.platform, bob);
    const added = await anApprovedProperty(t.platform);
    const event = await eventually(() => stream.heard.find(({ propertyId }) => propertyId === added.id));
    await stream.stop();
    expect(await sees(browser, added.id)).toBe(false);
    expect(await sees(browser, added.id, { [COOKIE]: event.position ?? '' })).toBe(true);
  });
});

test('a page hears by its first stream what a replica lacked when it was loaded; a script hears what is new', async () => {
  const browser = await browserOf(bob);
  await whileReplicaPaused(async () => {
    const stop = new AbortController();
    const ended = AbortSignal.any([stop.signal, AbortSignal.timeout(10_000)]);
    const added = await anApprovedProperty(t.platform);
    expect(await sees(browser, added.id)).toBe(false);
    const heard = async (sessionId: string | null) => {
      const one = { ...bob, caller: { ...bob.caller, actor: { ...bob.actor, sessionId } } };
      const stream = (await api(one, ended).live.changes(undefined)) as AsyncIterable<[string, LiveEvent]>;
      for await (const [, event] of stream) if (event.propertyId === added.id) return event;
      return null;
    };
    const ofScript = heard(null);
    const event = await heard(bob.actor.sessionId);
    expect(await sees(browser, added.id, { [COOKIE]: event?.position ?? '' })).toBe(true);
    stop.abort();
    expect(await ofScript).toBe(null);
  });
});

test('no stranger learns a position where nothing was changed, and a streamed answer knows none', async () => {
  const visitor = http.client();
  const wrong = { email: bob.email, password: 'not the right one' };
  const answers = await Promise.all([
    visitor.post('/api/nothing', {}),
    visitor.send('DELETE', '/api/properties'),
    visitor.post('/api/trpc/no.such', {}),
    visitor.post('/api/auth/sign-in', wrong),
    visitor.get('/api/logout'),
    visitor.get('/api/properties', { cookie: `${COOKIE}=x` }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 405, 404, 401, 302, 200]);
  for (const { headers } of answers)
    expect([headers.get(COOKIE), ...headers.getSetCookie()].join()).not.toMatch(/\w{40}\./);

  const browser = await browserOf(bob);
  const streamed = await browser.fetch('/api/trpc/wallet.deposit?batch=1', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'trpc-accept': 'application/jsonl' },
    body: JSON.stringify({ 0: { amountCents: 100, requestId: newKey() } }),
  });
  expect(await streamed.text()).toContain('amountCents');
  expect(streamed.headers.get(COOKIE)).toBe('unknown');
});

test('a page without the cookie, which lasts ten minutes, begins on the primary, also behind Basic credentials', async () => {
  const browser = http.client({ authorization: 'Basic YTpi' });
  await browser.signIn(bob.email);
  const early = browser.cookies.get(COOKIE) ?? '';
  await whileReplicaPaused(async () => {
    const added = await anApprovedProperty(t.platform);
    expect(await sees(browser, added.id, { [COOKIE]: early })).toBe(false);
    browser.cookies.delete(COOKIE);
    expect(await sees(browser, added.id, { [COOKIE]: early })).toBe(true);
    expect(browser.cookies.get(COOKIE)).toMatch(/^\w{40}\./);
  });
});

test('a refusal is decided by the primary, an input that does not fit the contract by any server', async () => {
  const browser = await browserOf(bob);
  await caughtUp();
  const [refused, failed] = [await reads('primary', 'refused'), await reads('primary', 'failed')];
  expect((await browser.query('properties.detail', { id: 999_999 })).status).toBe(404);
  expect((await browser.get('/api/properties/999999')).status).toBe(404);
  expect(await reads('primary', 'refused')).toBe(refused + 2);
  expect((await browser.query('properties.detail', { id: 'x' })).status).toBe(400);
  expect((await browser.get('/api/properties?limit=x')).status).toBe(400);
  expect([await reads('primary', 'refused'), await reads('primary', 'failed')]).toEqual([
    refused + 2,
    failed,
  ]);
});

test('a connection of the pool that ends voids neither the replica nor what is being read there', async () => {
  const browser = await browserOf(bob);
  await caughtUp();
  const slow = readFromReplicaIfFresh({ ...bob, seen: null }, { onPrimary: false }, async ({ db }) => {
    const [row] = await rows<{ onReplica: boolean }>(
      db,
      sql`select pg_is_in_recovery() as "onReplica", pg_sleep(1)::text as slept`,
    );
    return row?.onReplica;
  });
  await sees(browser, 0);
  const ended = await onStandby(
    (client) => client`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'commonhold' and query not like '%pg_is_in_recovery%'`,
  );
  expect(ended.length).toBeGreaterThan(0);
  expect(await slow).toBe(true);
});

test('the position does not wait behind requests', async () => {
  const busy = Promise.all(
    Array.from({ length: 12 }, () => t.platform.db.execute(sql`select pg_sleep(0.5)`)),
  );
  const first = await Promise.race([replicas.position().then(() => 'position'), busy.then(() => 'requests')]);
  expect(first).toBe('position');
  await busy;
});

test('a position that is forged, of another server or of another key is answered by the primary and replaced', async () => {
  const position = await replicas.position();
  const { keys } = parseDataKeys(TEST_DATA_KEY);
  const otherKey = keys.map(({ id, secret }) => ({ id, secret: secret.map((byte) => byte ^ 1) }));
  const own = positionTokens(keys);
  const early: Position = { ...position, lsn: 1n };
  const last = own.write(early).at(-1) === 'A' ? 'Q' : 'A';
  const carried = {
    'no token': 'x'.repeat(63),
    'of another key': positionTokens(otherKey).write(early),
    'of another cluster': own.write({ ...early, system: position.system + 1n }),
    'with another place in the log': own.write(position).slice(0, 39) + own.write(early).slice(39),
    'with another signature': `${own.write(early).slice(0, -1)}${last}`,
    'of a later timeline': own.write({ ...early, timeline: position.timeline + 1 }),
  };
  const browser = await browserOf(bob);
  await whileReplicaPaused(async () => {
    const added = await anApprovedProperty(t.platform);
    browser.cookies.set(COOKIE, own.write(early));
    expect(await sees(browser, added.id), 'control').toBe(false);
    for (const [kind, token] of Object.entries(carried)) {
      browser.cookies.set(COOKIE, token);
      expect(await sees(browser, added.id), kind).toBe(true);
    }
    browser.cookies.set(COOKIE, carried['no token']);
    await sees(browser, added.id);
    const replaced = own.read(browser.cookies.get(COOKIE) ?? '');
    expect(replaced?.lsn).toBeGreaterThan(position.lsn);
  });
});

test('a query on a replica that replay cancels is answered by the primary, and no command runs on a replica', async () => {
  await outside`create table in_the_way ()`;
  await caughtUp();
  const before = await reads('primary', 'failed');
  const slow = readFromReplicaIfFresh({ ...bob, seen: null }, { onPrimary: false }, async ({ db }) => {
    const [row] = await rows<{ onReplica: boolean }>(
      db,
      sql`select pg_is_in_recovery() as "onReplica", (select count(*) from in_the_way)::int as many,
            case when pg_is_in_recovery() then pg_sleep(60)::text end as slept`,
    );
    return row?.onReplica;
  });
  const isRunning = (client: postgres.Sql) =>
    client`select 1 from pg_stat_activity where wait_event = 'PgSleep' and query like '%in_the_way%'`;
  await onStandby((client) => eventually(async () => (await isRunning(client)).length > 0));
  await outside`truncate in_the_way`;
  expect(await slow).toBe(false);
  expect(await reads('primary', 'failed')).toBe(before + 1);

  const deposited = await readFromReplicaIfFresh({ ...bob, seen: null }, { onPrimary: false }, (platform) =>
    api(on(platform, bob)).wallet.deposit({ amountCents: 100, requestId: newKey() }),
  );
  expect(deposited.amountCents).toBe(100);
  expect(await reads('primary', 'failed')).toBe(before + 2);
});

test('reads go on without the replica while it is frozen or down, and return to it', async () => {
  const browser = await browserOf(bob);
  for (const lose of ['freeze', 'kill9'] as const) {
    await caughtUp();
    const before = await reads('replica', 'fresh');
    await sees(browser, 0);
    expect(await reads('replica', 'fresh')).toBe(before + 1);
    await standby[lose]();
    expect(await sees(browser, 0), 'the list is answered').toBe(false);
    await eventually(() => replicas.states()[0]?.reason?.startsWith('it does not answer'));
    if (lose === 'freeze') standby.thaw();
    else await standby.restart();
    await isUsed();
  }
});

test('a replica that is promoted, on another timeline, of another cluster or database, or too far behind is not read', async () => {
  const foreign = await startPostgres();
  const ofForeign = await startStandby(foreign);
  const promoted = await startStandby(primary);
  const other = new URL(standby.url);
  other.pathname = '/template1';
  const client = postgres(promoted.url, { max: 1, onnotice: () => undefined });
  await client`select pg_promote(true)`.finally(() => client.end());
  const ofPromoted = await startStandby(promoted);
  const urls = [ofForeign.url, promoted.url, ofPromoted.url, other.href, primary.url];
  const options = { primaryUrl: primary.url, pool: 2, timeoutMs: null };
  const unfit = openReplicas({ ...options, urls });
  await eventually(() => unfit.states().every(({ reason }) => reason !== 'it was not checked yet'));
  expect(unfit.states().map(({ reason }) => reason)).toEqual([
    'it is of another cluster',
    'it is no replica, or was promoted',
    'it is on timeline 2, the primary on 1',
    'it is another database of the cluster',
    'it is no replica, or was promoted',
  ]);
  expect(unfit.choose(null, 'anyone')).toBe('none_in_use');
  await unfit.close();

  const alone = openReplicas({ ...options, urls: [standby.url], maxLagMs: 1_500 });
  await eventually(() => alone.states()[0]?.reason === null);
  await whileReplicaPaused(async () => {
    await outside`select pg_logical_emit_message(false, 'test', 'behind')`;
    // The check of the replica, five times a second, reads the primary's position too.
    await sleep(500);
    primary.freeze();
    const isBehind = () => alone.states()[0]?.reason === 'it is too far behind';
    await eventually(isBehind, { what: 'the lag limit holds without the primary' }).finally(primary.thaw);
    await alone.close();

    await outside`select pg_logical_emit_message(false, 'test', 'behind')`;
    const strict = openReplicas({ ...options, urls: [standby.url], maxLagMs: 0 });
    await eventually(() => strict.states()[0]?.reason === 'it is too far behind');
    expect(strict.choose(null, 'anyone')).toBe('none_in_use');
    await strict.close();
  });
  await Promise.all([foreign, ofForeign, ofPromoted, promoted].map((server) => server.stop()));
});
