import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endWithUs } from '../support/end-with-us.ts';

export interface ServerProcess {
  url: string;
  pid: number;
  /** How long it took from its start until it was ready. */
  readyAfterMs: number;
  kill9(): Promise<void>;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');
const READY = /ready at (http:\S+)/;
const running = new Set<() => Promise<void>>();

/** The server as its own process, from the sources; rejects with what it said when it ends before it is ready. */
export async function startServer(settings: Record<string, string>): Promise<ServerProcess> {
  const { PATH = '', HOME = '' } = process.env;
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/app/server/main.ts'], {
    cwd: root,
    env: {
      PATH,
      HOME,
      NODE_ENV: 'test',
      PORT: '0',
      SAMPLE_DATA: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);
  const ended = once(child, 'exit').finally(() => running.delete(kill9));
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  const kill9 = () => end('SIGKILL');
  running.add(kill9);
  const url = await readyAt(child);
  return {
    url,
    pid: child.pid ?? 0,
    readyAfterMs: Math.round(performance.now() - started),
    kill9,
    stop: () => end('SIGTERM'),
  };
}

function readyAt(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part: Buffer) => {
        said += part.toString();
        const url = READY.exec(said)?.[1];
        if (url) resolve(url);
      });
    }
    child.once('exit', () => reject(new Error(`The server ended before it was ready:\n${said}`)));
  });
}

/** Kills what a test left running; to be called after each test that starts servers. */
export async function killServers(): Promise<void> {
  await Promise.all([...running].map((kill9) => kill9()));
}
