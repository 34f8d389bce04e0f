import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { present } from '#kernel/assert.ts';
import { type Clock, DAY, MINUTE } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { anApprovedProperty, api, aUser, newKey, systemOf } from '#tests/support/actors.ts';
import { cashOf } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { testClock } from '#tests/support/ports.ts';
import { renewWorld } from './renewal.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
beforeAll(async () => {
  t = await testPlatform();
});
afterAll(() => t.close());

/** What the builder of the world does last. */
const finish = defineCommand({
  name: 'sample.finish',
  input: z.strictObject({}),
  access: 'system',
  run: async () => ({}),
  audit: () => ({ subject: 'sample world' }),
});

test('jobs that were due while the demo was closed have run when it is opened, once a day', async () => {
  const { id: propertyId } = await anApprovedProperty(t.platform, { minimumShares: 10 });
  const investor = await aUser(t.platform, { cash: 500_000 });
  await api(investor).investing.invest({ propertyId, shares: 1, requestId: newKey() });
  const { offering } = await api(investor).properties.detail({ id: propertyId });
  // Within the hour before it is opened, so that no vote has begun since.
  const midnight = Math.ceil((Date.parse(present(offering.deadline, 'the deadline')) + DAY) / DAY) * DAY;
  t.clock.moveTo(new Date(midnight - 10 * MINUTE));
  await finish(systemOf(t.platform), {});
  expect(await cashOf(t.platform.db, investor.id)).toBeLessThan(500_000);

  const now = new Date(midnight + 10 * MINUTE);
  /** Of all schedules the one that the test is about, because all of them take long. */
  const platformAt = (clock: Clock) => {
    const platform = secondPlatform({ ...t, clock: { ...testClock(), now: () => clock.now() } }, {});
    const { drain } = platform.jobs;
    platform.jobs.drain = (which = { schedules: ['offerings.closeOfferings'] }) => drain(which);
    return platform;
  };
  const parts: number[] = [];
  const open = () => renewWorld({ platformAt, now, onPart: (part) => parts.push(part) });
  await open();
  expect(parts.at(-1)).toBe(1);
  expect(await cashOf(t.platform.db, investor.id)).toBe(500_000);

  parts.length = 0;
  await open();
  expect(parts).toEqual([]);
});
