import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';

/**
 * Runs a shell script when this process ends, even if it is killed, so that a killed test runner leaves nothing behind. A
 * guard process waits on a pipe from this one, which the system closes at its end.
 * @returns a function that cancels it
 */
export function runAtExit(script: string, args: readonly string[]): () => void {
  const guard = spawn('sh', ['-c', `read -r _; ${script}`, ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  return () => guard.kill('SIGKILL');
}

/** Kills a child process when this process ends, even if the child is suspended. */
export function killAtExit(child: ChildProcess, signal: 'KILL' | 'QUIT' = 'KILL'): void {
  if (child.pid === undefined) return;
  child.once('exit', runAtExit('kill -s "$0" "$1"; kill -s CONT "$1"', [signal, String(child.pid)]));
}

/**
 * Kills all programs that were started in a folder, as `scripts/cluster/processes.ts` does, when this process ends, and
 * removes the folder and what belongs to a cluster in it.
 * @returns a function that cancels it
 */
export function cleanUpAtExit(folder: string): () => void {
  const project = join(import.meta.dirname, '../..');
  const script = join(project, 'scripts/cluster/clean-up.ts');
  return runAtExit('cd "$1" && "$0" --import tsx "$2" "$3"', [process.execPath, project, script, folder]);
}
