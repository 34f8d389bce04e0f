import { Worker } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { documentThreads } from './document-threads.ts';

afterEach(() => vi.useRealTimers());

const ended: (() => void)[] = [];

/** A thread that draws one byte, forever, or not at all, as the title says. */
function start() {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     parentPort.on('message', ({ document: { title } }) => {
       while (title === 'endless');
       parentPort.postMessage(title === 'wrong' ? { problem: 'no such letter' } : { bytes: new Uint8Array([1]) });
     });
     parentPort.postMessage('ready');`,
    { eval: true },
  );
  ended.push(() => void worker.terminate());
  return worker;
}
const titled = (title: string) => ({ title, subtitle: '', dated: new Date(0), sections: [] });

test('a document that takes too long, and one that finds too many waiting, is refused, and the next is drawn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const documents = documentThreads(start);
  let accounts = 0;
  const draw = (title: string) => {
    accounts += 1;
    return documents.text(titled(title), `account ${accounts}`);
  };
  expect(await draw('first')).toEqual(Uint8Array.of(1));
  const endless = refusalOf(draw('endless'));
  const waiting = Array.from({ length: 50 }, () => draw('next'));
  expect(await refusalOf(draw('too many'))).toBe('UNAVAILABLE');
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(await endless).toBe('UNAVAILABLE');
  expect(await Promise.all(waiting)).toHaveLength(50);
});

test('accounts take turns, and one that waits for four documents has to wait before it asks for more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const documents = documentThreads(start);
  await documents.text(titled('first'), 'ada');
  const endless = refusalOf(documents.text(titled('endless'), 'eager'));
  const drawnFor: string[] = [];
  const others = ['eager', 'eager', 'eager', 'ada', 'ada', 'ben'].map(async (account) => {
    await documents.text(titled('next'), account);
    drawnFor.push(account);
  });
  expect(await refusalOf(documents.text(titled('more'), 'eager'))).toBe('TOO_MANY_DRAWINGS');
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(await endless).toBe('UNAVAILABLE');
  await Promise.all(others);
  expect(drawnFor).toEqual(['eager', 'ada', 'ben', 'eager', 'ada', 'eager']);
  expect(await documents.text(titled('more'), 'eager')).toEqual(Uint8Array.of(1));
});

test('a text document does not wait for a table', async () => {
  const documents = documentThreads(start);
  const draw = (title: string) => documents.table({ ...titled(title), columns: [], rows: [] }, 'ada');
  expect(await draw('first')).toEqual(Uint8Array.of(1));
  const table = refusalOf(draw('endless'));
  expect(await documents.text(titled('next'), 'ada')).toEqual(Uint8Array.of(1));
  for (const end of ended) end();
  expect(await table).toBe('UNAVAILABLE');
});

test('a thread that ends before it is ready keeps nobody waiting', async () => {
  const documents = documentThreads(() => new Worker('', { eval: true }));
  await expect(documents.text(titled('first'), 'ada')).rejects.toThrow('before it was ready');
  await expect(documents.text(titled('next'), 'ada')).rejects.toThrow('before it was ready');
});

test('a document that cannot be drawn is an error that says why', async () => {
  await expect(documentThreads(start).text(titled('wrong'), 'ada')).rejects.toThrow('no such letter');
});
