import { spawnSync } from 'node:child_process';
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
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endProgram, familyOf, logFile, runningPid, runningPrograms, startProgram } from './processes.ts';

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
  const open = readdirSync('/proc/self/fd').flatMap((number) => {
    const file = `/proc/self/fd/${number}`;
    return existsSync(file) ? [readlinkSync(file)] : [];
  });
  expect(open).not.toContain(logFile(folder, 'waiter'));
});

test('what a program prints is in its log', async () => {
  startProgram(folder, { name: 'speaker', command: 'echo', args: ['said'] });
  await expect.poll(() => readFileSync(path.join(folder, 'logs', 'speaker.log'), 'utf8')).toBe('said\n');
});
