import { expect, test } from 'vitest';
import { verify } from '#app/server/verify.ts';
import { invest } from '#features/investing/server/index.ts';
import { newId } from '#kernel/ids.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { as, seedBenchWorld, userId } from './world.ts';

test("the benchmark's people can buy in its world, whose books balance", async () => {
  const t = await testPlatform();
  try {
    await seedBenchWorld(t.platform, { holders: 150, users: 20, properties: 30 });
    await invest(as(t.platform, userId(1)), { propertyId: 30, shares: 3, requestId: newId() });
    expect((await verify(t.platform.db)).filter(({ drifts }) => drifts.length > 0)).toEqual([]);
  } finally {
    await t.close();
  }
});
