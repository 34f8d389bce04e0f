import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPlatform } from '#tests/support/platform.ts';
import { takeUpload } from './upload-slots.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
beforeAll(async () => {
  t = await testPlatform();
});
afterAll(() => t.close());

test('slots are scarce from sixteen uploads on, and no longer once one of them has ended', async () => {
  const ends: (() => void)[] = [];
  const scarce: (() => boolean)[] = [];
  const begin = (sender: string) =>
    takeUpload(t.platform)({ person: sender, address: sender }, (isScarce) => {
      scarce.push(isScarce);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const uploads = Array.from({ length: 16 }, (_, at) => begin(String(at)));
  expect(scarce.map((isScarce) => isScarce())).toEqual(Array(16).fill(true));
  ends[0]?.();
  await uploads[0];
  expect(scarce.at(-1)?.()).toBe(false);
  for (const end of ends) end();
  await Promise.all(uploads);
});
