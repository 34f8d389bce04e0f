import { afterAll, beforeAll, test } from 'vitest';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { limitSettings } from './limits.ts';
import { expectAllReached, expectAllRunByJobs, type Lane, OPERATIONS, playSeeds, stillClock } from './run.ts';
import { seedsOf } from './seeds.ts';

const LANES = 4;
const seeds = seedsOf('postgres');
const opened: PostgresPlatform[] = [];
const lanes: Lane[] = [];

beforeAll(async () => {
  while (lanes.length < LANES) {
    const clock = stillClock();
    const product = await postgresPlatform({ clock, pool: 2, env: limitSettings });
    opened.push(product);
    lanes.push({ ...product, clock });
  }
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

test(`on Postgres, ${seeds.length} sequences of ${OPERATIONS} random operations go as a simple model says`, async () => {
  expectAllReached(await playSeeds(lanes, seeds));
  await expectAllRunByJobs(lanes);
});
