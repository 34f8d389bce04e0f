import { eq } from 'drizzle-orm';
import { submissions } from '#db/schema/submissions.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { SUBMISSION_DECIDED } from '../submissions.events.ts';
import type { SubmissionRow } from './submissions.views.ts';

/** Records the decision on a locked submission; it is final. */
export async function decide(
  { tx, actor, now, emit }: Run<UserActor>,
  { id, ownerId }: SubmissionRow,
  decision: { status: 'approved'; propertyId: number } | { status: 'rejected'; reason: string },
): Promise<void> {
  await tx
    .update(submissions)
    .set({ ...decision, decidedAt: now, decidedBy: actor.userId, pausedAt: null })
    .where(eq(submissions.id, id));
  emit(SUBMISSION_DECIDED, {
    userId: ownerId,
    broadcast: { audience: 'admins' },
    payload: { submissionId: id, status: decision.status },
  });
}
