import { Worker } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { SECOND } from '#kernel/time.ts';
import { api, aUser } from '#tests/support/actors.ts';
import { attach } from '#tests/support/applicants.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { aPdf } from '#tests/support/uploads.ts';
import { fileChecks } from './file-checks.ts';
import { fileScanner, resourceLimits } from './file-scanner.ts';

afterEach(() => vi.useRealTimers());

test('a file that comes while the idle thread ends is scanned by another one, not refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const scan = fileScanner();
  const file = { kind: 'pdf', bytes: aPdf() } as const;
  const clean = { problem: null, mediaType: 'application/pdf' };
  expect(await scan(file, 'ada')).toEqual(clean);
  vi.runOnlyPendingTimers();
  expect(await scan(file, 'ada')).toEqual(clean);
});

const CLEAN = { problem: null, mediaType: 'application/pdf' } as const;
const OPAQUE = { problem: 'opaque', mediaType: null };

/** A thread for a scan that never ends, needs more memory than there is, or finds nothing, as the length of the file says. */
const ENDLESS = aPdf();
const LARGE = aPdf('large');
function start(): Worker {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     parentPort.on('message', ({ bytes }) => {
       while (bytes.length === ${ENDLESS.length});
       for (const all = []; bytes.length === ${LARGE.length}; ) all.push(Array(1_000_000).fill(all.length));
       parentPort.postMessage(${JSON.stringify(CLEAN)});
     });
     parentPort.postMessage('ready');`,
    { eval: true, resourceLimits },
  );
  worker.unref();
  return worker;
}
const pdf = (bytes: Uint8Array) => ({ kind: 'pdf', bytes }) as const;

test('a file that takes too long ends its thread and is refused as opaque; the next one is scanned by another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const scan = fileScanner(start);
  expect(await scan(pdf(aPdf('the very first one')), 'ada')).toEqual(CLEAN);
  const endless = scan(pdf(ENDLESS), 'ada');
  const next = scan(pdf(aPdf('the next one')), 'ben');
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  expect(await endless).toEqual(OPAQUE);
  expect(await next).toEqual(CLEAN);
});

test('a file that takes more memory than the limit is refused as opaque, and the next one is scanned', async () => {
  const scan = fileScanner(start);
  expect(await scan(pdf(LARGE), 'ada')).toEqual(OPAQUE);
  expect(await scan(pdf(aPdf('the next one')), 'ada')).toEqual(CLEAN);
});

test('the upload of a file that takes too much memory is refused with what to do about it, and nothing is stored', async () => {
  const t = await testPlatform();
  const platform = Object.create(t.platform, { fileChecks: { value: fileChecks(fileScanner(start)) } });
  const ada = { ...(await aUser(t.platform)), platform };
  const upload = attach(ada, 'idDocument', { name: 'id.pdf', bytes: LARGE });
  await expect(upload).rejects.toThrow(
    'This file is protected or built in a way that cannot be checked. Print it to a new PDF and upload that.',
  );
  expect(await refusalOf(attach(ada, 'idDocument', { name: 'id.pdf', bytes: LARGE }))).toBe('FILE_OPAQUE');
  expect((await api(ada).kyc.application()).documents.idDocument).toBeNull();
  await t.close();
});
