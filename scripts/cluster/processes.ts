import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** User that a process runs as; undefined: the one that starts it. */
export type Account = { uid: number; gid: number } | undefined;

export interface Program {
  name: string;
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
  account?: Account;
}

interface ProcessRecord {
  pid: number;
  /** When the process started: another process may have its number by now. */
  started: string;
}

const pidFolder = (folder: string) => path.join(folder, 'pids');
const pidFile = (folder: string, name: string) => path.join(pidFolder(folder), `${name}.json`);
export const logFile = (folder: string, name: string) => path.join(folder, 'logs', `${name}.log`);

/** Starts a program that continues after this one ends, and records its process. */
export function startProgram(folder: string, { name, command, args, env, account }: Program): number {
  for (const file of [logFile(folder, name), pidFile(folder, name)])
    mkdirSync(path.dirname(file), { recursive: true });
  const log = openSync(logFile(folder, name), 'a');
  const child = spawn(command, args, {
    ...account,
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  child.once('error', () => undefined);
  child.unref();
  if (child.pid === undefined) throw new Error(`${command} could not be started.`);
  const recorded: ProcessRecord = { pid: child.pid, started: startOf(child.pid) };
  writeFileSync(pidFile(folder, name), JSON.stringify(recorded));
  return child.pid;
}

/** The process of a program, while it runs. */
export function runningPid(folder: string, name: string): number | null {
  const file = pidFile(folder, name);
  if (!existsSync(file)) return null;
  const { pid, started } = JSON.parse(readFileSync(file, 'utf8')) as ProcessRecord;
  return started !== '' && startOf(pid) === started ? pid : null;
}

/** The names of all programs that were started in this folder and run. */
export function runningPrograms(folder: string): string[] {
  if (!existsSync(pidFolder(folder))) return [];
  return readdirSync(pidFolder(folder))
    .map((file) => path.basename(file, '.json'))
    .filter((name) => runningPid(folder, name) !== null);
}

/** All processes of the programs that were started in this folder. */
export const runningProcesses = (folder: string): number[] =>
  runningPrograms(folder).flatMap((name) => {
    const pid = runningPid(folder, name);
    return pid === null ? [] : familyOf(pid);
  });

/** Ends a program, immediately when it does not end by itself in time. */
export async function endProgram(
  folder: string,
  name: string,
  { signal = 'SIGTERM', withinMs = 30_000 }: { signal?: NodeJS.Signals; withinMs?: number } = {},
): Promise<void> {
  const pid = runningPid(folder, name);
  if (pid !== null) {
    signalIfThere(pid, signal);
    const deadline = Date.now() + withinMs;
    while (runningPid(folder, name) !== null) {
      if (Date.now() > deadline) signalIfThere(pid, 'SIGKILL');
      await sleep(50);
    }
  }
  rmSync(pidFile(folder, name), { force: true });
}

/** When a process started, in ticks since the machine did; empty when it has ended. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

export function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number) : [];
}

/** A process and all that descend from it. */
export const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) signalIfThere(pid, signal);
}

/** SIGKILL to all at once; stopped first, so that none of them starts anything again. */
export function killAll(pids: readonly number[]): void {
  signalAll(pids, 'SIGSTOP');
  signalAll(pids, 'SIGKILL');
}

/** Postgres refuses to run as root: then it runs as `postgres`, whom Debian's package creates, or as `nobody`. */
export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8');
  for (const name of ['postgres', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(users) ?? [];
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('Postgres cannot run as root, and there is no account postgres or nobody to run it as.');
}
