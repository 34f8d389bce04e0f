import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { killAtExit } from '../support/kill-at-exit.ts';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a test runner that is killed leaves no server and no Postgres behind', async () => {
  const script = join(import.meta.dirname, 'abandoned-runner.ts');
  const runner = spawn(process.execPath, ['--import', 'tsx', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  killAtExit(runner);
  const [output] = await once(runner.stdout, 'data');
  const { pids, dataDir } = JSON.parse(String(output)) as { pids: number[]; dataDir: string };
  onTestFinished(() => {
    for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL');
    rmSync(dirname(dataDir), { recursive: true, force: true });
  });
  expect(pids.map(isAlive)).toEqual([true, true]);
  runner.kill('SIGKILL');
  await eventually(() => !pids.some(isAlive), { what: 'both have ended' });
});
