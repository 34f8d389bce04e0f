import { and, count, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { submissionDocuments } from '#db/schema/submissions.ts';
import { documentErrors } from '#features/documents/documents.contract.ts';
import { claimFile, storedFilesOf, storeFile } from '#features/files/server/index.ts';
import { requireConfirmedEmail } from '#features/identity/server/index.ts';
import { present } from '#kernel/assert.ts';
import { commonErrors, DomainError, type ErrorDefinition } from '#kernel/errors.ts';
import { isDatedAhead } from '#kernel/time.ts';
import { type CommandContext, defineCommand } from '#platform/server/commands/run-command.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { SourceType } from '#platform/server/ports/file-checks.ts';
import type { Actor } from '#platform/server/security/caller.ts';
import {
  MAX_SUBMISSION_DOCUMENTS,
  quickDocumentKinds,
  type SubmissionDocument,
  submissionErrors,
  type UploadFacts,
  uploadFacts,
  wizardDocumentKinds,
} from '../submissions.contract.ts';
import { DOCUMENTS_CHANGED } from '../submissions.events.ts';
import { acceptedFiles, documentLabel } from '../submissions.rules.ts';
import { lockPending, recordChange } from './pending-submission.ts';
import { documentOf } from './submissions.views.ts';

/** Why a file of this type cannot be such a document, or null. */
function refuseType({ wayIn, kind }: UploadFacts, sourceType: SourceType | null): ErrorDefinition | null {
  const { types, refusal: message } = acceptedFiles(wayIn, kind);
  if (sourceType !== null && types.includes(sourceType)) return null;
  if (kind === 'photo') return { ...submissionErrors.NOT_A_PICTURE, message };
  return wayIn === 'wizard' ? submissionErrors.NOT_A_PAPER : submissionErrors.NOT_A_DOCUMENT;
}

/** @throws DOCUMENT_KIND */
function requireKind({ wayIn, kind, submissionId }: UploadFacts): void {
  const asked: readonly string[] = wayIn === 'quick' ? quickDocumentKinds : wizardDocumentKinds;
  const isAnswer = kind === 'other' && submissionId !== undefined;
  if (!isAnswer && !asked.includes(kind)) throw new DomainError(submissionErrors.DOCUMENT_KIND);
}

/** Documents of the caller that belong to no submission yet. */
function unfiledBy(ownerId: string) {
  return and(eq(submissionDocuments.ownerId, ownerId), isNull(submissionDocuments.submissionId));
}

/**
 * Whether the caller may store another document and has room for it.
 * @throws EMAIL_NOT_CONFIRMED, TOO_MANY_DOCUMENTS, DOCUMENT_KIND, UNAUTHORIZED
 */
async function requireRoom(db: Queryable, actor: Actor, facts: UploadFacts): Promise<void> {
  if (actor.kind !== 'user') throw new DomainError(commonErrors.UNAUTHORIZED);
  requireKind(facts);
  await requireConfirmedEmail(db, actor.userId);
  const { wayIn, submissionId } = facts;
  const [stored] = await db
    .select({ count: count() })
    .from(submissionDocuments)
    .where(
      submissionId === undefined
        ? and(unfiledBy(actor.userId), eq(submissionDocuments.wayIn, wayIn))
        : eq(submissionDocuments.submissionId, submissionId),
    );
  if ((stored?.count ?? 0) >= MAX_SUBMISSION_DOCUMENTS)
    throw new DomainError(submissionErrors.TOO_MANY_DOCUMENTS);
}

/**
 * The caller's document that an earlier upload with this id made, so that a retry after a lost answer stores nothing.
 * Null when there is none.
 * @throws KEY_REUSED when the id belongs to another document
 */
async function uploadedBefore(
  db: Queryable,
  actor: Actor,
  { uploadId, wayIn, kind, submissionId }: UploadFacts,
): Promise<SubmissionDocument | null> {
  if (uploadId === undefined) return null;
  const [row] = await db.select().from(submissionDocuments).where(eq(submissionDocuments.id, uploadId));
  if (!row) return null;
  const isSame =
    actor.kind === 'user' && row.ownerId === actor.userId && row.wayIn === wayIn && row.kind === kind;
  // If the form was submitted in the meantime, its documents belong to the submission.
  if (!isSame || (submissionId !== undefined && row.submissionId !== submissionId))
    throw new DomainError(commonErrors.KEY_REUSED);
  return documentOf(row, await storedFilesOf(db, [row.fileId]));
}

/** Makes a stored file a document of the caller's form, or of a pending submission of theirs. */
const uploadDocumentCommand = defineCommand({
  name: 'submissions.uploadDocument',
  input: uploadFacts.extend({ fileId: z.uuid() }),
  access: 'signedIn',
  async run(run, { fileId, uploadId, ...facts }): Promise<SubmissionDocument> {
    const { tx, actor, now, newId, emit } = run;
    if (facts.dated !== undefined && isDatedAhead(facts.dated, now))
      throw new DomainError(documentErrors.DATED_AHEAD);
    await lock(tx, 'submissionDocuments', actor.userId);
    const known = await uploadedBefore(tx, actor, { ...facts, uploadId });
    if (known) return known;
    const pending =
      facts.submissionId === undefined ? null : await lockPending(tx, actor, facts.submissionId);
    await requireRoom(tx, actor, facts);
    await claimFile(run, fileId);
    const [row] = await tx
      .insert(submissionDocuments)
      .values({ id: uploadId ?? newId(), ownerId: actor.userId, ...facts, fileId, uploadedAt: now })
      .returning();
    const document = present(row, 'the new document');
    if (pending) await recordChange(run, pending, { fields: [documentLabel[facts.kind]] });
    else emit(DOCUMENTS_CHANGED, { userId: actor.userId, payload: { documentId: document.id } });
    return documentOf(document, await storedFilesOf(tx, [fileId]));
  },
  audit: ({ kind, wayIn, fileId, submissionId }, { id }) => ({
    subject: `submission-document:${id}`,
    details: { kind, wayIn, fileId, submissionId: submissionId ?? null },
  }),
});

/**
 * Checks and stores a file as a document of the caller's form, or of a pending submission of theirs. Idempotent by
 * `uploadId`.
 * @throws DOCUMENT_KIND, KEY_REUSED, NOT_A_PICTURE, NOT_A_DOCUMENT, NOT_A_PAPER, DATED_AHEAD, TOO_MANY_DOCUMENTS,
 * SUBMISSION_NOT_FOUND, ALREADY_DECIDED, EMAIL_NOT_CONFIRMED, and every error of the files slice
 */
export async function uploadDocument(
  ctx: CommandContext,
  { name, bytes, ...facts }: UploadFacts & { name: string; bytes: Uint8Array },
): Promise<SubmissionDocument> {
  const known = await uploadedBefore(ctx.platform.db, ctx.caller.actor, facts);
  if (known) return known;
  await requireRoom(ctx.platform.db, ctx.caller.actor, facts);
  const file = { purpose: 'submission', name, bytes } as const;
  const { id: fileId } = await storeFile(ctx, file, {
    office: true,
    refuse: (sourceType) => refuseType(facts, sourceType),
  });
  return uploadDocumentCommand(ctx, { ...facts, fileId });
}
