import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { killAtExit } from '#tests/support/kill-at-exit.ts';

export interface Running {
  port: number;
  /** Resident memory in bytes. */
  memory(): number;
  stop(): Promise<void>;
}

/** Starts a server process and waits for the line that ends with its address. */
export async function startProcess(args: string[], env: Record<string, string> = {}): Promise<Running> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  killAtExit(child);
  const port = await portOf(child);
  return {
    port,
    memory: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error('the process has no output to read its address from');
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /ready at http:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (port !== undefined) {
      child.stdout.resume();
      return Number(port);
    }
  }
  throw new Error('the process ended before it was ready');
}
