import { submissionMessages } from '#db/schema/submissions.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { answerInput, submissionErrors } from '../submissions.contract.ts';
import { QUESTION_ANSWERED } from '../submissions.events.ts';
import { promisesAfterPause } from '../submissions.rules.ts';
import { lockPending, recordChange } from './pending-submission.ts';

/**
 * Answers the open question about the caller's pending submission; the promised days continue from now with as many
 * business days as were left. Idempotent by `requestId`.
 * @throws SUBMISSION_NOT_FOUND, ALREADY_DECIDED, NO_QUESTION
 */
export const answer = defineCommand({
  name: 'submissions.answer',
  input: answerInput,
  access: 'signedIn',
  async run(run, { submissionId, body }) {
    const { tx, actor, now, newId, emit } = run;
    const submission = await lockPending(tx, actor, submissionId);
    const { pausedAt } = submission;
    if (pausedAt === null) throw new DomainError(submissionErrors.NO_QUESTION);
    const id = newId();
    await tx
      .insert(submissionMessages)
      .values({ id, submissionId, kind: 'answer', authorId: actor.userId, body, at: now });
    await recordChange(run, submission, {
      fields: ['Answer'],
      set: { pausedAt: null, ...promisesAfterPause(submission, pausedAt, now) },
    });
    emit(QUESTION_ANSWERED, {
      userId: actor.userId,
      broadcast: { audience: 'admins' },
      payload: { submissionId, messageId: id },
    });
    return { id };
  },
  audit: ({ submissionId }) => ({ subject: `submission:${submissionId}` }),
});
