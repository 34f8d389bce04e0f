import { and, count, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { propertyDocuments } from '#db/schema/documents.ts';
import { claimFile, storeFile } from '#features/files/server/index.ts';
import { visibleProperty } from '#features/properties/server/index.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { propertyId } from '#kernel/schemas.ts';
import { isDatedAhead } from '#kernel/time.ts';
import { type CommandContext, defineCommand } from '#platform/server/commands/run-command.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Actor } from '#platform/server/security/caller.ts';
import {
  documentErrors,
  MAX_DOCUMENTS,
  type PropertyDocument,
  type UploadFacts,
  uploadFacts,
} from '../documents.contract.ts';
import { DOCUMENT_FILED } from '../documents.events.ts';
import { canFile } from './documents.policy.ts';
import { documentView } from './documents.queries.ts';

/**
 * Whether the caller may file something about a property.
 * @throws PROPERTY_NOT_FOUND, NOT_YOURS
 */
export async function requireFiling(db: Queryable, actor: Actor, id: number): Promise<void> {
  const { property } = await visibleProperty(db, actor, id);
  if (!canFile(actor, property)) throw new DomainError(documentErrors.NOT_YOURS);
}

/**
 * The document that an earlier upload with this id filed, so that a retry after a lost answer files nothing. Null when there
 * is none.
 * @throws KEY_REUSED when the id belongs to another document, or the details are others
 */
async function uploadedBefore(
  db: Queryable,
  actor: Actor,
  { uploadId, propertyId: about, kind, title, dated }: UploadFacts & { propertyId: number },
): Promise<PropertyDocument | null> {
  if (uploadId === undefined) return null;
  const [row] = await db.select().from(propertyDocuments).where(eq(propertyDocuments.id, uploadId));
  if (!row) return null;
  if (actor.kind !== 'user' || row.uploadedBy !== actor.userId || row.propertyId !== about)
    throw new DomainError(commonErrors.KEY_REUSED);
  if (row.kind === kind && row.title === title && row.dated === dated) return documentView(db, uploadId);
  const message = `This file has already been uploaded as “${row.title}”. If this is a different document, upload it again.`;
  throw new DomainError(commonErrors.KEY_REUSED, { message });
}

/** Files a stored file about a property. */
const uploadDocumentCommand = defineCommand({
  name: 'documents.uploadDocument',
  input: uploadFacts.extend({ propertyId, fileId: z.uuid() }),
  access: 'signedIn',
  async run(run, { uploadId, ...input }): Promise<PropertyDocument> {
    const { tx, actor, now, newId, emit } = run;
    await requireFiling(tx, actor, input.propertyId);
    if (isDatedAhead(input.dated, now)) throw new DomainError(documentErrors.DATED_AHEAD);
    // One at a time for each property, so that two at once cannot both take the last place.
    await lock(tx, 'propertyDocuments', input.propertyId);
    const known = await uploadedBefore(tx, actor, { ...input, uploadId });
    if (known) return known;
    const [filed] = await tx
      .select({ many: count() })
      .from(propertyDocuments)
      .where(and(eq(propertyDocuments.propertyId, input.propertyId), isNull(propertyDocuments.withdrawnAt)));
    if ((filed?.many ?? 0) >= MAX_DOCUMENTS) throw new DomainError(documentErrors.TOO_MANY_DOCUMENTS);
    await claimFile(run, input.fileId);
    const id = uploadId ?? newId();
    await tx.insert(propertyDocuments).values({ ...input, id, uploadedBy: actor.userId, uploadedAt: now });
    emit(DOCUMENT_FILED, {
      userId: actor.userId,
      broadcast: { propertyId: input.propertyId },
      payload: { documentId: id },
    });
    return documentView(tx, id);
  },
  audit: ({ propertyId: about, kind, fileId }, { id }) => ({
    subject: `document:${id}`,
    details: { propertyId: about, kind, fileId },
  }),
});

/**
 * Checks and stores a file, and files it about a property of the caller; admins may file about every property.
 * Idempotent by `uploadId`.
 * @throws PROPERTY_NOT_FOUND, NOT_YOURS, KEY_REUSED, DATED_AHEAD, TOO_MANY_DOCUMENTS, and every error of the files slice
 */
export async function uploadDocument(
  ctx: CommandContext,
  { name, bytes, ...facts }: UploadFacts & { propertyId: number; name: string; bytes: Uint8Array },
): Promise<PropertyDocument> {
  const { platform, caller } = ctx;
  await requireFiling(platform.db, caller.actor, facts.propertyId);
  const known = await uploadedBefore(platform.db, caller.actor, facts);
  if (known) return known;
  const { id: fileId } = await storeFile(ctx, { purpose: 'property', name, bytes });
  return uploadDocumentCommand(ctx, { ...facts, fileId });
}
