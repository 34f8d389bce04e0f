import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { freshEmbedded } from '#tests/support/platform.ts';
import { cachePreparedStatements } from './prepared-statements.ts';

let plain: PGlite;
let keeping: PGlite;
let passed = 0;
beforeAll(async () => {
  plain = await freshEmbedded();
  keeping = cachePreparedStatements(
    await freshEmbedded(),
    (_, values) => values.length > 0,
    () => passed,
  );
}, 60_000);
beforeEach(() =>
  keeping.exec('drop table if exists notes; create table notes (id int primary key, note text)'),
);
afterAll(() => Promise.all([plain.close(), keeping.close()]));

const preparedNames = async () => {
  const { rows } = await keeping.query<{ name: string }>('select name from pg_prepared_statements');
  return rows.map(({ name }) => name);
};

describe('a prepared statement', () => {
  const moment = new Date('2026-02-03T04:05:06.789Z');
  test.each([
    ['int', 7],
    ['bigint', '9007199254740993'],
    ['numeric(12,2)', '12345.60'],
    ['float8', 0.1],
    ['boolean', false],
    ['text', "it's $1 “quoted” \\ 🙂"],
    ['text', ''],
    ['text', null],
    ['jsonb', { a: [1, null, 'x'] }],
    ['timestamptz', moment],
    ['date', moment],
    ['bytea', Uint8Array.of(0, 1, 255)],
    ['int[]', [1, 2, 3]],
    ['text[]', ['a', 'b,"c"', '']],
    ['uuid', '6b4a3c1e-8f1d-4f0a-9d3e-2a1b3c4d5e6f'],
  ])('answers a value of type %s like PGlite itself, each time (%s)', async (type, value) => {
    const text = `select $1::${type} as first, $1::${type} as second, 1 as one`;
    for (const rowMode of ['object', 'array', 'object'] as const) {
      const usual = await plain.query(text, [value], { rowMode });
      const { rows, fields } = await keeping.query(text, [value], { rowMode });
      expect(rows).toEqual(usual.rows);
      expect(fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }))).toEqual(usual.fields);
    }
  });

  test('is parsed once, and only when it comes again', async () => {
    const before = await preparedNames();
    for (const id of [1, 2, 3]) await keeping.query('insert into notes values ($1, $2)', [id, 'x']);
    await keeping.query('select 1');
    expect((await preparedNames()).length).toBe(before.length + 1);
    const { affectedRows } = await keeping.query('update notes set note = $1 where id > $2', ['y', 1]);
    expect(affectedRows).toBe(2);
  });

  test.each([
    ['after many runs', 250, 0],
    ['when it is old', 1, MINUTE],
  ])('is planned again %s, and its old plan is dropped', async (_, runs, age) => {
    const text = `select $1::int as planned_${runs}`;
    const nameNow = async () => {
      const found = `select name from pg_prepared_statements where statement = '${text}'`;
      const { rows } = await keeping.query<{ name: string }>(found);
      expect(rows).toHaveLength(1);
      return rows[0]?.name;
    };
    await keeping.query(text, [0]);
    const first = await nameNow();
    await keeping.query(text, [0]);
    expect(await nameNow()).toBe(first);
    passed += age;
    for (let many = 1; many <= runs; many += 1) {
      expect((await keeping.query(text, [many])).rows).toEqual([{ [`planned_${runs}`]: many }]);
    }
    expect(await nameNow()).not.toBe(first);
  });

  test('gives way to newer ones when there are too many', async () => {
    for (let many = 0; many < 600; many += 1) {
      expect((await keeping.query(`select $1::int + ${many} as sum`, [1])).rows).toEqual([{ sum: many + 1 }]);
    }
    expect((await preparedNames()).length).toBe(500);
    expect((await keeping.query('select $1::int + 0 as sum', [1])).rows).toEqual([{ sum: 1 }]);
  });

  test('continues after it was refused, and so does what follows', async () => {
    const insert = (id: unknown) => keeping.query('insert into notes values ($1, $2)', [id, 'x']);
    await insert(1);
    await expect(insert(1)).rejects.toMatchObject({ code: '23505', constraint: 'notes_pkey' });
    await expect(insert('one')).rejects.toMatchObject({ code: '22P02' });
    await expect(keeping.query('select * from nothing where id = $1', [1])).rejects.toMatchObject({
      code: '42P01',
    });
    await insert(2);
    expect((await keeping.query('select id from notes where id > $1', [0])).rows).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  test('answers again after its table was replaced', async () => {
    const read = () => keeping.query('select note from notes where id = $1', [1]);
    await read();
    await keeping.exec(
      "drop table notes; create table notes (id int, note text); insert into notes values (1, 'n')",
    );
    expect((await read()).rows).toEqual([{ note: 'n' }]);
  });
});

describe('a transaction', () => {
  test('contains no query of anyone else until it ends', async () => {
    let outside: Promise<{ rows: unknown[] }> = Promise.resolve({ rows: [] });
    await keeping.transaction(async (tx) => {
      await tx.query('insert into notes values ($1, $2)', [1, 'inside']);
      outside = keeping.query('select note from notes where id = $1', [1]);
      await tx.query('update notes set note = $1', ['at the end']);
    });
    expect((await outside).rows).toEqual([{ note: 'at the end' }]);
  });

  test('is taken back whole, with a statement first seen in it of use afterwards', async () => {
    const read = 'select count(*)::int as many from notes where id >= $1';
    const failing = keeping.transaction(async (tx) => {
      await tx.query('insert into notes values ($1, $2)', [1, 'x']);
      expect((await tx.query(read, [0])).rows).toEqual([{ many: 1 }]);
      await tx.query('insert into notes values ($1, $2)', [1, 'x']);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect((await keeping.query(read, [0])).rows).toEqual([{ many: 0 }]);
  });

  test('takes no statement after its end', async () => {
    const query = await keeping.transaction(async (tx) => () => tx.query('select $1::int', [1]));
    await expect(query()).rejects.toThrow('Transaction is closed');
  });
});
