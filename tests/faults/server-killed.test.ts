import connect from 'postgres';
import { afterEach, describe, expect, test } from 'vitest';
import { openPostgres } from '#platform/server/adapters/database/database.ts';
import { killServers } from '../support/built-server.ts';
import { eventually } from '../support/eventually.ts';
import { freshDatabase } from '../support/platform.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { size } from '../support/sizes.ts';
import {
  expectOneEffectAfterAll,
  killAndRestart,
  MIN_ACKNOWLEDGED_REQUESTS,
  median,
  prepare,
  useTemporaryFolder,
} from './kill-and-restart.ts';
import { type Request, underLoad } from './load.ts';
import { replayAll } from './one-effect.ts';
import { startServer } from './server-process.ts';

const FLOWS_AGAIN_MS = 2_000;

describe('a server on Postgres that is killed under load', () => {
  const home = useTemporaryFolder();

  test(`${size('serverKills')} times: acknowledged stays, the rest happens once or not at all`, async () => {
    const { url, drop } = await freshDatabase();
    const settings = { DATABASE_URL: url, DATA_DIR: home() };
    await killAndRestart(() => openPostgres(url, { pool: 4 }), settings, size('serverKills'));
    await drop();
  });
});

describe('a Postgres that is killed under load', () => {
  let postgres: PostgresServer;
  afterEach(async () => {
    await killServers();
    await postgres?.stop();
  });

  /** Whether the server receives again what others announce. */
  async function isListening(): Promise<boolean> {
    const client = connect(postgres.url, { max: 1, onnotice: () => undefined });
    const found = await client`select 1 from pg_stat_activity where query ilike 'listen %'`;
    await client.end();
    return found.length > 0;
  }

  test(`and comes back, ${size('databaseKills')} times: the server continues by itself, acknowledged changes stay, the rest happens once`, async () => {
    postgres = await startPostgres({ durable: true });
    const open = () => openPostgres(postgres.url, { pool: 4 });
    const { scene, before } = await prepare(open);
    const server = await startServer({ DATABASE_URL: postgres.url });
    const everything: Request[] = [];
    const flowsAfter: number[] = [];
    for (let round = 1; round <= size('databaseKills'); round += 1) {
      const sent = await underLoad(server.url, scene, MIN_ACKNOWLEDGED_REQUESTS, () => postgres.kill9());
      const refused = sent.filter(({ answer }) => answer && answer.status !== 201);
      for (const { answer } of refused)
        expect([answer?.status, answer?.json.code]).toEqual([503, 'UNAVAILABLE']);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      await postgres.restart();
      const restarted = performance.now();
      const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200;
      await eventually(isReady, { what: 'it is ready again' });
      flowsAfter.push(performance.now() - restarted);
      await eventually(isListening, { what: 'it listens again' });
      for (const request of refused) delete request.answer;
      await replayAll(server.url, sent);
      everything.push(...sent);
    }
    await server.stop();
    console.info(`ready ${Math.round(median(flowsAfter))} ms after Postgres was back`);
    expect(median(flowsAfter)).toBeLessThanOrEqual(FLOWS_AGAIN_MS);
    await expectOneEffectAfterAll(open, everything, before);
  });
});
