import { and, eq, inArray } from 'drizzle-orm';
import { fileScans, storedFiles } from '#db/schema/files.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { fileErrors, type StoredFile } from '../files.contract.ts';

type Row = typeof storedFiles.$inferSelect;

/** Key of a file in the store. */
export function keyOf({ purpose, id }: Pick<Row, 'purpose' | 'id'>): string {
  return `${purpose}/${id}`;
}

/** The stored ones of these files, by id. */
export async function storedFilesOf(
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<Map<string, StoredFile>> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const found = await db
    .select()
    .from(storedFiles)
    .where(and(inArray(storedFiles.id, wanted), eq(storedFiles.status, 'stored')));
  return new Map(
    found.map(({ id, name, mediaType, size, createdAt }) => [
      id,
      { id, name, mediaType, size, createdAt: createdAt.toISOString() },
    ]),
  );
}

/** Those of these files in which the virus scanner found something. */
export async function infectedFilesOf(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await db
    .select({ fileId: fileScans.fileId })
    .from(fileScans)
    .where(and(inArray(fileScans.fileId, [...ids]), eq(fileScans.result, 'infected')));
  return new Set(found.map(({ fileId }) => fileId));
}

/**
 * A stored file with its bytes. Whether the caller may have it is decided by the slice that refers to it.
 * @throws NOT_FOUND, FILE_INFECTED
 */
export async function fileContent({ db, files }: Platform, id: string) {
  const [row] = await db
    .select()
    .from(storedFiles)
    .where(and(eq(storedFiles.id, id), eq(storedFiles.status, 'stored')));
  if (row && (await infectedFilesOf(db, [id])).has(id)) throw new DomainError(fileErrors.FILE_INFECTED);
  const bytes = row ? await files.get(keyOf(row)) : null;
  if (!row || !bytes) throw new DomainError(commonErrors.NOT_FOUND);
  return { name: row.name, mediaType: row.mediaType, bytes };
}
