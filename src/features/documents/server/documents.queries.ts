import { and, eq, isNull } from 'drizzle-orm';
import { propertyDocuments } from '#db/schema/documents.ts';
import { fileContent, storedFilesOf } from '#features/files/server/index.ts';
import { visibleProperty } from '#features/properties/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { cursorAfter, cutPage, olderThan } from '#platform/server/database/cursors.ts';
import { highestFirst, type Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Actor, UserActor } from '#platform/server/security/caller.ts';
import { documentErrors, documentKind, MAX_DOCUMENTS, type PropertyDocument } from '../documents.contract.ts';
import { canDownload, canFile } from './documents.policy.ts';

type Row = typeof propertyDocuments.$inferSelect;

async function viewsOf(db: Queryable, found: readonly Row[]): Promise<PropertyDocument[]> {
  const files = await storedFilesOf(
    db,
    found.map(({ fileId }) => fileId),
  );
  return found.map((row) => {
    const { name, mediaType, size } = present(files.get(row.fileId), 'the file of a document');
    return {
      id: row.id,
      kind: documentKind.parse(row.kind),
      title: row.title,
      dated: row.dated,
      fileName: name,
      mediaType,
      size,
      uploadedAt: row.uploadedAt.toISOString(),
      withdrawn: row.withdrawnAt && {
        at: row.withdrawnAt.toISOString(),
        reason: row.withdrawnReason ?? '',
      },
    };
  });
}

/** The documents of a property, the newest first. */
export async function ofProperty(
  db: Queryable,
  actor: UserActor,
  { propertyId, cursor, limit }: { propertyId: number; cursor?: string | undefined; limit: number },
) {
  const { property } = await visibleProperty(db, actor, propertyId);
  const canUpload = canFile(actor, property);
  const found = await db
    .select()
    .from(propertyDocuments)
    .where(
      and(
        eq(propertyDocuments.propertyId, propertyId),
        canUpload ? undefined : isNull(propertyDocuments.withdrawnAt),
        olderThan(cursor, propertyDocuments.uploadedAt, propertyDocuments.id),
      ),
    )
    .orderBy(highestFirst(propertyDocuments.uploadedAt), highestFirst(propertyDocuments.id))
    .limit(limit + 1);
  const page = cutPage(found, limit, (last) => cursorAfter(last.uploadedAt, last.id));
  return { ...page, items: await viewsOf(db, page.items), canUpload };
}

/** Which documents of a property are on record, the newest first. */
export async function titles(db: Queryable, actor: Actor, { propertyId }: { propertyId: number }) {
  await visibleProperty(db, actor, propertyId);
  const found = await db
    .select({
      id: propertyDocuments.id,
      kind: propertyDocuments.kind,
      title: propertyDocuments.title,
      dated: propertyDocuments.dated,
    })
    .from(propertyDocuments)
    .where(and(eq(propertyDocuments.propertyId, propertyId), isNull(propertyDocuments.withdrawnAt)))
    .orderBy(highestFirst(propertyDocuments.uploadedAt), highestFirst(propertyDocuments.id))
    .limit(MAX_DOCUMENTS);
  return found.map(({ kind, ...rest }) => ({ ...rest, kind: documentKind.parse(kind) }));
}

/** One document as the person who filed it sees it. */
export async function documentView(db: Queryable, id: string): Promise<PropertyDocument> {
  const found = await db.select().from(propertyDocuments).where(eq(propertyDocuments.id, id));
  const [view] = await viewsOf(db, found);
  return present(view, 'the document');
}

/**
 * The file of a document.
 * @throws DOCUMENT_NOT_FOUND also when it was withdrawn or its property is not visible to the caller
 */
export async function documentFile(platform: Platform, actor: UserActor, id: string) {
  const { db } = platform;
  const [row] = await db.select().from(propertyDocuments).where(eq(propertyDocuments.id, id));
  const visible = row && canDownload(actor, row) && (await sees(db, actor, row.propertyId));
  if (!visible) throw new DomainError(documentErrors.DOCUMENT_NOT_FOUND);
  return fileContent(platform, row.fileId);
}

async function sees(db: Queryable, actor: UserActor, propertyId: number): Promise<boolean> {
  return visibleProperty(db, actor, propertyId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError) return false;
      throw error;
    },
  );
}
