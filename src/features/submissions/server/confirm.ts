import { submissionConfirmations } from '#db/schema/submissions.ts';
import { fileErrors } from '#features/files/files.contract.ts';
import { infectedFilesOf } from '#features/files/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { confirmInput, submissionErrors } from '../submissions.contract.ts';
import { confirmationLabel } from '../submissions.rules.ts';
import { recordChange } from './pending-submission.ts';
import { lockForReview, requireDocument } from './reviewed-submission.ts';

/**
 * Confirms one item of a pending submission against a document of it. The owner's own figure stays as it was
 * submitted; a later confirmation of the same item takes the place of this one, which stays on record.
 * @throws SUBMISSION_NOT_FOUND, OWN_PROPERTY, ALREADY_DECIDED, DOCUMENT_NOT_FOUND, DOCUMENT_REFUSED, FILE_INFECTED
 */
export const confirm = defineCommand({
  name: 'submissions.confirm',
  input: confirmInput,
  access: 'adminRoutine',
  needsApproval: false,
  async run(run, { submissionId, documentId, value }) {
    const { tx, actor, now, newId } = run;
    const submission = await lockForReview(tx, actor, submissionId);
    const document = await requireDocument(tx, { id: documentId, submissionId });
    if (document.verdict === 'refused') throw new DomainError(submissionErrors.DOCUMENT_REFUSED);
    if ((await infectedFilesOf(tx, [document.fileId])).size > 0)
      throw new DomainError(fileErrors.FILE_INFECTED);
    await tx.insert(submissionConfirmations).values({
      id: newId(),
      submissionId,
      item: value.item,
      value,
      documentId,
      by: actor.userId,
      at: now,
    });
    const version = await recordChange(run, submission, {
      fields: [`${confirmationLabel[value.item]} (confirmed)`],
    });
    return { id: submissionId, version };
  },
  audit: ({ submissionId, documentId, value }) => ({
    subject: `submission:${submissionId}`,
    details: { documentId, item: value.item },
  }),
});
