import { afterAll, beforeAll, test } from 'vitest';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { testClock } from '../support/ports.ts';
import { expectAllReached, type Lane, OPERATIONS, playSeeds } from './run.ts';
import { seedsOf } from './seeds.ts';

const LANES = 4;
const seeds = seedsOf('postgres');
const opened: PostgresPlatform[] = [];
const lanes: Lane[] = [];

beforeAll(async () => {
  while (lanes.length < LANES) {
    const clock = testClock();
    const product = await postgresPlatform({ clock, pool: 2 });
    opened.push(product);
    lanes.push({ ...product, clock });
  }
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

test(`on Postgres, ${seeds.length} sequences of ${OPERATIONS} random operations go as a simple model says`, async () => {
  expectAllReached(await playSeeds(lanes, seeds));
});
