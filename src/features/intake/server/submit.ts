import { and, eq, inArray } from 'drizzle-orm';
import { intakeDrafts } from '#db/schema/intake.ts';
import { submissionDocuments } from '#db/schema/submissions.ts';
import { fileSubmission } from '#features/submissions/server/index.ts';
import { filedSubmission, submissionDocumentKind } from '#features/submissions/submissions.contract.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { intakeErrors, type SavedDraft, submitInput } from '../intake.contract.ts';
import { filingOf, missingText, problemsOf } from '../intake.rules.ts';
import { emitChange, lockOpen, nextVersion } from './current-draft.ts';

/**
 * Submits the caller's draft with these documents and completes it, in one transaction. Idempotent by `requestId`.
 * @throws NO_DRAFT, ALREADY_SUBMITTED, DRAFT_CHANGED, STEP_INCOMPLETE, and the errors of `fileSubmission`
 */
export const submit = defineCommand({
  name: 'intake.submit',
  input: submitInput,
  access: 'signedIn',
  async run(run, { expectedVersion, documentIds }): Promise<SavedDraft> {
    const { tx, actor, now } = run;
    const draft = await lockOpen(run, expectedVersion);
    await requireComplete(run, draft, documentIds);
    const { earlierId } = draft;
    const filing = filingOf(draft, present(draft.valuationData, 'the valuation of a complete draft'));
    const filed = await fileSubmission(run, filedSubmission.parse({ ...filing, documentIds, earlierId }));
    const receipt = { ...filed, status: 'pending' as const, pausedAt: null };
    const version = await nextVersion(run);
    await tx
      .update(intakeDrafts)
      .set({ state: 'completed', submissionId: receipt.id, version, savedAt: now })
      .where(and(eq(intakeDrafts.ownerId, actor.userId), eq(intakeDrafts.state, 'open')));
    emitChange(run, version);
    return { ...draft, version, savedAt: now.toISOString(), completed: true, receipt };
  },
  audit: ({ documentIds }, { receipt }) => ({
    subject: `submission:${receipt?.id}`,
    details: { wayIn: 'wizard', documents: documentIds.length },
  }),
});

/** @throws STEP_INCOMPLETE, with the missing fields */
async function requireComplete(
  { tx, actor, now }: Run<UserActor>,
  draft: SavedDraft,
  documentIds: readonly string[],
): Promise<void> {
  const documents =
    documentIds.length === 0
      ? []
      : await tx
          .select({ kind: submissionDocuments.kind })
          .from(submissionDocuments)
          .where(
            and(
              eq(submissionDocuments.ownerId, actor.userId),
              inArray(submissionDocuments.id, [...documentIds]),
            ),
          );
  const facts = {
    valuation: draft.valuationData,
    documentKinds: documents.map(({ kind }) => submissionDocumentKind.parse(kind)),
    now,
  };
  const problems = ([1, 2, 3, 4] as const).flatMap((step) => problemsOf(step, draft, facts));
  const message = missingText(problems);
  if (message !== null) throw new DomainError(intakeErrors.STEP_INCOMPLETE, { message });
}
