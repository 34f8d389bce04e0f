import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Lays the migrated cluster of the build out in `folder`, unless it has one; without a build PGlite makes its own there, empty.
 * The folder appears complete, by its renaming: who is killed before leaves a draft, which the next start removes.
 * @param packed the archive of the build
 * @throws when a file could not be written, as on a full disk
 */
export async function layOutCluster(folder: string, packed: string): Promise<void> {
  if (existsSync(folder) || !existsSync(packed)) return;
  await removeDrafts(folder);
  const draft = await mkdtemp(draftsOf(folder));
  const { extract } = await import('tar');
  let failure: unknown;
  // It continues where a file cannot be written or the archive breaks off, and reports it as a warning.
  const onwarn = (code: string, message: string | Error) => {
    if (code !== 'TAR_ENTRY_INFO') failure ??= message;
  };
  await extract({ file: packed, cwd: draft, onwarn });
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error(String(failure));
  await rename(draft, folder);
}

const draftsOf = (folder: string) => `${folder}.draft-`;

/** As far as they can be removed: nothing depends on it. */
async function removeDrafts(folder: string): Promise<void> {
  const names = await readdir(dirname(folder));
  const drafts = names.filter((name) => name.startsWith(basename(draftsOf(folder))));
  await Promise.allSettled(drafts.map((name) => rm(join(dirname(folder), name), { recursive: true })));
}
