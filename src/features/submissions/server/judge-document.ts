import { eq } from 'drizzle-orm';
import { submissionDocuments } from '#db/schema/submissions.ts';
import { documentErrors } from '#features/documents/documents.contract.ts';
import { DomainError } from '#kernel/errors.ts';
import { isDatedAhead } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { judgeDocumentInput, submissionDocumentKind } from '../submissions.contract.ts';
import { documentLabel } from '../submissions.rules.ts';
import { recordChange } from './pending-submission.ts';
import { lockForReview } from './reviewed-submission.ts';

/**
 * Accepts or refuses a document of a pending submission, with the date that the reviewer read on it.
 * Confirmations by a refused document no longer count.
 * @throws DOCUMENT_NOT_FOUND, OWN_PROPERTY, ALREADY_DECIDED, DATED_AHEAD
 */
export const judgeDocument = defineCommand({
  name: 'submissions.judgeDocument',
  input: judgeDocumentInput,
  access: 'adminRoutine',
  needsApproval: false,
  async run(run, { documentId, verdict, note, dated }) {
    const { tx, actor, now } = run;
    if (dated !== undefined && isDatedAhead(dated, now)) throw new DomainError(documentErrors.DATED_AHEAD);
    const is = eq(submissionDocuments.id, documentId);
    const [document] = await tx.select().from(submissionDocuments).where(is);
    if (!document || document.submissionId === null) throw new DomainError(documentErrors.DOCUMENT_NOT_FOUND);
    const submission = await lockForReview(tx, actor, document.submissionId);
    await tx
      .update(submissionDocuments)
      .set({
        verdict,
        verdictNote: note || null,
        verdictBy: actor.userId,
        verdictAt: now,
        ...(dated !== undefined && { dated }),
      })
      .where(is);
    const label = documentLabel[submissionDocumentKind.parse(document.kind)];
    const version = await recordChange(run, submission, { fields: [`${label} (${verdict})`] });
    return { id: submission.id, version };
  },
  audit: ({ documentId, verdict, note }, { id }) => ({
    subject: `submission:${id}`,
    details: { documentId, verdict, note: typed(note) },
  }),
});
