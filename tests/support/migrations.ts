import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { smallClusterOptions } from '#platform/server/adapters/database/pglite-options.ts';

/** A database with the migrations up to one of them. */
export async function databaseAt(last: string): Promise<PGlite> {
  const folder = mkdtempSync(join(tmpdir(), 'commonhold-migrations-'));
  cpSync(join(import.meta.dirname, '../../db/migrations'), folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...head } = JSON.parse(readFileSync(journal, 'utf8'));
  const end = entries.findIndex(({ tag }: { tag: string }) => tag === last) + 1;
  writeFileSync(journal, JSON.stringify({ ...head, entries: entries.slice(0, end) }));
  const client = await PGlite.create(smallClusterOptions);
  await migrate(drizzle({ client }), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
  return client;
}
