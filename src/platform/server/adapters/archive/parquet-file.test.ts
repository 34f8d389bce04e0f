import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Cells, ColumnKinds } from '../../audit/archived-table.ts';
import { hashOfFile, openParquet, writeParquet } from './parquet-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commonhold-parquet-'));
  file = join(folder, 'rows.parquet');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const columns: ColumnKinds = { id: 'integer', at: 'moment', name: 'text' };

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function readAll(only?: string[]): Promise<Cells[]> {
  const { columns: names, rowsOf } = await openParquet(file);
  const found: Cells[] = [];
  for await (const batch of rowsOf(only ?? names)) found.push(...batch);
  return found;
}

const integer = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const row = fc.tuple(
  fc.option(integer),
  fc.option(integer),
  fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '{"runs":"…"}', 'ä🏠', '\ufeffa'))),
);

test('any rows come back as they were written, in their order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(row, { minLength: 1, maxLength: 30 }), { maxLength: 4 }),
      async (batches) => {
        rmSync(file, { force: true });
        await writeParquet(file, columns, each(batches));
        expect(await readAll()).toEqual(batches.flat());
      },
    ),
    { numRuns: 60 },
  );
});

test('a file without rows is read as one, and columns are read by their names', async () => {
  await writeParquet(file, columns, each<Cells[]>([]));
  expect(await readAll()).toEqual([]);
  rmSync(file);
  await writeParquet(file, columns, each([[['1', '1767225600000001', 'Ada']]]));
  expect((await openParquet(file)).columns).toEqual(['id', 'at', 'name']);
  expect(await readAll(['name', 'at'])).toEqual([['Ada', '1767225600000001']]);
});

test('only this account reads the file, and a file that exists is not written over', async () => {
  await writeParquet(file, columns, each([[['1', null, null]]]));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const before = readFileSync(file);
  await expect(writeParquet(file, columns, each([[['2', null, null]]]))).rejects.toThrow('EEXIST');
  expect(readFileSync(file)).toEqual(before);
});

test('the hash of a file is that of its bytes, and of none without a file', async () => {
  writeFileSync(file, 'abc');
  expect(await hashOfFile(file)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(await hashOfFile(`${file}.not`)).toBeNull();
});
