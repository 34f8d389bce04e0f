import { and, count, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { propertyDocuments } from '#db/schema/documents.ts';
import { claimFile, storeFile } from '#features/files/server/index.ts';
import { visibleProperty } from '#features/properties/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { propertyId } from '#kernel/schemas.ts';
import { isDatedAhead } from '#kernel/time.ts';
import { type CommandContext, defineCommand } from '#platform/server/commands/run-command.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Actor } from '#platform/server/security/caller.ts';
import {
  type DocumentFacts,
  documentErrors,
  documentFacts,
  MAX_DOCUMENTS,
  type PropertyDocument,
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

/** Files a stored file about a property. */
const uploadDocumentCommand = defineCommand({
  name: 'documents.uploadDocument',
  input: documentFacts.extend({ propertyId, fileId: z.uuid() }),
  access: 'signedIn',
  async run(run, input): Promise<PropertyDocument> {
    const { tx, actor, now, newId, emit } = run;
    await requireFiling(tx, actor, input.propertyId);
    if (isDatedAhead(input.dated, now)) throw new DomainError(documentErrors.DATED_AHEAD);
    // One at a time for each property, so that two at once cannot both take the last place.
    await lock(tx, 'propertyDocuments', input.propertyId);
    const [filed] = await tx
      .select({ many: count() })
      .from(propertyDocuments)
      .where(and(eq(propertyDocuments.propertyId, input.propertyId), isNull(propertyDocuments.withdrawnAt)));
    if ((filed?.many ?? 0) >= MAX_DOCUMENTS) throw new DomainError(documentErrors.TOO_MANY_DOCUMENTS);
    await claimFile(run, input.fileId);
    const id = newId();
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
 * @throws PROPERTY_NOT_FOUND, NOT_YOURS, DATED_AHEAD, TOO_MANY_DOCUMENTS, and every error of the files slice
 */
export async function uploadDocument(
  ctx: CommandContext,
  { name, bytes, ...facts }: DocumentFacts & { propertyId: number; name: string; bytes: Uint8Array },
): Promise<PropertyDocument> {
  const { platform, caller } = ctx;
  await requireFiling(platform.db, caller.actor, facts.propertyId);
  const { id: fileId } = await storeFile(ctx, { purpose: 'property', name, bytes });
  return uploadDocumentCommand(ctx, { ...facts, fileId });
}
