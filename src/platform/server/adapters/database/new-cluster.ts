import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Unpacks the migrated cluster of the build into `folder`, unless the folder exists. Without a build PGlite makes an
 * empty cluster there itself. The cluster is unpacked into a draft and renamed, so the folder is never incomplete; a
 * draft of a killed process is removed by the next start.
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

/** Best effort: leftover drafts only take space. */
async function removeDrafts(folder: string): Promise<void> {
  const names = await readdir(dirname(folder));
  const drafts = names.filter((name) => name.startsWith(basename(draftsOf(folder))));
  await Promise.allSettled(drafts.map((name) => rm(join(dirname(folder), name), { recursive: true })));
}
