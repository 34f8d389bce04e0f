import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { killAtExit } from '#tests/support/kill-at-exit.ts';
import {
  endProgram,
  familyOf,
  killAll,
  logFile,
  runningPid,
  runningProcesses,
  runningPrograms,
  startProgram,
} from './processes.ts';

const project = path.join(import.meta.dirname, '../..');
/** A killed one may stay in the list of processes until somebody looks for its end. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'commonhold-processes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a program is found by its record while it runs, and is gone after it was ended', async () => {
  const pid = startProgram(folder, { name: 'waiter', command: 'sleep', args: ['60'] });
  expect(runningPid(folder, 'waiter')).toBe(pid);
  expect(runningPrograms(folder)).toEqual(['waiter']);
  expect(familyOf(process.pid)).toContain(pid);
  await endProgram(folder, 'waiter');
  expect(runningPrograms(folder)).toEqual([]);
});

test('another process that has the number of an ended one is not taken for it', async () => {
  mkdirSync(path.join(folder, 'pids'));
  const ended = spawnSync('true').pid;
  const record = (pid: number) =>
    writeFileSync(path.join(folder, 'pids', 'old.json'), JSON.stringify({ pid, started: '1' }));
  record(ended);
  expect(runningPid(folder, 'old')).toBeNull();
  record(process.pid);
  expect(runningPid(folder, 'old')).toBeNull();
  await endProgram(folder, 'old');
  expect(existsSync(path.join(folder, 'pids', 'old.json'))).toBe(false);
});

test('the log of a program is open in that program alone', () => {
  startProgram(folder, { name: 'waiter', command: 'sleep', args: ['0'] });
  const open = readdirSync('/proc/self/fd').filter((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`) === logFile(folder, 'waiter');
    } catch {
      return false;
    }
  });
  expect(open).toEqual([]);
});

test('what a program prints is in its log', async () => {
  startProgram(folder, { name: 'speaker', command: 'echo', args: ['said'] });
  await expect.poll(() => readFileSync(path.join(folder, 'logs', 'speaker.log'), 'utf8')).toBe('said\n');
});

test('a process that is killed leaves neither the programs of a folder nor the folder, once it asked for that', async () => {
  const imports = ['tests/support/kill-at-exit.ts', 'scripts/cluster/processes.ts'];
  const [cleaning, programs] = imports.map((file) => JSON.stringify(path.join(project, file)));
  const script = `
    import { cleanUpAtExit } from ${cleaning};
    import { startProgram } from ${programs};
    cleanUpAtExit(${JSON.stringify(folder)});
    startProgram(${JSON.stringify(folder)}, { name: 'shell', command: 'sh', args: ['-c', 'sleep 60; true'] });
    console.log('started');
    setInterval(() => undefined, 60_000);`;
  const options = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const runner = spawn(process.execPath, options, { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
  killAtExit(runner);
  await once(runner.stdout, 'data');
  const processes = await eventually(() => {
    const found = runningProcesses(folder);
    return found.length === 2 && found;
  });
  onTestFinished(() => killAll(processes.filter(isAlive)));
  runner.kill('SIGKILL');
  await eventually(() => !existsSync(folder) && !processes.some(isAlive), { what: 'all of it is gone' });
});
