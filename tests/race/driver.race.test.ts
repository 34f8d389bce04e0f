import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

// What `patches/` changes of the driver, where it would cost a server that runs for long.

let on: PostgresPlatform;
beforeAll(async () => {
  on = await postgresPlatform({ pool: 2 });
});
afterAll(() => on.close());

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

/** Bytes of what has outlived the collections of young objects. */
function old(): number {
  const [space] = getHeapSpaceStatistics().filter(({ space_name }) => space_name === 'old_space');
  return space?.space_used_size ?? 0;
}

test('nothing of an answered query is kept until the whole heap is collected', async () => {
  const ask = (n: number) =>
    on.platform.db.execute(sql`select ${`${n}`.padEnd(50_000, 'x')}::text as answer`);
  for (let n = 0; n < 50; n += 1) await ask(n);
  collect();
  const before = old();
  for (let n = 0; n < 400; n += 1) {
    await ask(n);
    if (n % 10 === 0) collect({ type: 'minor' });
  }
  collect({ type: 'minor' });
  expect(old() - before).toBeLessThan(400 * 50_000 * 0.25);
});

test('a queue that is never empty keeps no place for what has left it', async () => {
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
