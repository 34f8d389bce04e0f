import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemOf } from '#tests/support/actors.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { chunksInTimeSlices, inTimeSlices } from './time-slices.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
beforeAll(async () => {
  t = await testPlatform();
});
afterAll(() => t.close());

describe('long work', () => {
  test('that ends within its turn is done', async () => {
    let left = 3;
    const step = async () => ({ done: --left === 0 });
    expect(await inTimeSlices(systemOf(t.platform), step)).toBeUndefined();
    expect(left).toBe(0);
  });

  test('that outlasts its turn does a step, and is queued again behind due jobs', async () => {
    let left = 3;
    const step = async () => ({ done: --left === 0 });
    expect(await inTimeSlices(systemOf(t.platform), step, 0)).toEqual({ runAgainAt: expect.any(Date) });
    expect(left).toBe(2);
  });

  test('in parts goes from the end of one part to the next, until the last', async () => {
    const begun: string[] = [];
    const part = async (after: string) => {
      begun.push(after);
      return { last: after === 'c' ? null : String.fromCharCode((after.charCodeAt(0) || 96) + 1) };
    };
    expect(await chunksInTimeSlices(systemOf(t.platform), part)).toBeUndefined();
    expect(begun).toEqual(['', 'a', 'b', 'c']);
  });
});
