import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPlatform } from '#tests/support/platform.ts';
import { type Arrival, takeUpload } from './upload-slots.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
beforeAll(async () => {
  t = await testPlatform();
});
afterAll(() => t.close());

test('slots are scarce while sixteen files arrive, and no longer once one of them has arrived', async () => {
  const ends: (() => void)[] = [];
  const arrivals: Arrival[] = [];
  const begin = (sender: string) =>
    takeUpload(t.platform)({ person: sender, address: sender }, (arrival) => {
      arrivals.push(arrival);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const uploads = Array.from({ length: 16 }, (_, at) => begin(String(at)));
  expect(arrivals.map((arrival) => arrival.isScarce())).toEqual(Array(16).fill(true));
  arrivals[0]?.end();
  expect(arrivals.at(-1)?.isScarce()).toBe(false);
  for (const end of ends) end();
  await Promise.all(uploads);
});
