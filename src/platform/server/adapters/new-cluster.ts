import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';

/**
 * Lays the empty cluster of the build out in `folder`, unless it has one; without a build PGlite makes its own there.
 * The folder appears complete, by its renaming: who is killed before leaves a draft, which the next start replaces.
 * @param packed the archive of the build
 */
export async function layOutCluster(folder: string, packed: string): Promise<void> {
  if (existsSync(folder) || !existsSync(packed)) return;
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const { extract } = await import('tar');
  await extract({ file: packed, cwd: draft });
  await rename(draft, folder);
}
