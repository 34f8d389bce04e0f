import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { spentLimits } from '#db/schema/platform.ts';
import { commonErrors } from '#kernel/errors.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { newKey } from '#tests/support/actors.ts';
import { outcomes } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import type { Platform } from '../runtime/platform.ts';
import { pruneSpentLimits } from './limits.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let servers: Platform[];
let key: string;
beforeAll(async () => {
  t = await testPlatform();
  servers = [1, 2].map(() => secondPlatform(t, { env: { RATE_LIMITS: 'on' } }));
});
beforeEach(() => {
  key = newKey();
});
afterAll(() => t.close());

const tries = (many: number) =>
  outcomes(
    Array.from({ length: many }, (_, at) =>
      (servers[at % 2] as Platform).limits.consumeByKey('failedSignIn', key, commonErrors.RATE_LIMITED),
    ),
  );

test('two servers share one budget', async () => {
  const { done, refused } = await tries(30);
  expect([done.length, refused.length]).toEqual([10, 20]);
});

test('the budget is whole again when its window is over, and a refusal says when', async () => {
  await tries(10);
  const refused = await servers[0]?.limits
    .consumeByKey('failedSignIn', key, commonErrors.RATE_LIMITED)
    .catch((e) => e);
  expect(refused.retryAfterSeconds).toBeGreaterThan(14 * 60);
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
  expect(refused.message).toBe('Too many requests. Try again in 15 minutes.');
  t.clock.advance(15 * MINUTE);
  expect((await tries(11)).refused).toHaveLength(1);
});

test('a success gives the budget back, and nobody else has any less', async () => {
  await tries(10);
  const other = servers[1]?.limits.consumeByKey('failedSignIn', newKey(), commonErrors.RATE_LIMITED);
  await expect(other).resolves.toBeUndefined();
  await servers[1]?.limits.reset('failedSignIn', key);
  expect((await tries(10)).refused).toEqual([]);
});

test('the table holds no names, and drops windows that are over', async () => {
  await servers[0]?.limits.consumeByKey('failedSignIn', `ada@example.test ${key}`, commonErrors.RATE_LIMITED);
  expect(JSON.stringify(await t.platform.db.select().from(spentLimits))).not.toMatch(/ada@|192\.0\.2/);
  t.clock.advance(2 * DAY);
  await pruneSpentLimits(t.platform);
  expect(await t.platform.db.$count(spentLimits)).toBe(0);
});

test('the product itself is never limited', async () => {
  const caller = { actor: { kind: 'system', name: 'test' } as const, address: '' };
  for (let many = 0; many < 25; many += 1) await servers[0]?.limits.consume('signUp', caller);
});
