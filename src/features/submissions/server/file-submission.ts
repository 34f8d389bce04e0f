import { and, eq, inArray } from 'drizzle-orm';
import { submissionDocuments, submissions } from '#db/schema/submissions.ts';
import { documentErrors } from '#features/documents/documents.contract.ts';
import { infectedFilesOf } from '#features/files/server/index.ts';
import { requireConfirmedEmail } from '#features/identity/server/index.ts';
import { notify } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { idsInOrder } from '#kernel/ids.ts';
import { MAX_CENTS, multiply } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import {
  type FiledSubmission,
  MAX_PENDING_SUBMISSIONS,
  MAX_SUBMISSION_DOCUMENTS,
  SUBMISSION_PRICE_PER_SHARE_CENTS,
  type SubmissionReceipt,
  submissionDocumentKind,
  submissionErrors,
} from '../submissions.contract.ts';
import { SUBMISSION_FILED } from '../submissions.events.ts';
import { missingDocumentsText, promisesAt, sharesOf } from '../submissions.rules.ts';
import { type DocumentRow, receiptOf, type SubmissionRow } from './submissions.views.ts';

/**
 * Files a submission of the caller with documents that they have uploaded, in the transaction of the command that
 * calls it. With `earlierId` it is the correction of a rejected one, whose documents can be filed again but for those
 * that were refused or are infected.
 * @throws EMAIL_NOT_CONFIRMED, TOO_MANY_PENDING, NO_SHARES, TOO_MANY_SHARES, NOT_REJECTED, SUBMISSION_NOT_FOUND, DOCUMENT_NOT_FOUND,
 * DOCUMENT_REFUSED, DOCUMENTS_MISSING, TOO_MANY_DOCUMENTS
 */
export async function fileSubmission(
  run: Run<UserActor>,
  filed: FiledSubmission,
): Promise<SubmissionReceipt> {
  const { tx, actor, now, newId, emit } = run;
  await requireConfirmedEmail(tx, actor.userId);
  await requireFewPending(tx, actor.userId);
  requireOfferedShares(filed);
  const { documentIds, earlierId, wayIn, ...fields } = filed;
  if (earlierId !== null) await requireRejected(tx, actor.userId, earlierId);
  const documents = await lockDocuments(tx, actor.userId, { documentIds, earlierId, wayIn });
  const kinds = documents.map(({ kind }) => submissionDocumentKind.parse(kind));
  const missing = missingDocumentsText(wayIn, kinds);
  if (missing !== null) throw new DomainError(submissionErrors.DOCUMENTS_MISSING, { message: missing });

  const [row] = await tx
    .insert(submissions)
    .values({
      id: newId(),
      ownerId: actor.userId,
      wayIn,
      ...fields,
      subtype: fields.subtype || null,
      version: 1,
      earlierId,
      submittedAt: now,
      ...promisesAt(wayIn, now),
    })
    .returning();
  const submission = present(row, 'the new submission');
  await attach(run, documents, submission.id);
  emit(SUBMISSION_FILED, {
    userId: actor.userId,
    broadcast: { audience: 'admins' },
    payload: { submissionId: submission.id },
  });
  const day = formatDate(submission.respondBy);
  await notify(run, {
    userId: actor.userId,
    type: 'property',
    priority: 'low',
    title: 'Submission received',
    message:
      wayIn === 'quick'
        ? `We’ll review ${submission.name} and its documents and get back to you by ${day}.`
        : `We’ll review ${submission.name} and contact you by ${day}.`,
    actionUrl: `/owner-submit/${submission.id}`,
    always: true,
  });
  return receiptOf(submission);
}

/** @throws TOO_MANY_PENDING when as many submissions of the owner wait for review as may */
async function requireFewPending(tx: Transaction, ownerId: string): Promise<void> {
  await lock(tx, 'submissions', ownerId);
  const pending = and(eq(submissions.ownerId, ownerId), eq(submissions.status, 'pending'));
  if ((await tx.$count(submissions, pending)) >= MAX_PENDING_SUBMISSIONS)
    throw new DomainError(submissionErrors.TOO_MANY_PENDING);
}

/** @throws NO_SHARES, TOO_MANY_SHARES */
export function requireOfferedShares(figures: { valuationCents: number; equityOfferedBps: number }): number {
  const shares = sharesOf(figures);
  if (shares === 0) throw new DomainError(submissionErrors.NO_SHARES);
  if (multiply(SUBMISSION_PRICE_PER_SHARE_CENTS, shares) > MAX_CENTS)
    throw new DomainError(submissionErrors.TOO_MANY_SHARES);
  return shares;
}

/** @throws SUBMISSION_NOT_FOUND, NOT_REJECTED also when there is a correction already */
export async function requireRejected(
  tx: Transaction,
  ownerId: string,
  earlierId: string,
): Promise<SubmissionRow> {
  const [earlier] = await tx
    .select()
    .from(submissions)
    .where(and(eq(submissions.id, earlierId), eq(submissions.ownerId, ownerId)))
    .for('update');
  if (!earlier) throw new DomainError(submissionErrors.SUBMISSION_NOT_FOUND);
  const corrected = await tx.$count(submissions, eq(submissions.earlierId, earlierId));
  if (earlier.status !== 'rejected' || corrected > 0) throw new DomainError(submissionErrors.NOT_REJECTED);
  return earlier;
}

/** The documents to file: the caller's own, of no submission yet or of the rejected one. */
async function lockDocuments(
  tx: Transaction,
  ownerId: string,
  { documentIds, earlierId, wayIn }: Pick<FiledSubmission, 'documentIds' | 'earlierId' | 'wayIn'>,
): Promise<DocumentRow[]> {
  const wanted = [...new Set(documentIds)];
  if (wanted.length > MAX_SUBMISSION_DOCUMENTS) throw new DomainError(submissionErrors.TOO_MANY_DOCUMENTS);
  if (wanted.length === 0) return [];
  const found = await tx
    .select()
    .from(submissionDocuments)
    .where(and(inArray(submissionDocuments.id, wanted), eq(submissionDocuments.ownerId, ownerId)))
    .orderBy(submissionDocuments.id)
    .for('update');
  const usable = found.filter(({ submissionId, wayIn: way }) =>
    submissionId === null ? way === wayIn : submissionId === earlierId,
  );
  if (usable.length < wanted.length) throw new DomainError(documentErrors.DOCUMENT_NOT_FOUND);
  if (usable.some(({ verdict }) => verdict === 'refused'))
    throw new DomainError(submissionErrors.DOCUMENT_REFUSED, {
      message: 'A reviewer refused one of these documents. Upload another one in its place.',
    });
  const infected = await infectedFilesOf(
    tx,
    usable.map(({ fileId }) => fileId),
  );
  if (infected.size > 0)
    throw new DomainError(submissionErrors.DOCUMENT_REFUSED, {
      message:
        'The virus scanner found a threat in one of these documents. Remove it, and upload a clean copy.',
    });
  return usable;
}

/** Gives documents to a new submission; those of a rejected one stay with it as well. */
async function attach(
  run: Run<UserActor>,
  documents: readonly DocumentRow[],
  submissionId: string,
): Promise<void> {
  const { tx, newId } = run;
  const fresh = documents.filter((one) => one.submissionId === null).map(({ id }) => id);
  if (fresh.length > 0)
    await tx.update(submissionDocuments).set({ submissionId }).where(inArray(submissionDocuments.id, fresh));
  const again = documents.filter((one) => one.submissionId !== null);
  if (again.length > 0) {
    const ids = idsInOrder(again.length, newId);
    await tx.insert(submissionDocuments).values(
      again.map((one, index) => ({
        ...one,
        id: present(ids[index], 'the id of a document'),
        submissionId,
        verdict: null,
        verdictNote: null,
        verdictBy: null,
        verdictAt: null,
      })),
    );
  }
}
