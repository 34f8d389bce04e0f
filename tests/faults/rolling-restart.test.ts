import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '#platform/server/database/db.ts';
import { sequenceAll } from '#platform/server/jobs/sequencer.ts';
import { type BuiltServer, killServers } from '../support/built-server.ts';
import { eventually } from '../support/eventually.ts';
import { laterVersion } from '../support/later-version.ts';
import { freshDatabase, type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { type RoundRobinProxy, roundRobinProxy } from '../support/round-robin-proxy.ts';
import { type Answer, testClient } from '../support/server.ts';
import { size } from '../support/sizes.ts';
import { newRequest, type Request, type Scene, send, setScene } from './load.ts';
import { type Effects, effectsIn, expectOneEffectEach, replayAll } from './one-effect.ts';
import { startServer } from './server-process.ts';

const SERVERS = 2;

/** Adds only: what the version before writes and reads stays as it is. */
const expand = {
  name: 'expand',
  statements: `alter table investments add column channel text;
--> statement-breakpoint
create index investments_channel on investments (channel) where channel is not null;`,
};

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let t: PostgresPlatform;
let scene: Scene;
let before: Effects;
let proxy: RoundRobinProxy;
let later: Awaited<ReturnType<typeof laterVersion>>;
beforeAll(async () => {
  fresh = await freshDatabase();
  t = await postgresPlatform({ on: { url: fresh.url } });
  scene = await setScene(t.platform);
  before = await effectsIn(t.platform);
  proxy = await roundRobinProxy();
  later = await laterVersion(expand);
});
afterAll(async () => {
  await proxy.close();
  await killServers();
  await t.close();
  await fresh.drop();
  await later.remove();
});

const settings = () => ({ DATABASE_URL: fresh.url, DRAIN_SECONDS: '1' });

/** @param folder of the later version; otherwise this one runs */
async function addServer(folder?: string): Promise<BuiltServer> {
  const server = await startServer(settings(), folder);
  proxy.add(server.url);
  return server;
}

/** Whether the later version has migrated. */
async function hasChannel(): Promise<boolean> {
  const found = await rows(
    t.platform.db,
    sql`select 1 from information_schema.columns where table_name = 'investments' and column_name = 'channel'`,
  );
  return found.length > 0;
}

/** Reads a table in a transaction until it is released, as a verification or a backup does for minutes. */
async function readForLong(table: string) {
  const client = postgres(fresh.url, { max: 1 });
  await client.unsafe('begin');
  await client.unsafe(`select 1 from ${table} limit 1`);
  return { release: () => client.end() };
}

/** Whether the migration waits for a table that somebody reads. */
async function waitsForTable(): Promise<boolean> {
  const waiting = await rows(
    t.platform.db,
    sql`select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'`,
  );
  return waiting.length > 0;
}

/** Hears live events through the proxy as a browser does: it comes back after each end, with the last id it heard. */
function listener(secret: string) {
  const stop = new AbortController();
  const ids: string[] = [];
  let connections = 0;
  const connect = async () => {
    const headers: Record<string, string> = {
      accept: 'text/event-stream',
      authorization: `Bearer ${secret}`,
    };
    const last = ids.at(-1);
    if (last) headers['last-event-id'] = last;
    const answer = await fetch(`${proxy.url}/api/trpc/live.changes`, { headers, signal: stop.signal });
    expect(answer.status).toBe(200);
    connections += 1;
    let rest = '';
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + part).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('id: ')) ids.push(line.slice('id: '.length));
    }
  };
  const listening = (async () => {
    while (!stop.signal.aborted) {
      await connect().catch((error: unknown) => {
        if (!stop.signal.aborted && !(error instanceof TypeError)) throw error;
      });
    }
  })();
  return {
    ids,
    connections: () => connections,
    async stop() {
      stop.abort();
      await listening;
    },
  };
}

/** Events that the listener should have received since its first one, in order. */
async function expectedEvents(userId: string, first: string): Promise<string[]> {
  await sequenceAll(t.platform.db);
  const [position = '', ordinal = ''] = first.split('-');
  const events = await rows<{ id: string }>(
    t.platform.db,
    sql`select position || '-' || ordinal as id
        from (select p.position, coalesce(e.ordinal, 0) as ordinal, coalesce(e.user_id, o.user_id) as user_id,
                     coalesce(e.property_id, o.property_id) as property_id
              from outbox_positions p join outbox_events o on o.id = p.event_id
              left join lateral rows from (json_to_recordset(o.live_events) as (user_id text, property_id int))
                with ordinality as e(user_id, property_id, ordinal) on true) event
        where (user_id = ${userId} or property_id is not null)
          and (position, ordinal) >= (${position}::bigint, ${ordinal}::bigint)
        order by event.position, event.ordinal`,
  );
  return events.map((one) => one.id);
}

test('a rolling upgrade of two servers, and rolling restarts: no request fails, both versions serve, and live events continue without a gap', async () => {
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => addServer()));
  const secret = scene.secrets[0] as string;
  const me = (await testClient(proxy.url, { authorization: `Bearer ${secret}` }).get('/api/auth/user')).json
    .id;
  const live = listener(secret);
  await eventually(() => live.connections() > 0, { what: 'the listener is connected' });

  const sent: Request[] = [];
  const reads: Answer[] = [];
  let working = true;
  const write = async () => {
    while (working) {
      const request = newRequest(scene, sent.length);
      sent.push(request);
      request.answer = await send(proxy.url, request);
    }
  };
  const read = async () => {
    const client = testClient(proxy.url);
    while (working) reads.push(await client.get('/api/properties'));
  };
  const load = Promise.all([write(), write(), write(), read(), read()]);
  const answered = () => sent.filter(({ answer }) => answer).length;
  const eventuallyAnswered = async (more: number, what: string) => {
    const before = answered();
    await eventually(() => answered() > before + more, { what });
  };
  for (let round = 0; round < size('rollingRestarts') * SERVERS; round += 1) {
    // The first of the later version migrates while the other server answers, which then goes on beside it.
    const reader = round === 0 ? await readForLong('investments') : null;
    const added = addServer(later.folder);
    if (reader) {
      await eventually(waitsForTable, { what: 'the migration waits for a table' });
      await eventuallyAnswered(40, 'changes are answered while the migration waits');
      expect(await hasChannel()).toBe(false);
      await reader.release();
    }
    servers.push(await added);
    expect(await hasChannel()).toBe(true);
    await eventuallyAnswered(20, 'all of them have answered under load');
    const leaving = servers.shift() as BuiltServer;
    await leaving.stop();
    proxy.remove(leaving.url);
  }
  working = false;
  await load;

  const failed = [...reads.map(({ status }) => status), ...sent.map(({ answer }) => answer?.status)].filter(
    (status) => status !== 200 && status !== 201,
  );
  expect(failed).toEqual([]);
  expect(sent.length).toBeGreaterThan(50);
  const eventsSoFar = () => expectedEvents(me, live.ids[0] ?? '0-0');
  await eventually(async () => (await eventsSoFar()).every((id) => live.ids.includes(id)), {
    what: 'every event was heard',
  });
  await live.stop();
  expect(live.connections()).toBeGreaterThan(1);
  // Jobs may have written more events since.
  expect(live.ids).toEqual((await eventsSoFar()).slice(0, live.ids.length));
  await replayAll(proxy.url, sent);
  await expectOneEffectEach(t.platform, sent, before);
  await expect(startServer(settings())).rejects.toThrow('a newer version');
});
