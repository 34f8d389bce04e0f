import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import {
  type Cluster,
  etcdProcesses,
  nodeProcesses,
  postgresProcesses,
  signalAll,
  startNode,
  superuserUrl,
  until,
} from '../../scripts/cluster/cluster.ts';
import type { Node } from '../../scripts/cluster/layout.ts';
import {
  etcdLeaderOf,
  leaderOf,
  membersOf,
  switchOver,
  synchronousStandbyOf,
} from '../../scripts/cluster/members.ts';
import { cutBetween, mendBetween, plugIn, unplug } from '../../scripts/cluster/network.ts';

export interface Fault {
  name: string;
  /** The most seconds without an answered change. */
  goal: number;
  /** Causes the fault, and resolves when the failed part may come back. */
  strike(cluster: Cluster): Promise<void>;
}

async function nodeWith(cluster: Cluster, role: 'primary' | 'standby'): Promise<Node> {
  const { nodes } = cluster.layout;
  return until(async () => {
    const members = await membersOf(nodes);
    const name = role === 'primary' ? leaderOf(members) : synchronousStandbyOf(members);
    return nodes.find((node) => node.name === name) ?? false;
  }, `there is a ${role}`);
}

/** Waits until another node than this one is the primary, as the others see it. */
async function untilReplaced(cluster: Cluster, node: Node): Promise<void> {
  const others = cluster.layout.nodes.filter((one) => one !== node);
  const isReplaced = async () => {
    const leader = leaderOf(await membersOf(others));
    return leader !== undefined && leader !== node.name;
  };
  await until(isReplaced, `another node replaces ${node.name}`);
}

/** SIGKILL to all of a node at once; stopped first, so that nothing of it starts anything again. */
function killAll(pids: readonly number[]): void {
  signalAll(pids, 'SIGSTOP');
  signalAll(pids, 'SIGKILL');
}

/**
 * Writes to a node's own Postgres, as a client that does not know the new primary would. A replaced primary must not
 * confirm the write.
 */
async function isWriteAnswered(cluster: Cluster, node: Node): Promise<boolean> {
  const client = postgres(superuserUrl(cluster, node), {
    max: 1,
    connect_timeout: 2,
    onnotice: () => undefined,
  });
  const write = client
    .unsafe("select pg_logical_emit_message(true, 'fencing', '')")
    .then(() => true)
    .catch(() => false);
  const answered = await Promise.race([write, sleep(2_000, false)]);
  await client.end({ timeout: 0 });
  return answered;
}

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
      const leader = await until(
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
