import { and, count, eq, isNull } from 'drizzle-orm';
import { submissionDocuments } from '#db/schema/submissions.ts';
import { documentErrors } from '#features/documents/documents.contract.ts';
import { discardFile } from '#features/files/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { documentInput, type WayIn } from '../submissions.contract.ts';
import { DOCUMENTS_CHANGED } from '../submissions.events.ts';

/**
 * Takes a document out of the caller's form, before it is submitted; its file is erased.
 * @throws DOCUMENT_NOT_FOUND also for a document of a submission
 */
export const removeDocument = defineCommand({
  name: 'submissions.removeDocument',
  input: documentInput,
  access: 'signedIn',
  whileFrozen: true,
  async run(run, { documentId }) {
    const { tx, actor, emit } = run;
    const [removed] = await tx
      .delete(submissionDocuments)
      .where(
        and(
          eq(submissionDocuments.id, documentId),
          eq(submissionDocuments.ownerId, actor.userId),
          isNull(submissionDocuments.submissionId),
        ),
      )
      .returning();
    if (!removed) throw new DomainError(documentErrors.DOCUMENT_NOT_FOUND);
    await discardUnused(run, removed.fileId);
    emit(DOCUMENTS_CHANGED, { userId: actor.userId, payload: { documentId } });
    return { id: documentId };
  },
  audit: (_, { id }) => ({ subject: `submission-document:${id}` }),
});

/** Releases the documents of a form that the caller discards before submitting it. */
export async function discardForm(run: Run<UserActor>, wayIn: WayIn): Promise<void> {
  const { tx, actor, emit } = run;
  const removed = await tx
    .delete(submissionDocuments)
    .where(
      and(
        eq(submissionDocuments.ownerId, actor.userId),
        eq(submissionDocuments.wayIn, wayIn),
        isNull(submissionDocuments.submissionId),
      ),
    )
    .returning();
  for (const { id: documentId, fileId } of removed) {
    await discardUnused(run, fileId);
    emit(DOCUMENTS_CHANGED, { userId: actor.userId, payload: { documentId } });
  }
}

/** Releases a file, unless another document has it. */
export async function discardUnused(run: Pick<Run, 'tx' | 'emit'>, fileId: string): Promise<void> {
  const [used] = await run.tx
    .select({ times: count() })
    .from(submissionDocuments)
    .where(eq(submissionDocuments.fileId, fileId));
  if (used?.times === 0) await discardFile(run, fileId);
}
