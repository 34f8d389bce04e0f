import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import * as schema from './index.ts';

const meta = join(import.meta.dirname, '../migrations/meta');

test('the migrations make all of the schema: generating finds nothing to add', async () => {
  const journal = JSON.parse(readFileSync(join(meta, '_journal.json'), 'utf8')) as {
    entries: { idx: number }[];
  };
  const newest = String(journal.entries.at(-1)?.idx).padStart(4, '0');
  const snapshot = JSON.parse(readFileSync(join(meta, `${newest}_snapshot.json`), 'utf8'));
  expect(await generateMigration(snapshot, generateDrizzleJson(schema, snapshot.id))).toEqual([]);
});
