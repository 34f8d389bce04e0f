import { notify } from '#features/notifications/server/index.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { rejectInput } from '../submissions.contract.ts';
import { decide } from './decide.ts';
import { lockForReview, requireUpToDate } from './reviewed-submission.ts';

/**
 * Rejects a pending submission with a reason that its owner reads. It is not reopened: a correction is a submission of
 * its own. Idempotent by `requestId`.
 * @throws SUBMISSION_NOT_FOUND, OWN_PROPERTY, ALREADY_DECIDED, SUBMISSION_CHANGED
 */
export const reject = defineCommand({
  name: 'submissions.reject',
  input: rejectInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { submissionId, reason, ...shown }) {
    const { tx, actor } = run;
    const submission = await lockForReview(tx, actor, submissionId);
    await requireUpToDate(tx, actor, submission, shown);
    const { name, ownerId } = submission;
    await decide(run, submission, { status: 'rejected', reason });
    await notify(run, {
      userId: ownerId,
      type: 'property',
      priority: 'high',
      title: 'Submission not approved',
      message: `${name} will not go on the market. You can correct it and start again. Reason: ${reason}`,
      actionUrl: `/owner-submit/${submissionId}`,
      always: true,
    });
    return { status: 'rejected' as const, propertyId: null };
  },
  audit: ({ submissionId, reason }) => ({
    subject: `submission:${submissionId}`,
    details: { reason: typed(reason) },
  }),
});
