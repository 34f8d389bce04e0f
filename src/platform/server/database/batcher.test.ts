import { describe, expect, test } from 'vitest';
import { refusalOf } from '#tests/support/checks.ts';
import { domainErrorOf, unavailable } from '../errors/error-mapping.ts';
import { createBatcher } from './batcher.ts';

/** The error of a statement that Postgres canceled for its time. */
const tookTooLong = () => Object.assign(new Error('canceling statement'), { code: '57014' });
const outcomeOf = (answer: Promise<number> | undefined) =>
  answer?.catch((error: unknown) => domainErrorOf(error)?.code);

/** A batcher of numbers whose batches the test ends by hand. */
function batcherByHand({
  concurrency = 1,
  maxItems = 2,
  maxWaitMs = Number.POSITIVE_INFINITY,
  contentionKey = (_item: number): number => 0,
} = {}) {
  const batches: { items: readonly number[]; succeed(): void; fail(error: Error): void }[] = [];
  const submit = createBatcher<number, number>({
    concurrency,
    maxItems,
    maxWaitMs,
    contentionKey,
    runBatch: (items) =>
      new Promise((resolve, reject) => {
        const succeed = () => resolve(items.map((item) => ({ ok: true, answer: item * 10 })));
        batches.push({ items, succeed, fail: reject });
      }),
  });
  /** The batch that runs now, which must be the one of these items. */
  const running = async (...items: number[]) => {
    await expect.poll(() => batches.at(-1)?.items).toEqual(items);
    return batches.at(-1) as (typeof batches)[number];
  };
  return { batches, submit, running };
}

test('requests of one turn of the event loop go together, and another batch takes those beyond the maximum', async () => {
  const { submit, running, batches } = batcherByHand({ concurrency: 2 });
  const all = [1, 2, 3].map(submit);
  await running(3);
  expect(batches.map(({ items }) => items)).toEqual([[1, 2], [3]]);
  for (const batch of batches) batch.succeed();
  expect(await Promise.all(all)).toEqual([10, 20, 30]);
});

test('a second lane is only taken for half a batch: fewer wait for the first', async () => {
  const { submit, running } = batcherByHand({ concurrency: 2, maxItems: 4 });
  const first = submit(1);
  const batch = await running(1);
  const second = submit(2);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  await running(1);
  const third = submit(3);
  (await running(2, 3)).succeed();
  batch.succeed();
  expect(await Promise.all([first, second, third])).toEqual([10, 20, 30]);
});

test('a call that has waited too long runs beside a batch that does not end', async () => {
  const { submit, running, batches } = batcherByHand({ concurrency: 2, maxItems: 4, maxWaitMs: 0 });
  const first = submit(1);
  await running(1);
  const second = submit(2);
  (await running(2)).succeed();
  expect(await second).toBe(20);
  batches[0]?.succeed();
  expect(await first).toBe(10);
});

describe('requests that want different things', () => {
  const tens = (item: number) => Math.floor(item / 10);

  test('run beside each other, each with the items of one key', async () => {
    const { submit, running, batches } = batcherByHand({ concurrency: 2, maxItems: 8, contentionKey: tens });
    const all = [1, 11, 2, 12, 21].map(submit);
    await running(11, 12);
    expect(batches.map(({ items }) => items)).toEqual([
      [1, 2, 21],
      [11, 12],
    ]);
    for (const batch of batches) batch.succeed();
    expect(await Promise.all(all)).toEqual([10, 110, 20, 120, 210]);
  });

  test('take a second lane for an eighth of a batch, and items with the key of the first for half of one', async () => {
    const { submit, running } = batcherByHand({ concurrency: 2, maxItems: 16, contentionKey: tens });
    const turn = async () => {
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    };
    const all = [submit(1)];
    const first = await running(1);
    all.push(...[2, 3, 4, 5, 6, 7, 8, 11].map(submit));
    await turn();
    await running(1);
    all.push(submit(12));
    const second = await running(11, 12);
    second.succeed();
    await turn();
    await running(11, 12);
    all.push(submit(9));
    (await running(2, 3, 4, 5, 6, 7, 8, 9)).succeed();
    first.succeed();
    expect(await Promise.all(all)).toHaveLength(11);
  });

  test('go together when they are too few for a lane of their own', async () => {
    const { submit, running } = batcherByHand({ concurrency: 2, maxItems: 64, contentionKey: tens });
    const all = [submit(1)];
    const first = await running(1);
    all.push(submit(11), submit(2));
    first.succeed();
    (await running(11, 2)).succeed();
    expect(await Promise.all(all)).toEqual([10, 110, 20]);
  });

  test('do not wait beside a rush that fills every lane', async () => {
    const { submit, running } = batcherByHand({ concurrency: 2, maxItems: 16, contentionKey: tens });
    const all = [submit(1)];
    const first = await running(1);
    all.push(submit(11), ...[2, 3, 4, 5, 6, 7, 8, 9].map(submit));
    (await running(2, 3, 4, 5, 6, 7, 8, 9, 11)).succeed();
    first.succeed();
    expect(await all[1]).toBe(110);
  });

  test('fill one batch and no more when they go together', async () => {
    const { submit, running } = batcherByHand({ concurrency: 2, maxItems: 9, contentionKey: tens });
    const all = [1, 11, 2, 3, 4, 5, 6, 7, 8, 9].map(submit);
    const first = await running(1, 2, 3, 4, 5, 6, 7, 8, 9);
    all.push(submit(12));
    (await running(11, 12)).succeed();
    first.succeed();
    expect(await Promise.all(all)).toHaveLength(11);
  });

  test('take the next lane in the order in which they came', async () => {
    const { submit, running, batches } = batcherByHand({ concurrency: 2, maxItems: 4, contentionKey: tens });
    const all = [submit(1)];
    await running(1);
    all.push(...[2, 11, 3].map(submit));
    await running(2, 3);
    expect(batches).toHaveLength(2);
    for (const batch of batches) batch.succeed();
    (await running(11)).succeed();
    expect(await Promise.all(all)).toEqual([10, 20, 110, 30]);
  });
});

describe('requests that wait for a batch', () => {
  test('run together as soon as a lane is free, and get their own answers', async () => {
    const { submit, running } = batcherByHand();
    const first = submit(1);
    const batch = await running(1);
    const later = [2, 3, 4].map(submit);
    batch.succeed();
    expect(await first).toBe(10);
    (await running(2, 3)).succeed();
    (await running(4)).succeed();
    expect(await Promise.all(later)).toEqual([20, 30, 40]);
  });

  test('run again in their order after a batch that threw: a bad one fails alone and costs few batches', async () => {
    const items = Array.from({ length: 128 }, (_, item) => item);
    for (const bad of [0, 1, 63, 64, 100, 127]) {
      const batches: (readonly number[])[] = [];
      const answered: number[] = [];
      const submit = createBatcher<number, number>({
        concurrency: 1,
        maxItems: 128,
        maxWaitMs: Number.POSITIVE_INFINITY,
        async runBatch(items) {
          batches.push(items);
          if (items.includes(bad)) throw new Error('bad');
          answered.push(...items);
          return items.map((item) => ({ ok: true, answer: item * 10 }));
        },
      });
      const outcomes = await Promise.allSettled(items.map(submit));
      const good = items.filter((item) => item !== bad);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([outcomes[bad]]);
      expect(good.map((item) => outcomes[item])).toEqual(
        good.map((item) => ({ status: 'fulfilled', value: item * 10 })),
      );
      expect(answered).toEqual(good);
      expect(batches).toHaveLength(1 + 2 * Math.log2(128));
    }
  });

  test('are answered as after a batch of their own when the one before took too long', async () => {
    const { submit, running } = batcherByHand();
    const all = [1, 2, 3].map(submit);
    const slow = Promise.all(all.slice(0, 2).map(outcomeOf));
    (await running(1, 2)).fail(tookTooLong());
    expect(await slow).toEqual(['TOOK_TOO_LONG', 'TOOK_TOO_LONG']);
    (await running(3)).succeed();
    expect(await all[2]).toBe(30);
  });

  test('are not delayed for long by a batch that runs again: the first part that takes too long ends it', async () => {
    const { submit, running } = batcherByHand({ maxItems: 3 });
    const all = [1, 2, 3, 4].map(submit);
    const outcomes = Promise.all(all.map(outcomeOf));
    (await running(1, 2, 3)).fail(new Error('one of you is bad'));
    (await running(1, 2)).fail(new Error('one of you is bad'));
    (await running(1)).succeed();
    (await running(2)).fail(tookTooLong());
    (await running(4)).succeed();
    expect(await outcomes).toEqual([10, 'TOOK_TOO_LONG', 'TOOK_TOO_LONG', 40]);
  });

  test('all fail immediately when the database is unavailable, and the next one is tried again', async () => {
    const { batches, submit, running } = batcherByHand();
    const all = [1, 2, 3, 4].map(submit);
    (await running(1, 2)).fail(unavailable());
    expect(await Promise.all(all.map(refusalOf))).toEqual(Array(4).fill('UNAVAILABLE'));
    expect(batches).toHaveLength(1);
    const next = submit(5);
    (await running(5)).succeed();
    expect(await next).toBe(50);
  });

  test('fail immediately also when the database goes while a batch runs again', async () => {
    const { batches, submit, running } = batcherByHand({ maxItems: 4 });
    const all = [1, 2, 3].map(submit);
    (await running(1, 2, 3)).fail(new Error('one of you is bad'));
    (await running(1, 2)).fail(unavailable());
    expect(await Promise.all(all.map(refusalOf))).toEqual(Array(3).fill('UNAVAILABLE'));
    expect(batches).toHaveLength(2);
  });
});
