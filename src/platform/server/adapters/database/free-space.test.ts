import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aUser, newKey, type Person } from '#tests/support/actors.ts';
import { cashOf, expectBooksBalance } from '#tests/support/checks.ts';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { guardFreeSpace } from './free-space.ts';

const MEGABYTE = 1024 * 1024;

describe('the guard of the free space', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('refuses below the minimum, lets through above, and asks again by itself', async () => {
    let free = 100 * MEGABYTE;
    let asked = 0;
    const requireSpace = guardFreeSpace('/data', 50, async () => {
      asked += 1;
      return free;
    });
    await Promise.all([requireSpace(), requireSpace()]);
    expect(asked).toBe(1);
    free = 50 * MEGABYTE - 1;
    vi.advanceTimersByTime(600);
    await expect(requireSpace()).rejects.toMatchObject({
      code: 'NO_ROOM',
      status: 503,
      retryAfterSeconds: 30,
    });
    free = 50 * MEGABYTE;
    vi.advanceTimersByTime(600);
    await requireSpace();
  });

  test('of 0 megabytes never asks', async () => {
    await guardFreeSpace('/data', 0, () => Promise.reject(new Error('asked')))();
  });

  test('knows the free space of a real folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'commonhold-space-'));
    await guardFreeSpace(folder, 1)();
    await expect(guardFreeSpace(folder, 1_000_000_000)()).rejects.toMatchObject({ code: 'NO_ROOM' });
    rmSync(folder, { recursive: true });
  });
});

describe('the embedded database on a disk that is nearly full', () => {
  let t: TestPlatform;
  let server: TestServer;
  let ada: Person;
  let free = Number.POSITIVE_INFINITY;
  beforeAll(async () => {
    t = await testPlatform({ requireSpace: guardFreeSpace('.', 200, async () => free) });
    server = await startTestServer(t.platform);
    ada = await aUser(t.platform, { cash: 10_000 });
  });
  afterAll(async () => {
    await server.close();
    await t.close();
  });

  test('takes no changes, says when to try again, reads on, and recovers by itself', async () => {
    const client = server.client();
    await client.signIn(ada.email);
    const key = newKey();
    const deposit = () => client.post('/api/wallet/deposits', { amount: '5.00' }, { 'idempotency-key': key });
    const space = async (bytes: number) => {
      free = bytes;
      await vi.waitFor(async () => expect(await guardIsAware(bytes)).toBe(true), { timeout: 5_000 });
    };
    const guardIsAware = (bytes: number) =>
      t.platform.db
        .transaction(async () => true)
        .then(
          () => bytes > 200 * MEGABYTE,
          () => bytes < 200 * MEGABYTE,
        );

    await space(100 * MEGABYTE);
    const refused = await deposit();
    expect(refused).toMatchObject({ status: 503, json: { code: 'NO_ROOM', message: expect.any(String) } });
    expect(refused.headers.get('retry-after')).toBe('30');
    const overTrpc = await client.mutate('wallet.deposit', { amountCents: 500, requestId: key });
    expect(overTrpc).toMatchObject({ status: 503, json: { error: { data: { domainCode: 'NO_ROOM' } } } });
    expect(overTrpc.headers.get('retry-after')).toBe('30');
    expect((await client.get('/api/properties')).status).toBe(200);
    expect((await client.get('/api/auth/user')).status).toBe(200);
    expect((await client.get('/readyz')).status).toBe(200);

    await space(Number.POSITIVE_INFINITY);
    expect((await deposit()).status).toBe(201);
    await t.platform.jobs.drain();
    expect(await cashOf(t.platform.db, ada.id)).toBe(10_500);
    await expectBooksBalance(t.platform);
  });
});
