import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPlatform } from '../support/platform.ts';
import { limitSettings } from './limits.ts';
import { OPERATIONS, playSeeds, stillClock } from './run.ts';
import { seedsOf } from './seeds.ts';

const seeds = seedsOf('embedded');
let lane: Awaited<ReturnType<typeof testPlatform>>;

beforeAll(async () => {
  lane = await testPlatform({ clock: stillClock(), env: limitSettings });
});
afterAll(() => lane.close());

test(`on the embedded database, ${seeds.length} sequences of ${OPERATIONS} random operations go as a simple model says`, async () => {
  await playSeeds([lane], seeds);
});

test('the embedded database plays seeds of either parity, on which the number of admins depends', () => {
  expect(new Set(seeds.map((seed) => seed % 2)).size).toBe(2);
});
