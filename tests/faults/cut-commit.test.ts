import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { type Cut, type PostgresProxy, proxyPostgres } from '../support/postgres-proxy.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { size } from '../support/sizes.ts';
import { newRequest, type Request, type Scene, send, setScene } from './load.ts';
import { effectsIn, expectOneEffectEach, replayAll } from './one-effect.ts';

const CUTS: readonly Cut[] = ['before COMMIT arrives', 'as COMMIT arrives', 'after COMMIT was carried out'];
const CONCURRENCY = 3;

let proxy: PostgresProxy;
let t: PostgresPlatform;
let server: TestServer;
let scene: Scene;
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshDatabase();
  drop = fresh.drop;
  proxy = await proxyPostgres(fresh.url);
  t = await postgresPlatform({ on: { url: proxy.url } });
  scene = await setScene(t.platform);
  server = await startTestServer(t.platform);
});
afterAll(async () => {
  await server.close();
  await t.close();
  await proxy.close();
  await drop();
});

test('a connection that is cut at COMMIT: a retry with the key has one effect and the same answer', async () => {
  const before = await effectsIn(t.platform);
  const all: Request[] = [];
  let committed = 0;
  for (let round = 0; round < size('cutCommits'); round += 1) {
    const how = CUTS[round % CUTS.length] as Cut;
    const requests = Array.from({ length: CONCURRENCY }, (_, many) =>
      newRequest(scene, round * CONCURRENCY + many),
    );
    proxy.cutNextCommit(how);
    const answers = await Promise.all(requests.map((request) => send(server.url, request)));
    for (const { status, json, headers } of answers) {
      expect([201, 503]).toContain(status);
      if (status === 503) expect([json.code, headers.get('retry-after')]).toEqual(['UNAVAILABLE', '1']);
    }
    const refused = requests.filter((_, index) => answers[index]?.status === 503);
    expect(refused.length, how).toBeGreaterThan(0);
    requests.forEach((request, index) => {
      if (answers[index]?.status === 201) request.answer = answers[index];
    });
    const { replayed } = await replayAll(server.url, requests);
    committed += replayed - (requests.length - refused.length);
    all.push(...requests);
  }
  expect(proxy.cuts).toBe(size('cutCommits'));
  expect(committed).toBeGreaterThanOrEqual(Math.floor(size('cutCommits') / CUTS.length));
  await expectOneEffectEach(t.platform, all, before);
});
