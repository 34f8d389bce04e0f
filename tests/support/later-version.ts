import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const projectRoot = path.join(import.meta.dirname, '../..');
const BUILT = ['dist/server', 'dist/client', 'dist/renderer', 'dist/pages.json', 'db', 'package.json'];

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

/** The built product in a folder of its own, as the version after this one: with one more migration. */
export async function laterVersion(migration: {
  name: string;
  statements: string;
}): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonhold-later-'));
  for (const part of BUILT) {
    await cp(path.join(projectRoot, part), path.join(folder, part), { recursive: true });
  }
  await symlink(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'));
  const migrations = path.join(folder, 'db/migrations');
  const journalFile = path.join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(journalFile, 'utf8')) as Journal;
  const last = journal.entries.at(-1);
  if (!last) throw new Error('There is no migration to come after.');
  const tag = `${String(last.idx + 1).padStart(4, '0')}_${migration.name}`;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  await writeFile(journalFile, JSON.stringify(journal));
  await writeFile(path.join(migrations, `${tag}.sql`), migration.statements);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
