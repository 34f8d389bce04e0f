import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatUsdExact, MAX_CENTS, toDecimal } from '#kernel/money.ts';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';
import { type Columns, columnRows, insertRows, textArray, writeAll } from './columns.ts';
import { rows, usdExactText } from './db.ts';

let t: TestPlatform;
beforeAll(async () => {
  t = await testPlatform();
});
afterAll(() => t.close());

// Postgres stores no zero character in text.
const text = fc
  .string({ unit: fc.oneof(fc.constantFrom('"', '\\', '{', '}', ',', '\n', ' '), fc.string()) })
  .map((value) => value.toWellFormed().replaceAll('\0', ''));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const oneRow = fc.record({
  words: maybe(text),
  number: maybe(fc.maxSafeInteger()),
  at: fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
  details: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean())),
});

type OneRow = typeof oneRow extends fc.Arbitrary<infer Row> ? Row : never;

const columns: Columns<OneRow> = {
  words: ['text', ({ words }) => words],
  number: ['bigint', ({ number }) => number],
  at: ['timestamptz', ({ at }) => at],
  details: ['jsonb', ({ details }) => details],
};

const arrivedFrom = sql`words, number::float8 as number, (extract(epoch from at) * 1000)::float8 as at, details`;

const arriving = (given: readonly OneRow[]) =>
  given.map((row) => ({ ...row, at: row.at.getTime(), details: { ...row.details } }));

test('rows that are handed over as columns arrive in their order, whatever their text holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(oneRow, { maxLength: 8 }), async (given) => {
      const arrived = await rows(
        t.platform.db,
        sql`select ${arrivedFrom} from ${columnRows('g', given, columns)}`,
      );
      expect(arrived).toEqual(arriving(given));
    }),
    { numRuns: 100 },
  );
});

test('inserted rows are all there, in their order, with their shared values', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(oneRow, { maxLength: 8 }), text, async (given, all) => {
      const arrived = await t.platform.db.transaction(async (tx) => {
        await tx.execute(sql`create temp table arrivals (
          turn int generated always as identity, shared text, words text, number bigint, at timestamptz, details jsonb
        ) on commit drop`);
        await writeAll(tx, [insertRows('arrivals', given, { shared: ['text', all], ...columns })]);
        return rows(tx, sql`select shared, ${arrivedFrom} from arrivals order by turn`);
      });
      expect(arrived).toEqual(arriving(given).map((row) => ({ shared: all, ...row })));
    }),
    { numRuns: 50 },
  );
});

test('a write that misses a row it searched for is refused', async () => {
  const statement = sql`update users set first_name = 'Nobody' where id = 'nobody'`;
  const missed = { name: 'missed', statement, rowCount: 1, mustMatchAllRows: true } as const;
  await expect(t.platform.db.transaction((tx) => writeAll(tx, [missed]))).rejects.toMatchObject({
    cause: { message: expect.stringContaining('0 of 1 rows were written: missed') },
  });
});

test('a row is found by a text that is handed over in an array, whatever the text holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), async (given) => {
      const found = await rows<{ one: string }>(
        t.platform.db,
        sql`select one from unnest(${textArray(given)}) as a(one)`,
      );
      expect(found.map(({ one }) => one)).toEqual(given);
    }),
    { numRuns: 100 },
  );
});

test('an amount reads the same whether Postgres or we write it out', async () => {
  const edges = [0, 1, 99, 100, 99_999, 100_000, 123_456_789, MAX_CENTS];
  const amounts = [...edges, ...fc.sample(fc.integer({ min: 0, max: MAX_CENTS }), { numRuns: 200, seed: 7 })];
  const written = await rows<{ text: string }>(
    t.platform.db,
    sql`select ${usdExactText(sql`amount`)} as text
        from ${columnRows('a', amounts, { amount: ['numeric', toDecimal] })}`,
  );
  expect(written.map(({ text }) => text)).toEqual(amounts.map(formatUsdExact));
});
