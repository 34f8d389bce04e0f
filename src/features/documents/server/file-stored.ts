import { propertyDocuments } from '#db/schema/documents.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { DocumentFacts } from '../documents.contract.ts';
import { DOCUMENT_FILED } from '../documents.events.ts';

/**
 * Files a document that was submitted with a property about that property, in the transaction of the command that
 * approves it. Both records share one stored file, which belongs to the owner.
 */
export async function fileStored(
  { tx, now, newId, emit }: Pick<Run, 'tx' | 'now' | 'newId' | 'emit'>,
  { ownerId, ...document }: DocumentFacts & { propertyId: number; ownerId: string; fileId: string },
): Promise<string> {
  const id = newId();
  await tx.insert(propertyDocuments).values({ ...document, id, uploadedBy: ownerId, uploadedAt: now });
  const { propertyId } = document;
  emit(DOCUMENT_FILED, { userId: ownerId, broadcast: { propertyId }, payload: { documentId: id } });
  return id;
}
