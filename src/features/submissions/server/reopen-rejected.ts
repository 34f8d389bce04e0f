import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { submissionDocuments } from '#db/schema/submissions.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { FiledFields, WayIn } from '../submissions.contract.ts';
import { DOCUMENTS_CHANGED } from '../submissions.events.ts';
import { requireRejected } from './file-submission.ts';
import { fieldsOf } from './submissions.views.ts';

/**
 * The fields of a rejected submission of the caller, for the form that corrects it. Its documents are put into
 * that form as well, but for those that were refused; the rejected submission still has them.
 * @throws SUBMISSION_NOT_FOUND, NOT_REJECTED
 */
export async function reopenRejected(
  run: Run<UserActor>,
  submissionId: string,
): Promise<{ wayIn: WayIn; fields: FiledFields; submittedAt: Date }> {
  const { tx, actor, newId, emit } = run;
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
  const none = { submissionId: null, verdict: null, verdictNote: null, verdictBy: null, verdictAt: null };
  for (const document of documents) {
    const id = newId();
    await tx.insert(submissionDocuments).values({ ...document, ...none, id });
    emit({ type: DOCUMENTS_CHANGED, userId: actor.userId, payload: { documentId: id } });
  }
  return { wayIn: rejected.wayIn, fields: fieldsOf(rejected), submittedAt: rejected.submittedAt };
}
