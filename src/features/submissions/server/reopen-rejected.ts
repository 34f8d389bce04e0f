import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { submissionDocuments } from '#db/schema/submissions.ts';
import { infectedFilesOf } from '#features/files/server/index.ts';
import { present } from '#kernel/assert.ts';
import { idsInOrder } from '#kernel/ids.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { FiledFields, WayIn } from '../submissions.contract.ts';
import { DOCUMENTS_CHANGED } from '../submissions.events.ts';
import { requireRejected } from './file-submission.ts';
import { fieldsOf } from './submissions.views.ts';

/**
 * The fields of a rejected submission of the caller, for the form that corrects it. Its documents are put into
 * that form as well, but for those that were refused or are infected; the rejected submission still has them.
 * @throws SUBMISSION_NOT_FOUND, NOT_REJECTED
 */
export async function reopenRejected(
  run: Run<UserActor>,
  submissionId: string,
): Promise<{ wayIn: WayIn; fields: FiledFields; submittedAt: Date }> {
  const { tx, actor, now, newId, emit } = run;
  const rejected = await requireRejected(tx, actor.userId, submissionId);
  const { verdict } = submissionDocuments;
  const documents = await tx
    .select()
    .from(submissionDocuments)
    .where(
      and(
        eq(submissionDocuments.submissionId, submissionId),
        ne(submissionDocuments.kind, 'other'),
        or(isNull(verdict), ne(verdict, 'refused')),
      ),
    )
    .orderBy(submissionDocuments.id);
  // As new as the form: documents of one that is not submitted are discarded by their age.
  const unfiled = {
    submissionId: null,
    verdict: null,
    verdictNote: null,
    verdictBy: null,
    verdictAt: null,
    uploadedAt: now,
  };
  const infected = await infectedFilesOf(
    tx,
    documents.map(({ fileId }) => fileId),
  );
  const clean = documents.filter(({ fileId }) => !infected.has(fileId));
  const ids = idsInOrder(clean.length, newId);
  for (const [index, document] of clean.entries()) {
    const id = present(ids[index], 'the id of a document');
    await tx.insert(submissionDocuments).values({ ...document, ...unfiled, id });
    emit(DOCUMENTS_CHANGED, { userId: actor.userId, payload: { documentId: id } });
  }
  return { wayIn: rejected.wayIn, fields: fieldsOf(rejected), submittedAt: rejected.submittedAt };
}
