import { and, asc, eq } from 'drizzle-orm';
import { submissionDocuments, submissions } from '#db/schema/submissions.ts';
import { FILE_SCANNED } from '#features/files/server/index.ts';
import { handlerFor } from '#platform/server/runtime/run.ts';
import { submissionDocumentKind } from '../submissions.contract.ts';
import { documentLabel } from '../submissions.rules.ts';
import { recordChange } from './pending-submission.ts';

const finding = { infected: 'virus found', refused: 'cannot be scanned' } as const;

/**
 * Follows the virus scan of a document in its transaction: what it finds in a pending submission is a change, so that
 * no reviewer decides by a page that was opened before. A clean document changes nothing.
 */
export const followScan = handlerFor(FILE_SCANNED, async (run, { payload: { fileId, result } }) => {
  if (result === 'clean') return;
  const { tx } = run;
  const isOfFile = eq(submissionDocuments.fileId, fileId);
  // Waits for a form that is being submitted, which a reviewer may open before this scan commits.
  await tx.select({ id: submissionDocuments.id }).from(submissionDocuments).where(isOfFile).for('key share');
  const pending = await tx
    .select({ submission: submissions, kind: submissionDocuments.kind })
    .from(submissionDocuments)
    .innerJoin(submissions, eq(submissions.id, submissionDocuments.submissionId))
    .where(and(isOfFile, eq(submissions.status, 'pending')))
    .orderBy(asc(submissions.id))
    .for('no key update', { of: submissions });
  for (const { submission, kind } of pending) {
    const label = documentLabel[submissionDocumentKind.parse(kind)];
    await recordChange(run, submission, { fields: [`${label} (${finding[result]})`] });
  }
});
