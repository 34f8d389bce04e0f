import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Cluster,
  clusterIn,
  productUrl,
  startCluster,
  stopCluster,
  untilWhole,
} from '../../scripts/cluster/cluster.ts';
import { isMet, type Result, type Round, tableOf } from '../../scripts/cluster/fault-table.ts';
import { makeNetwork, removeNetwork } from '../../scripts/cluster/network.ts';
import { howToInstall, missingPackages } from '../../scripts/cluster/packages.ts';
import { type Scene, setScene } from '../faults/load.ts';
import { effectsIn, replayAll } from '../faults/one-effect.ts';
import { eventually, expectBooksBalance } from '../support/checks.ts';
import { NO_LIMITS, type PostgresPlatform, postgresPlatform, TEST_DATA_KEY } from '../support/platform.ts';
import { isRelease, size } from '../support/sizes.ts';
import { type Fault, faults, networkFaults } from './faults.ts';
import { sendUntilDone, steadyLoad } from './steady-load.ts';

const FIRST_PORT = 17_600;
/** Duration of the load before the fault, and after everything works again. */
const CALM_MS = 3_000;
const ROUNDS = size('clusterRounds');
/** Only root may give the nodes networks of their own. */
const separate = process.getuid?.() === 0;
const all = separate ? [...faults, ...networkFaults] : faults;

const folder = mkdtempSync(path.join(tmpdir(), 'commonhold-cluster-test-'));
const results: Result[] = [];
let cluster: Cluster;
let scene: Scene;

beforeAll(async () => {
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(howToInstall(missing));
  const settings = {
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    VERIFY_HOURS: '0',
    LOG_LEVEL: 'error',
    DATA_KEYS: TEST_DATA_KEY,
    ...NO_LIMITS,
  };
  cluster = clusterIn(folder, { firstPort: FIRST_PORT, separate, settings });
  if (separate) makeNetwork(cluster.layout.nodes);
  await startCluster(cluster, () => undefined);
  scene = await withPlatform(({ platform }) => setScene(platform));
});

afterAll(async () => {
  if (cluster) await stopCluster(cluster, () => undefined);
  if (separate) removeNetwork(cluster.layout.nodes);
  rmSync(folder, { recursive: true, force: true });
  if (results.length > 0) report();
});

/** Looks at the database through the proxy, with its own connections: those from before a fault may be dead. */
async function withPlatform<Value>(work: (t: PostgresPlatform) => Promise<Value>): Promise<Value> {
  const t = await postgresPlatform({ on: { url: productUrl(cluster) }, pool: 4 });
  return work(t).finally(() => t.close());
}

async function roundOf(fault: Fault): Promise<Round> {
  const url = `http://127.0.0.1:${cluster.layout.webPort}`;
  const before = await withPlatform(({ platform }) => effectsIn(platform));
  const load = steadyLoad(url, scene);
  await sleep(CALM_MS);
  await fault.strike(cluster);
  await untilWhole(cluster);
  const already = load.answered();
  await eventually(() => load.answered() > already + 50, { within: 60_000, what: 'changes are answered' });
  await sleep(CALM_MS);
  const { requests, withoutWrites, withoutReads } = await load.stop();
  await replayAll(url, requests, sendUntilDone);
  await withPlatform(async ({ platform }) => {
    const after = await eventually(
      async () => {
        const effects = await effectsIn(platform);
        return effects.pending === 0 && effects;
      },
      { within: 120_000, what: 'all deposits are settled' },
    );
    const of = (wanted: string) => requests.filter((request) => request.path === wanted).length;
    expect(after.investments - before.investments).toBe(of('/api/investments'));
    expect(after.deposits - before.deposits).toBe(of('/api/wallet/deposits'));
    await expectBooksBalance(platform);
  });
  return { withoutWrites, withoutReads, answered: requests.length };
}

for (const fault of all) {
  test(`${fault.name}: what was answered is there once, and changes continue in time`, async () => {
    const rounds: Round[] = [];
    const result = { name: fault.name, goal: fault.goal, rounds };
    results.push(result);
    for (let round = 1; round <= ROUNDS; round += 1) {
      rounds.push(await roundOf(fault));
      console.info(`${fault.name}, round ${round}: ${JSON.stringify(rounds.at(-1))}`);
    }
    expect(isMet(result)).toBe(true);
  });
}

function report(): void {
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const text = [
    '# Faults of a cluster',
    '',
    'Written by `npm run test:release -- cluster`: three nodes of Postgres under Patroni and etcd, two servers, and a',
    'proxy in front of each, all on one machine, under a steady load of purchases and deposits that are repeated until',
    'they are answered. After each round every answered change was there once, and the invariants of `npm run verify` held.',
    '',
    `${machine}; Node ${process.versions.node}; ${ROUNDS} rounds; ${new Date().toISOString().slice(0, 10)}.`,
    '',
    tableOf(results),
    '',
  ].join('\n');
  console.info(`\n${text}`);
  if (!isRelease || results.length < all.length) return;
  const generated = path.join(import.meta.dirname, '../../docs/generated');
  mkdirSync(generated, { recursive: true });
  writeFileSync(path.join(generated, 'cluster.md'), text);
}
