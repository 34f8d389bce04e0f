import { backUp, restore } from '#platform/server/audit/backup.ts';
import type { Database } from '#platform/server/database/db.ts';

const quietly = () => undefined;

/** The lines of a backup of this database. */
export async function backupOf(db: Database): Promise<string[]> {
  const lines: string[] = [];
  await backUp(db, new Date(), async (more) => void lines.push(...more), quietly);
  return lines;
}

/** Fills an empty database with them. */
export function restoreInto(db: Database, lines: readonly string[]): Promise<void> {
  async function* stream() {
    yield* lines;
  }
  return restore(db, stream(), quietly);
}
