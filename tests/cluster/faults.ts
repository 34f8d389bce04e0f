import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import {
  type Cluster,
  clusterBecomes,
  etcdProcesses,
  nodeProcesses,
  postgresProcesses,
  startNode,
  superuserUrl,
  untilWhole,
} from '../../scripts/cluster/cluster.ts';
import type { Node } from '../../scripts/cluster/layout.ts';
import {
  etcdLeaderOf,
  isNotWaitedFor,
  leaderOf,
  membersOf,
  switchOver,
  synchronousStandbyOf,
} from '../../scripts/cluster/members.ts';
import { cutBetween, mendBetween, plugIn, unplug } from '../../scripts/cluster/network.ts';
import { killAll, signalAll } from '../../scripts/cluster/processes.ts';
import type { SmallDisk } from '../support/small-disk.ts';

export interface Fault {
  name: string;
  /** The most seconds without an answered change. */
  goal: number;
  /** What has to be so before, such as which node is the primary. */
  prepare?(cluster: Cluster): Promise<void>;
  /** Causes the fault, and resolves when the failed part may come back. */
  strike(cluster: Cluster): Promise<void>;
}

async function nodeWith(cluster: Cluster, role: 'primary' | 'standby'): Promise<Node> {
  const { nodes } = cluster.layout;
  return clusterBecomes(async () => {
    const members = await membersOf(nodes);
    const name = role === 'primary' ? leaderOf(members) : synchronousStandbyOf(members);
    return nodes.find((node) => node.name === name) ?? false;
  }, `there is a ${role}`);
}

/** Whether another node than this one is the primary, as the others see it. */
async function isReplaced(cluster: Cluster, node: Node): Promise<boolean> {
  const leader = leaderOf(await membersOf(cluster.layout.nodes.filter((one) => one !== node)));
  return leader !== undefined && leader !== node.name;
}

const untilReplaced = (cluster: Cluster, node: Node): Promise<boolean> =>
  clusterBecomes(() => isReplaced(cluster, node), `another node replaces ${node.name}`);

/** Does something as superuser of a node's own Postgres. */
async function onNode<Value>(
  cluster: Cluster,
  node: Node,
  work: (client: postgres.Sql) => Promise<Value>,
): Promise<Value> {
  const client = postgres(superuserUrl(cluster, node), {
    max: 1,
    connect_timeout: 2,
    onnotice: () => undefined,
  });
  return work(client).finally(() => client.end({ timeout: 0 }));
}

/**
 * Writes to a node's own Postgres, as a client that does not know the new primary would. A replaced primary must not
 * confirm the write.
 */
const isWriteAnswered = (cluster: Cluster, node: Node): Promise<boolean> =>
  onNode(cluster, node, (client) => {
    const write = client
      .unsafe("select pg_logical_emit_message(true, 'fencing', '')")
      .then(() => true)
      .catch(() => false);
    return Promise.race([write, sleep(2_000, false)]);
  });

export const faults: readonly Fault[] = [
  {
    name: 'kill -9 of the primary’s Postgres',
    goal: 15,
    async strike(cluster) {
      killAll(postgresProcesses(await nodeWith(cluster, 'primary')));
    },
  },
  {
    name: 'kill -9 of the primary’s node: Postgres, Patroni and etcd',
    goal: 35,
    async strike(cluster) {
      const node = await nodeWith(cluster, 'primary');
      killAll(nodeProcesses(cluster, node));
      await untilReplaced(cluster, node);
      startNode(cluster, node);
    },
  },
  {
    name: 'kill -9 of the synchronous standby’s node',
    goal: 35,
    async strike(cluster) {
      const node = await nodeWith(cluster, 'standby');
      killAll(nodeProcesses(cluster, node));
      await sleep(10_000);
      startNode(cluster, node);
    },
  },
  {
    name: 'kill -9 of etcd’s leader',
    goal: 15,
    async strike(cluster) {
      const leader = await clusterBecomes(
        async () => (await etcdLeaderOf(cluster.layout.nodes)) ?? false,
        'etcd leads',
      );
      killAll(etcdProcesses(cluster, leader));
      await sleep(10_000);
      startNode(cluster, leader);
    },
  },
  {
    name: 'the primary’s node stands still until it is replaced, and comes back',
    goal: 35,
    async strike(cluster) {
      const node = await nodeWith(cluster, 'primary');
      const pids = nodeProcesses(cluster, node);
      signalAll(pids, 'SIGSTOP');
      await untilReplaced(cluster, node).finally(() => signalAll([...pids].reverse(), 'SIGCONT'));
      if (await isWriteAnswered(cluster, node)) throw new Error(`${node.name} still answers changes.`);
    },
  },
  {
    name: 'switchover by hand',
    goal: 3,
    async strike(cluster) {
      await switchOver(cluster.layout.nodes);
    },
  },
];

/** Faults of nodes that have networks of their own. */
export const networkFaults: readonly Fault[] = [
  {
    name: 'the cable of the primary’s node is pulled until it is replaced',
    goal: 35,
    async strike(cluster) {
      const node = await nodeWith(cluster, 'primary');
      unplug(node);
      await untilReplaced(cluster, node).finally(() => plugIn(node));
      if (await isWriteAnswered(cluster, node)) throw new Error(`${node.name} still answers changes.`);
    },
  },
  {
    name: 'the network between primary and synchronous standby is cut for 30 s',
    goal: 35,
    async strike(cluster) {
      const [primary, standby] = [await nodeWith(cluster, 'primary'), await nodeWith(cluster, 'standby')];
      cutBetween(primary, standby);
      await sleep(30_000);
      mendBetween(primary, standby);
    },
  },
];

const FULL_FOR_MS = 20_000;

/** Fills a disk to its last page, in another process so that the load goes on. */
async function fill({ folder }: SmallDisk): Promise<void> {
  const filler = path.join(folder, 'filler');
  const filled = promisify(execFile)('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M']);
  await filled.catch((error: { stderr?: string }) => {
    if (!error.stderr?.includes('No space left')) throw error;
  });
}

/** Makes the primary begin a new file of its log each second, as a busy one does, until something is so. */
async function useUpLog(cluster: Cluster, isOver: () => Promise<boolean>, what: string): Promise<void> {
  const isOverOrUses = async () => {
    if (await isOver()) return true;
    const leader = leaderOf(await membersOf(cluster.layout.nodes));
    const node = cluster.layout.nodes.find(({ name }) => name === leader);
    const next = node && onNode(cluster, node, (client) => client`select pg_switch_wal()`);
    await Promise.all([Promise.race([next?.catch(() => undefined), sleep(2_000)]), sleep(1_000)]);
    return false;
  };
  await clusterBecomes(isOverOrUses, what);
}

async function makePrimary(cluster: Cluster, isWanted: (node: Node) => boolean): Promise<void> {
  const { nodes } = cluster.layout;
  if (isWanted(await nodeWith(cluster, 'primary'))) return;
  await switchOver(nodes, nodes.find(isWanted)?.name);
  await untilWhole(cluster);
}

/** Faults of a node whose files are on a small disk: those of Postgres, of its log, and of etcd. */
export function diskFaults(disk: SmallDisk): readonly Fault[] {
  const hasDisk = ({ folder }: Node) => folder === disk.folder;
  const nodeOf = ({ layout }: Cluster) => layout.nodes.find(hasDisk) as Node;
  const whileFull = async (cluster: Cluster, work: () => Promise<void>) => {
    await fill(disk);
    await work().finally(disk.empty);
    // As systemd does with what has ended.
    startNode(cluster, nodeOf(cluster));
  };
  return [
    {
      name: 'the disk of the primary’s node is full until it is replaced',
      goal: 35,
      prepare: (cluster) => makePrimary(cluster, hasDisk),
      strike: (cluster) =>
        whileFull(cluster, async () => {
          const node = nodeOf(cluster);
          await useUpLog(
            cluster,
            () => isReplaced(cluster, node),
            `another node replaces ${node.name}, whose disk is full`,
          );
        }),
    },
    {
      name: 'the disk of a standby’s node is full for 20 s',
      goal: 35,
      prepare: (cluster) => makePrimary(cluster, (node) => !hasDisk(node)),
      strike: (cluster) =>
        whileFull(cluster, async () => {
          const over = sleep(FULL_FOR_MS);
          const { name } = nodeOf(cluster);
          await useUpLog(
            cluster,
            async () => isNotWaitedFor(await membersOf(cluster.layout.nodes), name),
            `no commit waits for ${name}, whose disk is full`,
          );
          await over;
        }),
    },
  ];
}
