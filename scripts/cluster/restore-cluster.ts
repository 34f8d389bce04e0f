import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { present } from '#kernel/assert.ts';
import { type Cluster, clusterBecomes, ownFolder, patroniFile, startNode, untilWhole } from './cluster.ts';
import { dataFolder, type Node } from './layout.ts';
import { leaderOf, membersOf } from './members.ts';
import { findProgram } from './packages.ts';
import { endProgram } from './processes.ts';

const PATRONI_ENDS_WITHIN_MS = 60_000;

/**
 * Restores a cluster that archives its WAL to a moment, as the operator's page describes it. Its servers do not run. The
 * data from before stays beside the new, as `postgres-before`.
 */
export async function restoreCluster(cluster: Cluster, moment: Date): Promise<void> {
  const { folder, nodes } = cluster.layout;
  await Promise.all(
    nodes.map(({ name }) => endProgram(folder, `${name}-patroni`, { withinMs: PATRONI_ENDS_WITHIN_MS })),
  );
  forgetCluster(cluster);
  for (const node of nodes) renameSync(dataFolder(node), `${dataFolder(node)}-before`);
  const [first, ...others] = nodes as [Node, ...Node[]];
  // pgBackRest restores into a folder that is there and empty.
  ownFolder(dataFolder(first), cluster.account);
  startNode(cluster, first, { restoredTo: moment });
  const leads = async () => leaderOf(await membersOf(nodes)) !== undefined;
  await clusterBecomes(leads, 'the restored node leads');
  for (const node of others) startNode(cluster, node);
  await untilWhole(cluster);
}

/** Removes the cluster's state from etcd; otherwise Patroni waits for a node with the newest data. */
function forgetCluster({ layout, account }: Cluster): void {
  const node = present(layout.nodes[0], 'a node');
  execFileSync(findProgram('patronictl') ?? 'patronictl', ['-c', patroniFile(node), 'remove', 'commonhold'], {
    ...account,
    cwd: layout.folder,
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' },
    input: 'commonhold\nYes I am aware\n',
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}
