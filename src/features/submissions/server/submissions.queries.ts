import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/schema/identity.ts';
import { submissionDocuments, submissionMessages, submissions } from '#db/schema/submissions.ts';
import { documentErrors } from '#features/documents/documents.contract.ts';
import { fileContent, infectedFilesOf, storedFilesOf } from '#features/files/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { fullName } from '#kernel/person.ts';
import { cursorAfter, cutPage, olderThan } from '#platform/server/database/cursors.ts';
import { highestFirst, type Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import {
  type OwnListItem,
  type OwnSubmission,
  type SubmissionDocument,
  submissionErrors,
  type WayIn,
} from '../submissions.contract.ts';
import { addressLine } from '../submissions.rules.ts';
import { canDownload } from './submissions.policy.ts';
import {
  type DocumentRow,
  documentOf,
  fieldsOf,
  progressOf,
  type SubmissionRow,
} from './submissions.views.ts';

const later = alias(submissions, 'later');

export async function documentsOf(
  db: Queryable,
  rows: readonly DocumentRow[],
): Promise<SubmissionDocument[]> {
  const ids = rows.map(({ fileId }) => fileId);
  const files = await storedFilesOf(db, ids);
  const infected = await infectedFilesOf(db, ids);
  return rows.map((row) => documentOf(row, files, infected));
}

/** The caller's documents that belong to no submission yet, the first uploaded first. */
export async function unfiledDocumentsOf(
  db: Queryable,
  { userId }: UserActor,
  wayIn: WayIn,
): Promise<SubmissionDocument[]> {
  const rows = await db
    .select()
    .from(submissionDocuments)
    .where(
      and(
        eq(submissionDocuments.ownerId, userId),
        eq(submissionDocuments.wayIn, wayIn),
        isNull(submissionDocuments.submissionId),
      ),
    )
    .orderBy(asc(submissionDocuments.id));
  return documentsOf(db, rows);
}

/** The caller's submissions, the newest first. */
export async function mine(
  db: Queryable,
  { userId }: UserActor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: OwnListItem[]; nextCursor: string | null }> {
  const rows = await db
    .select()
    .from(submissions)
    .where(and(eq(submissions.ownerId, userId), olderThan(cursor, submissions.submittedAt, submissions.id)))
    .orderBy(highestFirst(submissions.submittedAt), highestFirst(submissions.id))
    .limit(limit + 1);
  const items = rows.map(
    (row): OwnListItem => ({ ...progressOf(row), name: row.name, address: addressLine(row) }),
  );
  return cutPage(items, limit, (last) => cursorAfter(last.submittedAt, last.id));
}

/**
 * A submission as its owner sees it.
 * @throws SUBMISSION_NOT_FOUND also for a submission of someone else
 */
export async function ownSubmission(
  db: Queryable,
  { userId }: UserActor,
  submissionId: string,
): Promise<OwnSubmission> {
  const [found] = await db
    .select({ row: submissions, laterId: later.id })
    .from(submissions)
    .leftJoin(later, eq(later.earlierId, submissions.id))
    .where(and(eq(submissions.id, submissionId), eq(submissions.ownerId, userId)));
  if (!found) throw new DomainError(submissionErrors.SUBMISSION_NOT_FOUND);
  const { row, laterId } = found;
  return {
    ...progressOf(row),
    fields: fieldsOf(row),
    documents: await documentsOf(db, await documentRowsOf(db, row)),
    messages: await messagesOf(db, submissionId),
    laterId,
    earlierId: row.earlierId,
  };
}

async function documentRowsOf(db: Queryable, { id }: Pick<SubmissionRow, 'id'>): Promise<DocumentRow[]> {
  return db
    .select()
    .from(submissionDocuments)
    .where(eq(submissionDocuments.submissionId, id))
    .orderBy(asc(submissionDocuments.id));
}

/** Questions and answers, the first first. */
export async function messagesOf(db: Queryable, submissionId: string) {
  const found = await db
    .select({ message: submissionMessages, firstName: users.firstName, lastName: users.lastName })
    .from(submissionMessages)
    .innerJoin(users, eq(users.id, submissionMessages.authorId))
    .where(eq(submissionMessages.submissionId, submissionId))
    .orderBy(asc(submissionMessages.id));
  return found.map(({ message, ...author }) => ({
    id: message.id,
    kind: message.kind,
    author: fullName(author),
    body: message.body,
    at: message.at.toISOString(),
  }));
}

/** The names of these people. */
export async function namesOf(db: Queryable, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const found = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, wanted));
  return new Map(found.map((person) => [person.id, fullName(person)]));
}

/**
 * The file of a document, for its owner and for reviewers.
 * @throws DOCUMENT_NOT_FOUND
 */
export async function documentFile(platform: Platform, actor: UserActor, id: string) {
  const [row] = await platform.db.select().from(submissionDocuments).where(eq(submissionDocuments.id, id));
  if (!row || !canDownload(actor, row)) throw new DomainError(documentErrors.DOCUMENT_NOT_FOUND);
  return fileContent(platform, row.fileId);
}
