import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';
import { readTogether } from './db.ts';

let on: TestPlatform;
beforeAll(async () => {
  on = await testPlatform();
});
afterAll(() => on.close());

test('queries that are read together each find their rows, in their order, and none has an empty list', async () => {
  const found = await readTogether<{
    squares: { n: number; square: number }[];
    none: unknown[];
    unasked: unknown[];
  }>(on.platform.db, {
    squares: sql`select n, (n * n)::bigint as square from generate_series(1, ${3}::int) n order by n desc`,
    none: sql`select 1 as one where false`,
    unasked: null,
  });
  expect(found).toEqual({
    squares: [
      { n: 3, square: 9 },
      { n: 2, square: 4 },
      { n: 1, square: 1 },
    ],
    none: [],
    unasked: [],
  });
});

test('nothing is asked of the database when no query is left to be read', async () => {
  const silent = { execute: () => expect.unreachable('asked') } as unknown as typeof on.platform.db;
  expect(await readTogether(silent, { unasked: null })).toEqual({ unasked: [] });
});
