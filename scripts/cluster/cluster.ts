import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { eventually } from '#tests/support/eventually.ts';
import { type Archive, archiveConfiguration } from '../restore/archive.ts';
import {
  databaseProxyConfiguration,
  databaseUrl,
  etcdApiFor,
  etcdOptions,
  type Passwords,
  PRODUCT_ACCOUNT,
  patroniConfiguration,
  productStatements,
  webProxyConfiguration,
} from './configuration.ts';
import { DEFAULT_FIRST_PORT, dataFolder, type Layout, layoutIn, type Node } from './layout.ts';
import { isWhole, type Member, membersOf } from './members.ts';
import { findPostgres, findProgram, patroniVersion } from './packages.ts';
import {
  type Account,
  endProgram,
  familyOf,
  logFile,
  runningPid,
  runningPrograms,
  signalIfThere,
  startProgram,
  unprivilegedAccount,
} from './processes.ts';

export interface Cluster {
  layout: Layout;
  passwords: Passwords;
  account: Account;
  /** Settings of the servers beside those that the cluster gives them. */
  settings: Record<string, string>;
  /** Whether the nodes archive their WAL with pgBackRest, into a repository in the folder. */
  archives: boolean;
}

type Say = (line: string) => void;

const CHANGES_WITHIN_MS = 120_000;
const ASKED_EVERY_MS = 200;
const SERVER_READY_WITHIN_MS = 300_000;
const POSTGRES_ENDS_WITHIN_MS = 10_000;
const settingsFile = (folder: string) => path.join(folder, 'cluster.json');
const project = path.join(import.meta.dirname, '../..');

/** The cluster in a folder; a new one when the folder has none. Its ports stay those that it was made with. */
export function clusterIn(
  folder: string,
  {
    firstPort,
    separate,
    settings = {},
    archives = false,
  }: {
    firstPort?: number;
    separate?: boolean;
    settings?: Record<string, string>;
    archives?: boolean;
  } = {},
): Cluster {
  const account = unprivilegedAccount();
  const file = settingsFile(folder);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    const secret = () => randomBytes(18).toString('base64url');
    const passwords: Passwords = { superuser: secret(), replication: secret(), product: secret() };
    writeFileSync(file, JSON.stringify({ firstPort, separate, passwords }, null, 2), { mode: 0o600 });
  }
  const { passwords, ...options } = JSON.parse(readFileSync(file, 'utf8')) as {
    firstPort?: number;
    separate?: boolean;
    passwords: Passwords;
  };
  const stored = options.firstPort ?? DEFAULT_FIRST_PORT;
  if (firstPort !== undefined && firstPort !== stored)
    throw new Error(
      `The cluster in ${folder} has the ports from ${stored} on. Leave --port out, or name another folder.`,
    );
  return { layout: layoutIn(folder, options), passwords, account, settings, archives };
}

export const isClusterIn = (folder: string) => existsSync(settingsFile(folder));

/** URL of the product's database on any primary, or on a node. */
export const productUrl = ({ layout, passwords }: Cluster, node?: Node) =>
  databaseUrl(layout, {
    account: PRODUCT_ACCOUNT,
    password: passwords.product,
    database: PRODUCT_ACCOUNT,
    ...(node && { node }),
  });

/** A node's own Postgres, or the primary, as superuser. */
export const superuserUrl = ({ layout, passwords }: Cluster, node?: Node) =>
  databaseUrl(layout, {
    account: 'postgres',
    password: passwords.superuser,
    database: 'postgres',
    ...(node && { node }),
  });

/** Starts what does not run yet, and resolves when the servers answer. */
export async function startCluster(cluster: Cluster, say: Say): Promise<void> {
  const { layout } = cluster;
  say('Starting three members of etcd, and Patroni with Postgres on each.');
  for (const node of layout.nodes) startNode(cluster, node);
  startProxy(cluster, 'database-proxy', databaseProxyConfiguration(layout));
  await untilWhole(cluster, say);
  await createProductDatabase(cluster);
  for (const { name } of layout.servers) {
    say(`Starting ${name}.`);
    await startServer(cluster, name);
  }
  startProxy(cluster, 'web-proxy', webProxyConfiguration(layout));
  const answersAt = () => answers(`http://127.0.0.1:${layout.webPort}/readyz`);
  await clusterBecomes(answersAt, 'the proxy has found the servers');
}

/** Where Patroni and patronictl find the configuration of a node. */
export const patroniFile = ({ folder }: Node) => path.join(folder, 'patroni.yml');

/** Where a node archives its WAL: all of them into one repository. */
export const archiveOf = ({ layout }: Pick<Cluster, 'layout'>, node: Node): Archive => ({
  repository: path.join(layout.folder, 'repository'),
  configuration: path.join(node.folder, 'pgbackrest.conf'),
  scratch: path.join(node.folder, 'pgbackrest'),
  database: { folder: dataFolder(node), port: node.postgresPort, sockets: node.folder },
});

/** Makes a folder that only the account of the databases may enter. */
export function ownFolder(folder: string, account: Account): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  if (account) chownSync(folder, account.uid, account.gid);
}

/** Writes a file that only the account of the databases may read. */
function ownFile(file: string, text: string, account: Account): void {
  writeFileSync(file, text, { mode: 0o600 });
  if (account) chownSync(file, account.uid, account.gid);
}

/**
 * Starts a node's etcd and Patroni, which starts Postgres; what runs is left alone.
 * @param options.restoredTo the moment of the archive that a new cluster begins with
 */
export function startNode(cluster: Cluster, node: Node, { restoredTo }: { restoredTo?: Date } = {}): void {
  const { layout, passwords, account, archives } = cluster;
  ownFolder(node.folder, account);
  const archive = archiveOf(cluster, node);
  if (archives) {
    ownFolder(archive.repository, account);
    for (const one of ['', 'log', 'lock', 'spool']) ownFolder(path.join(archive.scratch, one), account);
    ownFile(archive.configuration, archiveConfiguration(archive), account);
  }
  const configuration = patroniFile(node);
  const etcdApi = etcdApiFor(patroniVersion());
  const text = patroniConfiguration(node, layout, {
    passwords,
    binaries: findPostgres() ?? '',
    etcdApi,
    ...(archives && { archiving: { archive, ...(restoredTo && { restoredTo }) } }),
  });
  ownFile(configuration, text, account);
  startUnlessRunning(
    cluster,
    `${node.name}-etcd`,
    ['etcd', ...etcdOptions(node, layout, etcdApi)],
    node.namespace,
  );
  startUnlessRunning(cluster, `${node.name}-patroni`, ['patroni', configuration], node.namespace);
}

function startUnlessRunning(
  { layout, account }: Cluster,
  name: string,
  [program = '', ...args]: readonly string[],
  namespace?: string,
): void {
  if (runningPid(layout.folder, name) !== null) return;
  const command = findProgram(program);
  if (command === undefined) throw new Error(`${program} is not installed.`);
  startProgram(layout.folder, { name, account, ...inNetwork(namespace, { command, args, account }) });
}

/** Only root may enter a network, therefore nsenter switches to the account after entering. */
function inNetwork(
  namespace: string | undefined,
  { command, args, account }: { command: string; args: readonly string[]; account: Account },
) {
  if (namespace === undefined) return { command, args };
  const ids = account ? ['--setuid', String(account.uid), '--setgid', String(account.gid)] : [];
  const options = [`--net=/run/netns/${namespace}`, ...ids];
  return { command: '/usr/bin/nsenter', args: [...options, command, ...args], account: undefined };
}

function startProxy(cluster: Cluster, name: string, configuration: string): void {
  const file = path.join(cluster.layout.folder, `${name}.cfg`);
  writeFileSync(file, configuration);
  startUnlessRunning(cluster, name, ['haproxy', '-db', '-f', file]);
}

async function createProductDatabase(cluster: Cluster): Promise<void> {
  const client = postgres(superuserUrl(cluster), { max: 1, connect_timeout: 10 });
  try {
    // Each by itself: an earlier start may have been interrupted between them.
    const [has] = await client<{ account: boolean; database: boolean }[]>`
      select exists (select 1 from pg_roles where rolname = ${PRODUCT_ACCOUNT}) as account,
             exists (select 1 from pg_database where datname = ${PRODUCT_ACCOUNT}) as database`;
    if (!has) throw new Error('The primary has not answered.');
    for (const statement of productStatements(cluster.passwords.product, has)) await client.unsafe(statement);
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** Starts a server of the product, and resolves when it is ready. */
async function startServer(cluster: Cluster, name: string): Promise<void> {
  const { layout, settings } = cluster;
  const server = layout.servers.find((one) => one.name === name);
  if (!server) throw new Error(`There is no server ${name}.`);
  if (runningPid(layout.folder, name) === null) {
    startProgram(layout.folder, {
      name,
      command: process.execPath,
      args: [path.join(project, 'dist/server/main.js')],
      env: {
        HOST: '127.0.0.1',
        PORT: String(server.port),
        PROXY_HOPS: '1',
        DATABASE_URL: productUrl(cluster),
        // Of all nodes: a server does not read from the one that is the primary.
        DATABASE_REPLICA_URLS: layout.nodes.map((node) => productUrl(cluster, node)).join(','),
        // One folder for uploaded files and the data key, as servers of one database need it.
        DATA_DIR: path.join(layout.folder, 'files'),
        PUBLIC_URL: `http://127.0.0.1:${layout.webPort}`,
        ...settings,
      },
    });
  }
  const ready = async () => {
    if (runningPid(layout.folder, name) === null)
      throw new Error(`${name} has ended; ${logFile(layout.folder, name)} says why.`);
    return answers(`http://127.0.0.1:${server.port}/readyz`);
  };
  await eventually(ready, { withinMs: SERVER_READY_WITHIN_MS, what: `${name} is ready` });
}

/** Ends all servers and starts them with the settings of now: every server lists replicas, or none. */
export async function restartServers(cluster: Cluster): Promise<void> {
  const { folder, servers } = cluster.layout;
  await Promise.all(servers.map(({ name }) => endProgram(folder, name)));
  for (const { name } of servers) await startServer(cluster, name);
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** Waits for a change of the cluster, such as another node that leads. */
export const clusterBecomes = <Value>(
  condition: () => Promise<Value | false>,
  what: string,
): Promise<Value> => eventually(condition, { withinMs: CHANGES_WITHIN_MS, everyMs: ASKED_EVERY_MS, what });

/** Waits until one node leads, and the others hold every commit of it. */
export async function untilWhole({ layout }: Cluster, say: Say = () => undefined): Promise<Member[]> {
  let shown = '';
  const wholeMembers = async () => {
    const members = await membersOf(layout.nodes);
    const states = members.map(({ name, role, state }) => `${name}: ${role}, ${state}`).join('; ');
    if (states !== shown && states !== '') say(`  ${states}`);
    shown = states;
    return isWhole(members, layout.nodes.length) && members;
  };
  return clusterBecomes(wholeMembers, 'all nodes are there');
}

/** Ends all that was started in the folder, the servers first and etcd last. */
export async function stopCluster(cluster: Cluster, say: Say): Promise<void> {
  const { folder, nodes } = cluster.layout;
  const running = runningPrograms(folder);
  const isEtcd = (name: string) => name.endsWith('-etcd');
  const isPatroni = (name: string) => name.endsWith('-patroni');
  const groups = [
    running.filter((name) => !isEtcd(name) && !isPatroni(name)),
    running.filter(isPatroni),
    running.filter(isEtcd),
  ];
  for (const group of groups) {
    for (const name of group) say(`Ending ${name}.`);
    await Promise.all(group.map((name) => endProgram(folder, name)));
  }
  // Patroni ends its Postgres; one whose Patroni was killed is left.
  await Promise.all(nodes.map(endPostgres));
}

/** Ends a node's Postgres; after a timeout it no longer waits for the standbys. */
async function endPostgres(node: Node): Promise<void> {
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL'];
  for (const signal of signals) {
    const pid = postgresPid(node);
    if (pid === null) return;
    signalIfThere(pid, signal);
    const hasEnded = async () => postgresPid(node) === null;
    const wait = { withinMs: POSTGRES_ENDS_WITHIN_MS, what: `${node.name} has ended` };
    await eventually(hasEnded, wait).catch(() => false);
  }
}

/** The main process of a node's Postgres, while it runs. */
function postgresPid(node: Node): number | null {
  const data = dataFolder(node);
  try {
    const pid = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // The file of a killed one stays, and another process may have its number by now, even another Postgres.
    const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
    return isPostgres && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data) ? pid : null;
  } catch {
    // There is no such file or process, or it belongs to somebody else.
    return null;
  }
}

/** All processes of a node's Postgres. */
export function postgresProcesses(node: Node): number[] {
  const pid = postgresPid(node);
  return pid === null ? [] : familyOf(pid);
}

function partProcesses({ layout }: Cluster, node: Node, part: 'patroni' | 'etcd'): number[] {
  const pid = runningPid(layout.folder, `${node.name}-${part}`);
  return pid === null ? [] : familyOf(pid);
}

export const etcdProcesses = (cluster: Cluster, node: Node) => partProcesses(cluster, node, 'etcd');

/** All processes of a node: Patroni first, so that it starts nothing again while the others get their signal. */
export const nodeProcesses = (cluster: Cluster, node: Node) => [
  ...partProcesses(cluster, node, 'patroni'),
  ...postgresProcesses(node),
  ...etcdProcesses(cluster, node),
];
