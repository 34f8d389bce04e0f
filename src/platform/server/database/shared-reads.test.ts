import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coalesceReads, dataLoader } from './shared-reads.ts';

/** A read whose beginnings are seen and whose ends the test decides. */
function readByHand() {
  const scope = {};
  const begun: { question: string; end(answer: string): void; fail(error: Error): void }[] = [];
  const ask = coalesceReads<object, string, string>(
    (_, question) => new Promise((resolve, reject) => begun.push({ question, end: resolve, fail: reject })),
  );
  const reads = async (count: number) => {
    await expect.poll(() => begun.length).toBe(count);
    return begun[count - 1] as (typeof begun)[number];
  };
  return { ask: (question: string) => ask(scope, question), reads, begun };
}

test('equal requests at one moment are answered by one read', async () => {
  const { ask, reads, begun } = readByHand();
  const answers = [ask('market'), ask('market'), ask('market')];
  (await reads(1)).end('cards');
  expect(await Promise.all(answers)).toEqual(['cards', 'cards', 'cards']);
  expect(begun).toHaveLength(1);
});

test('a request while a read runs gets the next one, which begins when it has ended', async () => {
  const { ask, reads, begun } = readByHand();
  const first = ask('market');
  const running = await reads(1);
  const later = [ask('market'), ask('market')];
  await new Promise(setImmediate);
  expect(begun).toHaveLength(1);
  running.end('before');
  (await reads(2)).end('after');
  expect([await first, ...(await Promise.all(later))]).toEqual(['before', 'after', 'after']);
});

test('another question does not wait', async () => {
  const { ask, reads } = readByHand();
  const slow = ask('everything');
  const running = await reads(1);
  const quick = ask('little');
  (await reads(2)).end('a little');
  expect(await quick).toBe('a little');
  running.end('everything');
  expect(await slow).toBe('everything');
});

test('a read that fails, fails for those who waited for it, and the next one begins', async () => {
  const { ask, reads } = readByHand();
  const refused = Promise.allSettled([ask('market'), ask('market')]);
  const running = await reads(1);
  const later = ask('market');
  running.fail(new Error('away'));
  expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  (await reads(2)).end('back');
  expect(await later).toBe('back');
});

test('an answer is never older than its question, whatever changes in between', async () => {
  const steps = fc.array(fc.constantFrom('change', 'ask', 'turn'), { minLength: 1, maxLength: 60 });
  const property = fc.asyncProperty(steps, async (plan) => {
    let version = 0;
    const ask = coalesceReads<object, string, number>(async () => {
      await new Promise(setImmediate);
      const seen = version;
      await new Promise(setImmediate);
      return seen;
    });
    const each = dataLoader<number>(async (keys) => {
      const seen = version;
      await new Promise(setImmediate);
      return new Map(keys.map((key) => [key, seen]));
    });
    const scope = {};
    const asked: { since: number; answer: Promise<number | undefined> }[] = [];
    for (const step of plan) {
      if (step === 'change') version += 1;
      if (step === 'turn') await new Promise(setImmediate);
      if (step !== 'ask') continue;
      asked.push({ since: version, answer: ask(scope, 'market') });
      asked.push({ since: version, answer: each('me') });
    }
    for (const { since, answer } of asked) expect(await answer).toBeGreaterThanOrEqual(since);
  });
  await fc.assert(property, { numRuns: 100 });
});

test('waiting reads for several people run together, and each person gets their own', async () => {
  const together: (readonly string[])[] = [];
  const each = dataLoader<string>(async (keys) => {
    together.push(keys);
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `of ${key}`]));
  });
  const answers = ['ada', 'ben', 'nobody', 'ada'].map(each);
  expect(await Promise.all(answers)).toEqual(['of ada', 'of ben', undefined, 'of ada']);
  expect(together).toEqual([['ada', 'ben', 'nobody']]);
});

test('databases share nothing', async () => {
  const ask = coalesceReads(async ({ name }: { name: string }, question: string) => `${name} ${question}`);
  const answers = [ask({ name: 'one' }, 'market'), ask({ name: 'other' }, 'market')];
  expect(await Promise.all(answers)).toEqual(['one market', 'other market']);
});
