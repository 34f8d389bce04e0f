import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import {
  clusterIn,
  productUrl,
  restartServers,
  startCluster,
  stopCluster,
  untilWhole,
} from '../../scripts/cluster/cluster.ts';
import { isComplete, isMet, type Result, type Round, tableOf } from '../../scripts/cluster/fault-table.ts';
import { makeNetwork, removeNetwork } from '../../scripts/cluster/network.ts';
import { howToInstall, missingPackages } from '../../scripts/cluster/packages.ts';
import { expectBooksBalance } from '../support/checks.ts';
import { eventually } from '../support/eventually.ts';
import { inParallel } from '../support/in-parallel.ts';
import { cleanUpAtExit } from '../support/kill-at-exit.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { shiftedClock } from '../support/ports.ts';
import { isRelease, size } from '../support/sizes.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { type Change, lasting, sendUntilDone } from './changes.ts';
import { type Approval, expectPaidOnce, payOneByOne, prepareStatements } from './distributions.ts';
import { diskFaults, type Fault, faults, networkFaults } from './faults.ts';
import { type Cost, costOfReads } from './relief.ts';
import { type ClusterScene, SERVER_SETTINGS, setClusterScene, signIn } from './scene.ts';
import { steadyLoad } from './steady-load.ts';

const FIRST_PORT = 17_600;
/** Duration of the load before the fault, and after everything works again. */
const CALM_MS = 3_000;
const STATEMENTS = 40;
const CONCURRENCY = 12;
const DATABASE_TIMEOUT_MS = 5_000;
/** At the end of a release run Postgres, its log and that of etcd need more than half of it. */
const SMALL_DISK = { node: 'node3', megabytes: 3_000 };
const ROUNDS = size('clusterRounds');
/** Only root may give the nodes networks and disks of their own. */
const separate = process.getuid?.() === 0;

const missing = missingPackages();
if (missing.length > 0) throw new Error(howToInstall('The cluster', missing));

const folder = mkdtempSync(path.join(tmpdir(), 'commonhold-cluster-test-'));
const cancelCleanUp = cleanUpAtExit(folder);
const cluster = clusterIn(folder, { firstPort: FIRST_PORT, separate, settings: SERVER_SETTINGS });
const disk = separate ? smallDiskOfNode() : null;
const url = `http://127.0.0.1:${cluster.layout.webPort}`;
const all = [...faults, ...(separate ? networkFaults : []), ...(disk ? diskFaults(disk) : [])];

const results: Result[] = [];
/** Filled once replicas have been cheaper. */
let costs: Record<string, Cost> = {};
let scene: ClusterScene;

beforeAll(async () => {
  if (separate) makeNetwork(cluster.layout.nodes);
  await startCluster(cluster, () => undefined);
  scene = await withPlatform(({ platform }) => setClusterScene(platform));
});

afterAll(async () => {
  await stopCluster(cluster, () => undefined);
  disk?.remove();
  if (separate) removeNetwork(cluster.layout.nodes);
  rmSync(folder, { recursive: true, force: true });
  cancelCleanUp();
  if (results.length > 0) report();
});

/** One node's files on a disk of its own that can be filled. */
function smallDiskOfNode(): SmallDisk | null {
  const owned = path.join(folder, 'owned');
  mkdirSync(owned);
  if (cluster.account) chownSync(owned, cluster.account.uid, cluster.account.gid);
  return mountSmallDisk(owned, SMALL_DISK.megabytes, SMALL_DISK.node);
}

type PlatformOptions = Parameters<typeof postgresPlatform>[0];

/** Looks at the database through the proxy, with its own connections: those from before a fault may be dead. */
async function withPlatform<Value>(
  work: (t: PostgresPlatform) => Promise<Value>,
  options: PlatformOptions = {},
): Promise<Value> {
  const t = await postgresPlatform({ on: { url: productUrl(cluster) }, pool: 4, ...options });
  return work(t).finally(() => t.close());
}

interface Effects extends Record<string, unknown> {
  investments: number;
  deposits: number;
  pending: number;
  listings: number;
  bids: number;
  trades: number;
  openOrders: number;
}

async function effectsIn({ db }: Platform): Promise<Effects> {
  const [found] = await rows<Effects>(
    db,
    sql`select (select count(*)::int from investments) as investments,
               (select count(*)::int from bank_transfers) as deposits,
               (select count(*)::int from bank_transfers where status = 'pending') as pending,
               (select count(*)::int from resale_orders where side = 'ask') as listings,
               (select count(*)::int from resale_orders where side = 'bid') as bids,
               (select count(*)::int from resale_trades) as trades,
               (select count(*)::int from resale_orders where status = 'open') as "openOrders"`,
  );
  return found as Effects;
}

/** Exactly one effect of each change, all money at its place, and every invariant. */
async function expectOneEffectEach(platform: Platform, before: Effects, changes: readonly Change[]) {
  const after = await eventually(
    async () => {
      const effects = await effectsIn(platform);
      return effects.pending === 0 && effects;
    },
    { withinMs: 120_000, what: 'all deposits are settled' },
  );
  const of = (...paths: string[]) => changes.filter((change) => paths.includes(change.path)).length;
  const bids = of('/api/trpc/resale.placeBid');
  const purchases = of('/api/trpc/resale.buyShares');
  expect(after).toEqual({
    investments: before.investments + of('/api/investments', '/api/trpc/investing.invest'),
    deposits: before.deposits + of('/api/wallet/deposits'),
    pending: 0,
    listings: before.listings + of('/api/trpc/resale.openListing'),
    bids: before.bids + bids,
    // Each bid is sold to by the listing after it.
    trades: before.trades + purchases + bids,
    openOrders: 0,
  });
  await expectBooksBalance(platform);
}

/** Sends every change again: it is answered as the first time. */
async function replayAll(changes: readonly Change[]): Promise<void> {
  await inParallel(changes, CONCURRENCY, async (change) => {
    const again = await sendUntilDone(url, change);
    expect(change.answer && lasting(change, again)).toEqual(change.answer && lasting(change, change.answer));
  });
}

/** Reads that the servers answered from replicas, and all of them. */
async function readsSoFar(): Promise<{ onReplicas: number; all: number }> {
  const sum = { onReplicas: 0, all: 0 };
  for (const { port } of cluster.layout.servers) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (const [, server, many] of text.matchAll(/^commonhold_reads_total\{server="(\w+)".*\} (\d+)$/gm)) {
      sum.all += Number(many);
      if (server === 'replica') sum.onReplicas += Number(many);
    }
  }
  return sum;
}

async function roundOf(fault: Fault): Promise<Round> {
  await untilWhole(cluster);
  await fault.prepare?.(cluster);
  const clock = shiftedClock();
  const { admin, owner, holders } = scene;
  const statements = await withPlatform(
    ({ platform }) => prepareStatements(platform, clock, { holders, owner, admin, statements: STATEMENTS }),
    { clock, pool: 8 },
  );
  const { before, sessions } = await withPlatform(async ({ platform }) => ({
    before: await effectsIn(platform),
    sessions: { admin: await signIn(platform, admin), reader: await signIn(platform, scene.reader) },
  }));
  const readsBefore = await readsSoFar();
  const measured = await withPlatform(
    async ({ platform }) => {
      const pay = (id: string, approval: () => Approval) => payOneByOne(platform, id, approval);
      const load = steadyLoad({ url, scene, sessions, statements, pay });
      try {
        await sleep(CALM_MS);
        await fault.strike(cluster);
        await untilWhole(cluster);
        const already = load.answered();
        await eventually(() => load.answered() > already + 50, {
          withinMs: 60_000,
          what: 'changes are answered',
        });
        // Right after a fault Patroni still shows what was so before it.
        await untilWhole(cluster);
        await sleep(CALM_MS);
        return await load.stop();
      } finally {
        // After a failure nobody may go on into the next round.
        await load.abandon();
      }
    },
    { timeoutMs: DATABASE_TIMEOUT_MS },
  );
  const { changes, approved, ownReads, withoutWrites, withoutReads } = measured;
  const reads = await readsSoFar();
  await replayAll(changes);
  await withPlatform(async ({ platform }) => {
    await expectPaidOnce(platform, approved, holders.length);
    await expectOneEffectEach(platform, before, changes);
  });
  expect(ownReads.stale).toBe(0);
  return {
    withoutWrites,
    withoutReads,
    answered: changes.length,
    ownReads: ownReads.many,
    onReplicas: (reads.onReplicas - readsBefore.onReplicas) / (reads.all - readsBefore.all),
  };
}

test('reads of visitors and of members cost the primary less with replicas than without', async () => {
  const session = await withPlatform(({ platform }) => signIn(platform, scene.reader));
  const kinds = {
    'the public list': { path: '/api/properties' },
    'a member’s portfolio': { path: '/api/trpc/portfolio.overview', session },
  };
  const measured: typeof costs = {};
  const measure = async (how: string) => {
    await restartServers(cluster);
    for (const [kind, read] of Object.entries(kinds))
      measured[`${kind}, ${how}`] = await costOfReads(cluster, url, read);
  };
  cluster.settings = { ...SERVER_SETTINGS, DATABASE_REPLICA_URLS: '' };
  await measure('without replicas').finally(() => {
    cluster.settings = SERVER_SETTINGS;
  });
  await measure('with replicas');
  console.info(JSON.stringify(measured));
  for (const kind of Object.keys(kinds)) {
    const [without, using] = [measured[`${kind}, without replicas`], measured[`${kind}, with replicas`]];
    expect(using?.cpuMs).toBeLessThan(without?.cpuMs ?? 0);
  }
  costs = measured;
});

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
    'proxy in front of each, all on one machine, under a steady load that is repeated until it is answered: purchases,',
    'deposits, listings that are bought, bids that are sold to, and statements that are approved and paid to their holders.',
    'After each round every answered change was there once, every holder of an approved statement was paid once and all of',
    'them together what it distributes, and the invariants of `npm run verify` held.',
    '',
    `${machine}; Node ${process.versions.node}; ${ROUNDS} rounds; ${new Date().toISOString().slice(0, 10)}.`,
    '',
    tableOf(results),
    '',
    'What a thousand reads cost the primary:',
    '',
    '| reads | transactions | ms of processor time |',
    '|---|---|---|',
    ...Object.entries(costs).map(
      ([name, { transactions, cpuMs }]) => `| ${name} | ${transactions.toLocaleString('en-US')} | ${cpuMs} |`,
    ),
    '',
  ].join('\n');
  console.info(`\n${text}`);
  // Only a whole run is published: each fault with all of its rounds, also those of networks and of a full disk.
  const isWhole = isComplete(results, all.length, ROUNDS) && Object.keys(costs).length > 0;
  if (!(isRelease && separate && disk && isWhole)) return;
  const generated = path.join(import.meta.dirname, '../../docs/generated');
  mkdirSync(generated, { recursive: true });
  writeFileSync(path.join(generated, 'cluster.md'), text);
}
