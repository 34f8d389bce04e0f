import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { type Answer, startTestServer, type TestServer } from '../support/server.ts';
import { size } from '../support/sizes.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { newRequest, type Request, type Scene, send, setScene } from './load.ts';
import { type Effects, effectsIn, expectOneEffectEach, replayAll } from './one-effect.ts';

const ROUNDS = Array.from({ length: size('databaseFaults') }, (_, index) => index + 1);
const TIMEOUT_MS = 1_000;
/** A wait for a connection, a wait for a lock, and an answer that never comes. */
const BOUND_MS = TIMEOUT_MS + TIMEOUT_MS + (TIMEOUT_MS + 1_000);
const STALL_MS = 5_000;
/** Time before the end of a stall after which no request is sent: it might be answered when the stall is over. */
const LAST_CALL_MS = 1_000;
const RECOVERS_WITHIN_MS = 2_000;
const POOL = 5;

let server: PostgresServer;
let outside: postgres.Sql;
let t: PostgresPlatform;
let http: TestServer;
let scene: Scene;
let before: Effects;
let sent: Request[];
let heard = 0;
/** Added to every limit for slow machines: the time of some usual requests on this one. */
let graceMs = 0;
beforeAll(async () => {
  server = await startPostgres({ durable: true });
  outside = postgres(server.url, { max: 1, onnotice: () => undefined });
  t = await postgresPlatform({ on: { url: server.url }, pool: POOL, timeoutMs: TIMEOUT_MS });
  await t.database.onCommit(() => {
    heard += 1;
  });
  scene = await setScene(t.platform);
  http = await startTestServer(t.platform);
});
beforeEach(async () => {
  before = await effectsIn(t.platform);
  sent = [];
  graceMs = 10 * (await write()).ms + 10 * (await read()).ms;
});
afterEach(() => server.thaw());
afterAll(async () => {
  await http.close();
  await t.close();
  await outside.end({ timeout: 1 });
  await server.stop();
});

interface Timed extends Answer {
  ms: number;
}
async function timed(call: Promise<Answer>): Promise<Timed> {
  const started = performance.now();
  const answer = await call;
  return { ...answer, ms: performance.now() - started };
}

/** A purchase or deposit with a key, and its answer if it was acknowledged. */
async function write(): Promise<Timed> {
  const request = newRequest(scene, sent.length);
  sent.push(request);
  const answer = await timed(send(http.url, request));
  if (answer.status === 201) request.answer = answer;
  return answer;
}
const get = (path: string) => timed(http.client().get(path));
const read = () => get('/api/properties');

function expectUnavailable(
  answers: readonly Timed[],
  codes: readonly string[] = ['UNAVAILABLE', 'TOOK_TOO_LONG'],
): void {
  for (const { status, headers, json, ms } of answers) {
    expect(status).toBe(503);
    expect(codes).toContain(json.code);
    expect(json.message).toMatch(/again/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(ms).toBeLessThan(BOUND_MS + graceMs);
  }
}

/** Requests flow and announcements are heard again, by themselves and soon; and nothing was lost or done twice. */
async function expectRecovery(): Promise<void> {
  const flows = async () => (await read()).status === 200 && (await write()).status === 201;
  await eventually(flows, { withinMs: RECOVERS_WITHIN_MS + graceMs, what: 'requests flow again' });
  const already = heard;
  await outside`select pg_notify('commonhold_committed', '')`;
  await eventually(() => heard > already, { what: 'announcements are heard again' });
  await replayAll(http.url, sent);
  await expectOneEffectEach(t.platform, sent, before);
}

describe('a Postgres that stalls for five seconds', () => {
  test.each(ROUNDS)('is answered for with 503 in time, and recovers alone (%d)', async () => {
    server.freeze();
    const over = sleep(STALL_MS).then(server.thaw);
    const lastCall = performance.now() + LAST_CALL_MS;
    const answers: Timed[] = [];
    const keepOn = async (call: () => Promise<Timed>) => {
      while (performance.now() < lastCall) answers.push(await call());
    };
    const load = [...Array(2 * POOL).keys()].flatMap(() => [keepOn(write), keepOn(read)]);
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/api/openapi.json')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(503);
    await Promise.all(load);
    expectUnavailable(answers);
    await over;
    await expectRecovery();
  });
});

describe('a pool that is used up by changes that wait', () => {
  test.each(ROUNDS)('refuses further changes in time, reads on, and recovers alone (%d)', async () => {
    let writes: Promise<Timed[]> = Promise.resolve([]);
    await outside.begin(async (tx) => {
      await tx`lock table audit_log in exclusive mode`;
      let waiting = true;
      writes = Promise.all(Array.from({ length: 4 * POOL }, write)).finally(() => {
        waiting = false;
      });
      const reads: Timed[] = [];
      const until = performance.now() + STALL_MS;
      while (waiting && performance.now() < until) reads.push(await read());
      expect(reads.length).toBeGreaterThan(0);
      for (const { status } of reads) expect(status).toBe(200);
    });
    expectUnavailable(await writes);
    await expectRecovery();
  });
});

describe('a synchronous standby that is away', () => {
  const waitFor = async (standby: string) => {
    await outside.unsafe(`alter system set synchronous_standby_names = '${standby}'`);
    await outside`select pg_reload_conf()`;
    const shown = async () => (await outside`show synchronous_standby_names`)[0]?.synchronous_standby_names;
    await eventually(async () => (await shown()) === standby, { what: 'the setting is in force' });
  };
  afterEach(() => waitFor(''));

  test.each(ROUNDS)(
    'no change is acknowledged without it, reads go on, and each is there once after all (%d)',
    async () => {
      await waitFor('absent');
      const answers = await Promise.all(Array.from({ length: POOL }, write));
      expectUnavailable(answers);
      expectUnavailable(await Promise.all(sent.map((request) => timed(send(http.url, request)))));
      expect((await read()).status).toBe(200);
      await waitFor('');
      await expectRecovery();
    },
  );
});

describe('a Postgres whose disk is full', () => {
  let disk: SmallDisk | null;
  beforeAll(async () => {
    disk = mountSmallDisk(server.dataDir, 8);
    if (disk === null) return;
    await outside.unsafe(`create tablespace small location '${disk.folder}'`);
    await outside.unsafe('alter table audit_log set tablespace small');
  });
  afterAll(async () => {
    if (disk === null) return;
    disk.empty();
    await outside.unsafe('alter table audit_log set tablespace pg_default');
    await outside.unsafe('drop tablespace small').finally(disk.remove);
  });

  const fill = async () => {
    if (disk) {
      // Postgres extends a table by many pages at once when several wait for one; those would take rows for long.
      await outside.unsafe('vacuum full audit_log');
      return disk.fill();
    }
    await outside.unsafe(`
      create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$;
      create trigger no_room before insert on audit_log execute function no_room()`);
  };
  const empty = async () => {
    if (disk) return disk.empty();
    await outside.unsafe('drop trigger no_room on audit_log; drop function no_room()');
  };

  test.each(ROUNDS)('takes no changes and says so, reads on, and recovers alone (%d)', async () => {
    await fill();
    const refused = await eventually(
      async () => {
        const answers = await Promise.all([write(), write(), write()]);
        return answers.every(({ status }) => status === 503) && answers;
      },
      { what: 'the last page is full' },
    );
    expectUnavailable(refused, ['NO_ROOM']);
    expect((await read()).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
    await empty();
    await expectRecovery();
  });
});
