import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Runs a shell script when our process is gone, however it went: a killed runner leaves nothing behind. The guard
 * sleeps on a pipe from us, which the system closes when we end.
 * @returns a function that calls it off
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

/** Ends a process when ours is gone, even one that was stopped. */
export function killAtExit(child: ChildProcess, signal: 'KILL' | 'QUIT' = 'KILL'): void {
  if (child.pid === undefined) return;
  child.once('exit', runAtExit('kill -s "$0" "$1"; kill -s CONT "$1"', [signal, String(child.pid)]));
}
