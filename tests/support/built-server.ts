import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { killAtExit } from './kill-at-exit.ts';
import { clockSettings } from './test-clock-settings.ts';

export type BuiltServer = {
  url: string;
  pid: number;
  /** Time from its start until it was ready. */
  readyAfterMs: number;
  /** Output of the server so far. */
  output(): string;
  stop(): Promise<void>;
  kill9(): Promise<void>;
};

const projectRoot = path.join(import.meta.dirname, '../..');
const READY = /^Commonhold is ready at (http:\/\/\S+)$/m;
const READY_WITHIN_MS = 300_000;
const STOPS_WITHIN_MS = 15_000;
const running = new Set<ChildProcess>();

/**
 * Runs the built server on a free port; settings of the surrounding shell do not reach it.
 * @param folder with the build, when it is not this project's
 */
export async function startBuiltServer(
  settings: Record<string, string>,
  folder = projectRoot,
): Promise<BuiltServer> {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: folder,
    env: {
      PATH,
      HOME,
      TMPDIR,
      ...clockSettings,
      NODE_ENV: 'test',
      PORT: '0',
      VERIFY_HOURS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killAtExit(server);
  running.add(server);
  server.once('exit', () => running.delete(server));
  const started = performance.now();
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => {
      server.kill('SIGKILL');
      reject(new Error(`The server ${reason}:\n${printed}`));
    };
    const limit = setTimeout(() => fail('was not ready in time'), READY_WITHIN_MS);
    const look = (chunk: Buffer) => {
      printed += chunk;
      const address = printed.match(READY)?.[1];
      if (!address) return;
      clearTimeout(limit);
      resolve(address);
    };
    server.stdout.on('data', look);
    server.stderr.on('data', look);
    server.once('error', reject);
    server.once('exit', (code) => {
      clearTimeout(limit);
      fail(`ended with code ${code} before it was ready`);
    });
  });
  return {
    url,
    pid: server.pid as number,
    readyAfterMs: Math.round(performance.now() - started),
    output: () => printed,
    stop: () => end(server, 'SIGTERM'),
    kill9: () => end(server, 'SIGKILL'),
  };
}

/** Kills what a test left running or starting; to be called after each test that starts servers. */
export async function killServers(): Promise<void> {
  await Promise.all([...running].map((server) => end(server, 'SIGKILL')));
}

async function end(server: ChildProcess, signal: NodeJS.Signals) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  server.kill(signal);
  const limit = setTimeout(() => server.kill('SIGKILL'), STOPS_WITHIN_MS);
  await gone;
  clearTimeout(limit);
}
