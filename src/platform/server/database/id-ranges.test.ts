import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';
import { textArray } from './columns.ts';
import { rows } from './db.ts';
import { eachIdRange, within } from './id-ranges.ts';

let t: TestPlatform;
beforeAll(async () => {
  t = await testPlatform();
});
afterAll(() => t.close());

test('ranges have every id in exactly one of them, at most as many as asked for, however often each occurs', async () => {
  const id = fc.string({ unit: fc.constantFrom('a', 'B', 'z', '0', '-', '_'), minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(id, { maxLength: 30 }), fc.integer({ min: 1, max: 8 }), async (ids, maxIds) => {
      const { db } = t.platform;
      const source = sql`select id from unnest(${textArray(ids)}) as given (id)`;
      const found: string[] = [];
      await eachIdRange(db, source, maxIds, async (range) => {
        const part = await rows<{ id: string }>(
          db,
          sql`select distinct id from (${source}) s where ${within(sql`id`, range)}`,
        );
        expect(part.length).toBeLessThanOrEqual(maxIds);
        found.push(...part.map(({ id }) => id));
      });
      expect(found.sort()).toEqual([...new Set(ids)].sort());
    }),
    { numRuns: 100 },
  );
});
