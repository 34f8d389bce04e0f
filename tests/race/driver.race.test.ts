import { execFile } from 'node:child_process';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import postgres from 'postgres';
import { expect, test, vi } from 'vitest';
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

test('what is sent in one turn of the event loop goes to the server in one write', async () => {
  const { url, drop } = await emptyDatabase();
  const sql = postgres(url, { max: 1 });
  const ask = (n: number) =>
    sql.unsafe('select $1::text as answer', [`${n}`.padEnd(1_500, 'x')], { prepare: true });
  await ask(0);
  const write = vi.spyOn(Socket.prototype, 'write');
  const answers = await Promise.all([1, 2, 3, 4].map(ask));
  const sockets = write.mock.contexts as Socket[];
  const writes = sockets.filter(({ remotePort }) => String(remotePort) === new URL(url).port);
  write.mockRestore();
  await sql.end();
  await drop();
  expect(answers).toHaveLength(4);
  expect(writes).toHaveLength(1);
});
