import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildProduct } from '../development/bootstrap.mjs';
import { type Cluster, clusterIn, isClusterIn, productUrl, startCluster, stopCluster } from './cluster.ts';
import { howToInstall, missingPackages } from './packages.ts';

const USAGE = `Usage: npm run cluster [-- --folder FOLDER] [--port FIRST] [--stop]
Starts three nodes of Postgres under Patroni and etcd, two servers of the product that read from the
standbys, and a proxy in front of each.
--stop ends them; their data stays in the folder, and the next start continues with it.`;

const DEFAULT_FOLDER = path.join(tmpdir(), 'commonhold-cluster');

function readArguments() {
  try {
    const { values } = parseArgs({
      options: { folder: { type: 'string' }, port: { type: 'string' }, stop: { type: 'boolean' } },
    });
    const folder = path.resolve(values.folder ?? DEFAULT_FOLDER);
    const firstPort = values.port === undefined ? undefined : Number(values.port);
    if (firstPort !== undefined && !(firstPort > 1_023 && firstPort < 65_000)) throw new TypeError();
    return { folder, firstPort, stop: values.stop ?? false };
  } catch {
    console.error(USAGE);
    process.exit(2);
  }
}

const started = Date.now();
const say = (line: string) =>
  console.log(`${String(Math.round((Date.now() - started) / 1_000)).padStart(4)} s  ${line}`);

const { folder, firstPort, stop } = readArguments();
if (stop) {
  if (!isClusterIn(folder)) {
    console.error(`There is no cluster in ${folder}.`);
    process.exit(1);
  }
  await stopCluster(clusterIn(folder), say);
  say('All of it has ended. Its data is still in the folder.');
} else {
  const missing = missingPackages();
  if (missing.length > 0) {
    console.error(howToInstall('The cluster', missing));
    process.exit(1);
  }
  const end = `npm run cluster -- --stop${folder === DEFAULT_FOLDER ? '' : ` --folder ${folder}`}`;
  const cluster = clusterOfArguments();
  await buildProduct();
  await startCluster(cluster, say).catch((error: Error) => {
    console.error(`${error.message}\nThe cluster is not complete. To end what runs of it: ${end}`);
    process.exit(1);
  });
  const { layout } = cluster;
  say(`Commonhold is ready at http://127.0.0.1:${layout.webPort}`);
  console.log(`
The database: ${productUrl(cluster)}
The nodes:    patronictl -c ${path.join(folder, 'node1', 'patroni.yml')} list
Logs:         ${path.join(folder, 'logs')}
To end it:    ${end}`);
}
process.exit();

function clusterOfArguments(): Cluster {
  try {
    return clusterIn(folder, { ...(firstPort !== undefined && { firstPort }), settings: settingsOfShell() });
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** Settings of the product in this shell, for the servers: SAMPLE_DATA=1 npm run cluster. */
function settingsOfShell(): Record<string, string> {
  const given = ['SAMPLE_DATA', 'RATE_LIMITS', 'LOG_LEVEL', 'VERIFY_HOURS'];
  return Object.fromEntries(
    given.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
