import { and, eq, isNull } from 'drizzle-orm';
import { submissionDocuments } from '#db/schema/submissions.ts';
import { documentErrors } from '#features/documents/documents.contract.ts';
import { storedFilesOf } from '#features/files/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { isDatedAhead } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { dateDocumentInput } from '../submissions.contract.ts';
import { DOCUMENTS_CHANGED } from '../submissions.events.ts';
import { documentOf } from './submissions.views.ts';

/**
 * Records the date on a document of the caller's form, before it is submitted.
 * @throws DOCUMENT_NOT_FOUND, DATED_AHEAD
 */
export const dateDocument = defineCommand({
  name: 'submissions.dateDocument',
  input: dateDocumentInput,
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor, now, emit }, { documentId, dated }) {
    if (dated !== null && isDatedAhead(dated, now)) throw new DomainError(documentErrors.DATED_AHEAD);
    const [row] = await tx
      .update(submissionDocuments)
      .set({ dated })
      .where(
        and(
          eq(submissionDocuments.id, documentId),
          eq(submissionDocuments.ownerId, actor.userId),
          isNull(submissionDocuments.submissionId),
        ),
      )
      .returning();
    if (!row) throw new DomainError(documentErrors.DOCUMENT_NOT_FOUND);
    emit(DOCUMENTS_CHANGED, { userId: actor.userId, payload: { documentId } });
    return documentOf(row, await storedFilesOf(tx, [row.fileId]));
  },
  audit: ({ dated }, { id }) => ({ subject: `submission-document:${id}`, details: { dated } }),
});
