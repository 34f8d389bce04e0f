import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import * as schema from './index.ts';

// drizzle-kit adds this to every array of the process, and the reader of PDFs, in a later file, does not load then.
Reflect.deleteProperty(Array.prototype, 'random');

const meta = join(import.meta.dirname, '../migrations/meta');

const journal = JSON.parse(readFileSync(join(meta, '_journal.json'), 'utf8')) as {
  entries: { idx: number }[];
};
const newest = `${String(journal.entries.at(-1)?.idx).padStart(4, '0')}_snapshot.json`;

test('only the snapshot of the newest migration is stored', () => {
  expect(readdirSync(meta).sort()).toEqual([newest, '_journal.json']);
});

test('the migrations make all of the schema: generating finds nothing to add', async () => {
  const snapshot = JSON.parse(readFileSync(join(meta, newest), 'utf8'));
  expect(await generateMigration(snapshot, generateDrizzleJson(schema, snapshot.id))).toEqual([]);
});
