import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';

/**
 * Lays the empty cluster of the build out in `folder`, unless it has one; without a build PGlite makes its own there.
 * The folder appears complete, by its renaming: who is killed before leaves a draft, which the next start replaces.
 * @param packed the archive of the build
 * @throws when a file could not be written, as on a full disk
 */
export async function layOutCluster(folder: string, packed: string): Promise<void> {
  if (existsSync(folder) || !existsSync(packed)) return;
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const { extract } = await import('tar');
  let failure: unknown;
  // It goes on where a file cannot be written or the archive breaks off, and tells so as a warning.
  const onwarn = (code: string, message: string | Error) => {
    if (code !== 'TAR_ENTRY_INFO') failure ??= message;
  };
  await extract({ file: packed, cwd: draft, onwarn });
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error(String(failure));
  await rename(draft, folder);
}
