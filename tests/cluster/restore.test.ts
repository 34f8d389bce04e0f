import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { present } from '#kernel/assert.ts';
import {
  archiveOf,
  clusterIn,
  productUrl,
  restartServers,
  startCluster,
  stopCluster,
  superuserUrl,
} from '../../scripts/cluster/cluster.ts';
import { leaderOf, membersOf } from '../../scripts/cluster/members.ts';
import { findProgram, howToInstall, missingPackages } from '../../scripts/cluster/packages.ts';
import { endProgram } from '../../scripts/cluster/processes.ts';
import { restoreCluster } from '../../scripts/cluster/restore-cluster.ts';
import { archiveOptions, judgeRestore } from '../../scripts/restore/archive.ts';
import { archiveAll, buyFor, keysOf } from '../../scripts/restore/rehearsal.ts';
import { setScene } from '../faults/load.ts';
import { expectBooksBalance } from '../support/checks.ts';
import { cleanUpAtExit } from '../support/kill-at-exit.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { SERVER_SETTINGS } from './scene.ts';

const FIRST_PORT = 17_700;
const BUY_FOR_MS = 20_000;
const BEFORE_THE_MISTAKE_MS = 10_000;

const missing = [...missingPackages(), ...(findProgram('pgbackrest') ? [] : ['pgbackrest'])];
if (missing.length > 0) throw new Error(howToInstall('The cluster', missing));

const folder = mkdtempSync(path.join(tmpdir(), 'commonhold-cluster-restore-'));
const cancelCleanUp = cleanUpAtExit(folder);
const cluster = clusterIn(folder, { firstPort: FIRST_PORT, settings: SERVER_SETTINGS, archives: true });
const { nodes, servers, webPort } = cluster.layout;
const url = `http://127.0.0.1:${webPort}`;

afterAll(async () => {
  await stopCluster(cluster, () => undefined);
  rmSync(folder, { recursive: true, force: true });
  cancelCleanUp();
});

/** Runs pgBackRest on the node that leads. */
async function pgBackRest(...options: string[]): Promise<void> {
  const leader = leaderOf(await membersOf(nodes));
  const node = present(
    nodes.find(({ name }) => name === leader),
    'the node that leads',
  );
  execFileSync('pgbackrest', archiveOptions(archiveOf(cluster, node), ...options), {
    ...cluster.account,
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', PGPASSWORD: cluster.passwords.superuser },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function onPrimary<Value>(
  work: (client: postgres.Sql) => Promise<Value>,
  address: string,
): Promise<Value> {
  const client = postgres(address, { max: 1, onnotice: () => undefined });
  return work(client).finally(() => client.end({ timeout: 1 }));
}

async function withPlatform<Value>(work: (t: PostgresPlatform) => Promise<Value>): Promise<Value> {
  const t = await postgresPlatform({ on: { url: productUrl(cluster) }, pool: 4 });
  return work(t).finally(() => t.close());
}

test('a cluster is restored to 10 s before a mistake: all that was answered before is there, and nothing after', async () => {
  await startCluster(cluster, () => undefined);
  const scene = await withPlatform(({ platform }) => setScene(platform));
  await pgBackRest('stanza-create');
  await pgBackRest('--type=full', 'backup');
  const answered = await buyFor(BUY_FOR_MS, url, scene);
  const mistake = new Date();
  const { count } = await onPrimary(
    (client) => client`delete from investments where hashtext(id::text) % 2 = 0`,
    productUrl(cluster),
  );
  expect(count).toBeGreaterThan(0);
  answered.push(...(await buyFor(2_000, url, scene)));
  await onPrimary(archiveAll, superuserUrl(cluster));

  await Promise.all(servers.map(({ name }) => endProgram(folder, name)));
  const moment = new Date(mistake.getTime() - BEFORE_THE_MISTAKE_MS);
  const began = Date.now();
  await restoreCluster(cluster, moment);
  await restartServers(cluster);
  console.info(
    `The cluster was back ${((Date.now() - began) / 1_000).toFixed(1)} s after the restore began.`,
  );

  const there = await onPrimary((client) => keysOf(client, answered), productUrl(cluster));
  const judged = judgeRestore(answered, there, moment);
  console.info(JSON.stringify(judged));
  expect(judged).toMatchObject({ lost: 0, unexpected: 0 });
  expect(judged.before).toBeGreaterThan(0);
  expect(judged.after).toBeGreaterThan(0);
  // The restored cluster takes changes again, each on all nodes.
  expect((await buyFor(1_000, url, scene)).length).toBeGreaterThan(0);
  await withPlatform(({ platform }) => expectBooksBalance(platform));
});
