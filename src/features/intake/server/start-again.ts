import { eq } from 'drizzle-orm';
import { intakeDrafts } from '#db/schema/intake.ts';
import { reopenRejected } from '#features/submissions/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { intakeErrors, type SavedDraft, startAgainInput } from '../intake.contract.ts';
import { draftOfFiling } from '../intake.rules.ts';
import { emitChange, lockCurrent, nextVersion } from './current-draft.ts';
import { draftOf } from './intake.views.ts';

/**
 * Fills the wizard with a rejected submission of the caller and its documents, to be corrected and submitted again.
 * A completed draft is closed. A second call returns the draft that the first one began.
 * @throws SUBMISSION_NOT_FOUND, NOT_REJECTED, NOT_BY_WIZARD, DRAFT_OPEN while another application is begun
 */
export const startAgain = defineCommand({
  name: 'intake.startAgain',
  input: startAgainInput,
  access: 'signedIn',
  async run(run, { submissionId }): Promise<SavedDraft> {
    const { tx, actor, now, newId } = run;
    const { stored, unreadableId } = await lockCurrent(run);
    if (stored && !stored.draft.completed) {
      if (stored.draft.earlierId === submissionId) return stored.draft;
      throw new DomainError(intakeErrors.DRAFT_OPEN);
    }
    const { wayIn, fields, submittedAt } = await reopenRejected(run, submissionId);
    if (wayIn !== 'wizard') throw new DomainError(intakeErrors.NOT_BY_WIZARD);
    if (stored) await setState(stored.row.id, 'closed');
    if (unreadableId !== null) await setState(unreadableId, 'setAside');
    const { draft: content, valuation } = draftOfFiling(fields, submittedAt);
    const version = await nextVersion(run);
    const [row] = await tx
      .insert(intakeDrafts)
      .values({
        id: newId(),
        ownerId: actor.userId,
        earlierId: submissionId,
        version,
        content,
        valuation,
        createdAt: now,
        savedAt: now,
      })
      .returning();
    emitChange(run, version);
    const begun = draftOf(present(row, 'the new draft'), null);
    if ('unreadable' in begun) throw new DomainError(intakeErrors.NOT_BY_WIZARD);
    return begun;

    async function setState(id: string, state: 'closed' | 'setAside') {
      await tx.update(intakeDrafts).set({ state }).where(eq(intakeDrafts.id, id));
    }
  },
  audit: ({ submissionId }, { version }) => ({ subject: `intake:${version}`, details: { submissionId } }),
});
