import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { killAtExit } from '#tests/support/kill-at-exit.ts';
import { clusterIn, postgresProcesses } from './cluster.ts';
import { dataFolder, type Node } from './layout.ts';
import { findProgram } from './packages.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'commonhold-cluster-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a Postgres of another folder that has the number of a killed one is not taken for it', async () => {
  const node = clusterIn(folder).layout.nodes[0] as Node;
  const data = dataFolder(node);
  mkdirSync(data, { recursive: true });
  const program = path.join(folder, 'postgres');
  symlinkSync(findProgram('sleep') as string, program);
  const postgresRunningIn = async (cwd: string) => {
    const running = spawn(program, ['60'], { cwd, stdio: 'ignore' });
    killAtExit(running);
    await once(running, 'spawn');
    writeFileSync(path.join(data, 'postmaster.pid'), `${running.pid}\n${data}\n`);
    return running;
  };
  expect(postgresProcesses(node)).toEqual([]);
  const own = await postgresRunningIn(data);
  expect(postgresProcesses(node)).toEqual([own.pid]);
  own.kill('SIGKILL');
  await once(own, 'exit');
  expect(postgresProcesses(node)).toEqual([]);
  const other = await postgresRunningIn(folder);
  expect(postgresProcesses(node)).toEqual([]);
  other.kill('SIGKILL');
});

test('other ports than those of the cluster in a folder are refused, and its ports are named', () => {
  const ports = clusterIn(folder, { firstPort: 7_000 }).layout;
  expect(() => clusterIn(folder, { firstPort: 8_000 })).toThrow('has the ports from 7000 on');
  expect(clusterIn(folder, { firstPort: 7_000 }).layout).toEqual(ports);
  expect(clusterIn(folder).layout).toEqual(ports);
  const usual = path.join(folder, 'usual');
  clusterIn(usual);
  expect(() => clusterIn(usual, { firstPort: 8_000 })).toThrow('has the ports from 7600 on');
});
