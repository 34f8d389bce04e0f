import { and, eq } from 'drizzle-orm';
import { submissionChanges, submissions } from '#db/schema/submissions.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { submissionErrors } from '../submissions.contract.ts';
import { SUBMISSION_CHANGED } from '../submissions.events.ts';
import type { SubmissionRow } from './submissions.views.ts';

/**
 * A pending submission of the caller, its row locked.
 * @throws SUBMISSION_NOT_FOUND also for a submission of someone else, ALREADY_DECIDED
 */
export async function lockPending(tx: Transaction, actor: UserActor, id: string): Promise<SubmissionRow> {
  const [row] = await tx
    .select()
    .from(submissions)
    .where(and(eq(submissions.id, id), eq(submissions.ownerId, actor.userId)))
    .for('no key update');
  if (!row) throw new DomainError(submissionErrors.SUBMISSION_NOT_FOUND);
  if (row.status !== 'pending') throw new DomainError(submissionErrors.ALREADY_DECIDED);
  return row;
}

/** Counts a change of facts that reviewers decide by, and records it with the person who made it. */
export async function recordChange(
  { tx, actor, now, newId, emit }: Run,
  { id, version, ownerId }: SubmissionRow,
  { fields, set = {} }: { fields: string[]; set?: Partial<typeof submissions.$inferInsert> },
): Promise<number> {
  const next = version + 1;
  await tx
    .update(submissions)
    .set({ ...set, version: next })
    .where(eq(submissions.id, id));
  const by = actor.kind === 'user' ? actor.userId : null;
  await tx
    .insert(submissionChanges)
    .values({ id: newId(), submissionId: id, version: next, fields, by, at: now });
  emit(SUBMISSION_CHANGED, {
    userId: ownerId,
    broadcast: { audience: 'admins' },
    payload: { submissionId: id },
  });
  return next;
}
