import { submissionMessages } from '#db/schema/submissions.ts';
import { notify } from '#features/notifications/server/index.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { askInput } from '../submissions.contract.ts';
import { QUESTION_ASKED } from '../submissions.events.ts';
import { firstContact } from './first-contact.ts';
import { recordChange } from './pending-submission.ts';
import { lockForReview } from './reviewed-submission.ts';

/**
 * Asks the owner of a pending submission something; until the answer, the promised days wait. The first question to
 * the owner of a wizard's submission is the promised contact. Idempotent by `requestId`.
 * @throws SUBMISSION_NOT_FOUND, OWN_PROPERTY, ALREADY_DECIDED
 */
export const ask = defineCommand({
  name: 'submissions.ask',
  input: askInput,
  access: 'adminRoutine',
  needsApproval: false,
  async run(run, { submissionId, body }) {
    const { tx, actor, now, newId, emit } = run;
    const submission = await lockForReview(tx, actor, submissionId);
    const id = newId();
    await tx
      .insert(submissionMessages)
      .values({ id, submissionId, kind: 'question', authorId: actor.userId, body, at: now });
    const version = await recordChange(run, submission, {
      fields: ['Question'],
      set: { pausedAt: submission.pausedAt ?? now, ...firstContact(submission, now) },
    });
    emit(QUESTION_ASKED, {
      userId: submission.ownerId,
      broadcast: { audience: 'admins' },
      payload: { submissionId, messageId: id },
    });
    await notify(run, {
      userId: submission.ownerId,
      type: 'property',
      priority: 'high',
      title: 'A question about your submission',
      message: `${submission.name}: ${body}`,
      actionUrl: `/owner-submit/${submissionId}`,
      always: true,
    });
    return { id: submissionId, version };
  },
  audit: ({ submissionId }) => ({ subject: `submission:${submissionId}` }),
});
