import { backUp, restore } from '#platform/server/audit/backup.ts';
import type { Database } from '#platform/server/database/db.ts';

/** The lines of a backup of this database. */
export async function backupOf(db: Database): Promise<string[]> {
  const lines: string[] = [];
  await backUp(db, {
    at: new Date(),
    write: async (more) => void lines.push(...more),
    onProgress: () => undefined,
    summarize: async () => undefined,
  });
  return lines;
}

/** Restores a backup into an empty database. */
export function restoreInto(db: Database, lines: readonly string[]): Promise<void> {
  async function* stream() {
    yield* lines;
  }
  return restore(db, stream(), () => undefined);
}
