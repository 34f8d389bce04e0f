import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../support/platform.ts';

// Behavior that `patches/` fixes.

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test('an answered query is garbage-collected without a collection of the whole heap', async () => {
  const { url, drop } = await emptyDatabase();
  const program = fileURLToPath(new URL('driver-memory.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, url]);
  await drop();
  expect(Number(stdout)).toBeLessThan(5_000_000);
});

test('a queue that is never empty releases the memory of what has left it', async () => {
  const module = '../../node_modules/postgres/src/queue.js';
  const { default: Queue } = (await import(/* @vite-ignore */ module)) as {
    default: <One>(initial: One[]) => { push(one: One): One; shift(): One; readonly length: number };
  };
  const queue = Queue(['a', 'b', 'c']);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < 1_000_000; n += 1) queue.push(queue.shift());
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(2_000_000);
  expect([queue.shift(), queue.shift(), queue.shift(), queue.length]).toEqual(['b', 'c', 'a', 0]);
});
