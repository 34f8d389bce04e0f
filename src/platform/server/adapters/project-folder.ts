import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder, whether this runs from sources or from the build. */
export function projectFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'db', 'migrations'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The folder db/migrations was not found above the program.');
    folder = parent;
  }
  return folder;
}
