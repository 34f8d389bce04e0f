import { eq } from 'drizzle-orm';
import { submissions } from '#db/schema/submissions.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { submissionErrors, submissionInput } from '../submissions.contract.ts';
import { OWNER_CONTACTED } from '../submissions.events.ts';
import { firstContact } from './first-contact.ts';
import { lockForReview } from './reviewed-submission.ts';

/**
 * Records that the owner of a wizard's submission was contacted, by phone or mail; the proposal is promised next.
 * @throws SUBMISSION_NOT_FOUND, OWN_PROPERTY, ALREADY_DECIDED, NO_CONTACT_PROMISED, ALREADY_CONTACTED
 */
export const recordContact = defineCommand({
  name: 'submissions.recordContact',
  input: submissionInput,
  access: 'adminRoutine',
  needsApproval: false,
  async run({ tx, actor, now, emit }, { submissionId }) {
    const submission = await lockForReview(tx, actor, submissionId);
    if (submission.wayIn !== 'wizard') throw new DomainError(submissionErrors.NO_CONTACT_PROMISED);
    if (submission.contactedAt !== null) throw new DomainError(submissionErrors.ALREADY_CONTACTED);
    await tx.update(submissions).set(firstContact(submission, now)).where(eq(submissions.id, submissionId));
    emit(OWNER_CONTACTED, {
      userId: submission.ownerId,
      broadcast: { audience: 'admins' },
      payload: { submissionId },
    });
    return { id: submissionId, version: submission.version };
  },
  audit: ({ submissionId }) => ({ subject: `submission:${submissionId}` }),
});
