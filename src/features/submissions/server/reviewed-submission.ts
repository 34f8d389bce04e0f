import { and, desc, eq, gt, isNull, ne, or } from 'drizzle-orm';
import { fileScans } from '#db/schema/files.ts';
import {
  submissionChanges,
  submissionConfirmations,
  submissionDocuments,
  submissions,
} from '#db/schema/submissions.ts';
import { documentErrors } from '#features/documents/documents.contract.ts';
import { requireImpartial } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { formatDate } from '#kernel/time.ts';
import type { Queryable, Transaction } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import {
  type ConfirmationItem,
  type ConfirmedValue,
  confirmedValue,
  submissionErrors,
} from '../submissions.contract.ts';
import { namesOf } from './submissions.queries.ts';
import type { ConfirmationRow, DocumentRow, SubmissionRow } from './submissions.views.ts';

/**
 * A pending submission that the actor may decide, its row locked: of two reviewers the second waits here, and then
 * reads the decision of the first.
 * @throws SUBMISSION_NOT_FOUND, OWN_PROPERTY, ALREADY_DECIDED
 */
export async function lockForReview(tx: Transaction, actor: UserActor, id: string): Promise<SubmissionRow> {
  const [row] = await tx.select().from(submissions).where(eq(submissions.id, id)).for('no key update');
  if (!row) throw new DomainError(submissionErrors.SUBMISSION_NOT_FOUND);
  await requireImpartial(tx, actor, row);
  if (row.decidedAt !== null) {
    const reviewer = (await namesOf(tx, [row.decidedBy])).get(row.decidedBy ?? '');
    const message = `${reviewer} ${row.status} this submission on ${formatDate(row.decidedAt)}.`;
    throw new DomainError(submissionErrors.ALREADY_DECIDED, { message });
  }
  return row;
}

/**
 * Refuses a decision by a version that is no longer the newest, or on what someone else has changed since the reviewer
 * opened it, and says which fields those are.
 * @throws SUBMISSION_CHANGED
 */
export async function requireUpToDate(
  tx: Transaction,
  { userId }: UserActor,
  { id, version }: SubmissionRow,
  shown: { version: number; openedVersion?: number | undefined },
): Promise<void> {
  const { openedVersion = shown.version } = shown;
  const isUnseen = or(
    gt(submissionChanges.version, shown.version),
    and(
      gt(submissionChanges.version, openedVersion),
      or(isNull(submissionChanges.by), ne(submissionChanges.by, userId)),
    ),
  );
  const changes = await tx
    .select({ fields: submissionChanges.fields })
    .from(submissionChanges)
    .where(and(eq(submissionChanges.submissionId, id), isUnseen))
    .orderBy(submissionChanges.version);
  if (shown.version === version && changes.length === 0) return;
  const fields = [...new Set(changes.flatMap((change) => change.fields))];
  throw new DomainError(submissionErrors.SUBMISSION_CHANGED, {
    message: `It has changed since you opened it: ${fields.join(', ')}. Review it again.`,
    issues: fields.map((path) => ({ path, message: 'It has changed since you opened it.' })),
  });
}

/**
 * The newest confirmation of each item, and whether it is valid: its document is neither refused nor infected. One without
 * a field that is required today is left out, so that the item is confirmed again.
 */
export async function newestConfirmations(
  db: Queryable,
  submissionId: string,
): Promise<{ row: ConfirmationRow; item: ConfirmationItem; value: ConfirmedValue; isValid: boolean }[]> {
  const found = await db
    .selectDistinctOn([submissionConfirmations.item], {
      row: submissionConfirmations,
      verdict: submissionDocuments.verdict,
      scan: fileScans.result,
    })
    .from(submissionConfirmations)
    .innerJoin(submissionDocuments, eq(submissionDocuments.id, submissionConfirmations.documentId))
    .leftJoin(fileScans, eq(fileScans.fileId, submissionDocuments.fileId))
    .where(eq(submissionConfirmations.submissionId, submissionId))
    .orderBy(submissionConfirmations.item, desc(submissionConfirmations.id));
  return found.flatMap(({ row, verdict, scan }) => {
    const { data } = confirmedValue.safeParse(row.value);
    const isValid = verdict !== 'refused' && scan !== 'infected';
    return data ? [{ row, item: data.item, value: data, isValid }] : [];
  });
}

/**
 * A document of a submission.
 * @throws DOCUMENT_NOT_FOUND
 */
export async function requireDocument(
  tx: Transaction,
  { id, submissionId }: { id: string; submissionId: string },
): Promise<DocumentRow> {
  const [document] = await tx
    .select()
    .from(submissionDocuments)
    .where(and(eq(submissionDocuments.id, id), eq(submissionDocuments.submissionId, submissionId)));
  if (!document) throw new DomainError(documentErrors.DOCUMENT_NOT_FOUND);
  return document;
}
