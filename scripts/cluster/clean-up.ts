import { rmSync } from 'node:fs';
import { clusterIn, isClusterIn, postgresProcesses } from './cluster.ts';
import { removeNetwork } from './network.ts';
import { killAll, runningProcesses } from './processes.ts';

// What a test leaves that was killed: kills all that runs of a cluster, or of other programs that were started in a
// folder, and removes the nodes' networks and the folder.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: clean-up.ts FOLDER');
killAll(runningProcesses(folder));
if (isClusterIn(folder)) {
  const { nodes } = clusterIn(folder).layout;
  // Patroni starts a Postgres that is not its child.
  killAll(nodes.flatMap(postgresProcesses));
  if (nodes.some(({ namespace }) => namespace !== undefined)) removeNetwork(nodes);
}
// The last of them may still be ending.
rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
