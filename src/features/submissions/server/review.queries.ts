import { and, asc, desc, eq, ilike, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { fileScans } from '#db/schema/files.ts';
import { users } from '#db/schema/identity.ts';
import { properties } from '#db/schema/properties.ts';
import {
  submissionChanges,
  submissionDocuments,
  submissionSearchText,
  submissions,
} from '#db/schema/submissions.ts';
import { isSamePerson, verifiedAmong } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { startOfDay } from '#kernel/time.ts';
import {
  cursorAfter,
  cursorPart,
  cutPage,
  olderThan,
  readCursor,
} from '#platform/server/database/cursors.ts';
import { patternContaining, type Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import {
  type QueueInput,
  type QueueItem,
  type ReviewedDocument,
  type ReviewedSubmission,
  type ScanState,
  submissionErrors,
} from '../submissions.contract.ts';
import { addressLine, differencesBetween, isLate, missingConfirmations } from '../submissions.rules.ts';
import { newestConfirmations } from './reviewed-submission.ts';
import { documentsOf, messagesOf, namesOf } from './submissions.queries.ts';
import { fieldsOf, progressOf, type SubmissionRow } from './submissions.views.ts';

/** Properties of the owner that the page of a submission lists. */
const MAX_SHOWN_PROPERTIES = 20;

const ownerName = sql<string>`${users.firstName} || ' ' || ${users.lastName}`;

function isAbout(typed: string): SQL | undefined {
  const pattern = patternContaining(typed.toLowerCase());
  return or(sql`${submissionSearchText} like ${pattern}`, ilike(users.email, pattern));
}

const { respondBy, pausedAt, decidedAt } = submissions;

/** Whether a submission waits for its owner: its promised day waits as well, so that it comes after those that are due. */
const isPaused = sql`(${pausedAt} is not null)`;

/** The pending submissions after a cursor, in the order of the queue; all without a cursor. */
function dueAfter(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [paused, day, id] = readCursor(cursor, '[01]', cursorPart.milliseconds, cursorPart.uuid);
  const due = sql.param(new Date(Number(day)), respondBy);
  return sql`(${isPaused}, ${respondBy}, ${submissions.id}) > (${paused === '1'}::boolean, ${due}, ${id}::uuid)`;
}

const cursorOf = ({ decidedAt: decided, pausedAt: paused, respondBy: day, id }: SubmissionRow): string =>
  decided === null ? `${paused ? 1 : 0}~${cursorAfter(day, id)}` : cursorAfter(decided, id);

/**
 * Submissions of a status: pending ones by the promised day, the most urgent first and those that wait for their owner
 * last; decided ones the newest decision first.
 */
export async function queue(
  { db, clock }: Platform,
  { status, wayIn, late, q, cursor, limit }: QueueInput,
): Promise<{ items: QueueItem[]; nextCursor: string | null }> {
  const now = clock.now();
  const { id } = submissions;
  const isPending = status === 'pending';
  const found = await db
    .select({ row: submissions, ownerName, ownerEmail: users.email })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.ownerId))
    .where(
      and(
        eq(submissions.status, status),
        wayIn && eq(submissions.wayIn, wayIn),
        late
          ? and(eq(submissions.status, 'pending'), isNull(pausedAt), lt(respondBy, startOfDay(now)))
          : undefined,
        q ? isAbout(q) : undefined,
        isPending ? dueAfter(cursor) : olderThan(cursor, decidedAt, id),
      ),
    )
    .orderBy(...(isPending ? [asc(isPaused), asc(respondBy), asc(id)] : [desc(decidedAt), desc(id)]))
    .limit(limit + 1);
  const page = cutPage(found, limit, ({ row }) => cursorOf(row));
  const items = page.items.map(
    ({ row, ...owner }): QueueItem => ({
      ...progressOf(row),
      ...owner,
      name: row.name,
      address: addressLine(row),
      valuationCents: row.valuationCents,
      equityOfferedBps: row.equityOfferedBps,
      isLate: isLate(row, now),
      isCorrection: row.earlierId !== null,
    }),
  );
  return { ...page, items };
}

/**
 * A submission as its reviewers see it.
 * @throws SUBMISSION_NOT_FOUND
 */
export async function reviewed(
  { db, clock, config, virusScanner }: Platform,
  actor: UserActor,
  submissionId: string,
): Promise<ReviewedSubmission> {
  const [found] = await db
    .select({ row: submissions, owner: { id: users.id, name: ownerName, email: users.email } })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.ownerId))
    .where(eq(submissions.id, submissionId));
  if (!found) throw new DomainError(submissionErrors.SUBMISSION_NOT_FOUND);
  const { row, owner } = found;
  const confirmations = await newestConfirmations(db, submissionId);
  const changes = await changesOf(db, submissionId);
  const isVerified = (await verifiedAmong(db, [owner.id])).size > 0;
  const names = await namesOf(db, [
    row.decidedBy,
    ...confirmations.map((one) => one.row.by),
    ...changes.map(({ by }) => by),
  ]);
  const nameOf = (id: string) => names.get(id) ?? id;
  return {
    ...progressOf(row),
    fields: fieldsOf(row),
    owner: { ...owner, isVerified, verificationMissing: config.investing.requiresKyc && !isVerified },
    isLate: isLate(row, clock.now()),
    contactedAt: row.contactedAt?.toISOString() ?? null,
    decidedBy: row.decidedBy && nameOf(row.decidedBy),
    viewerDecided: row.decidedBy === actor.userId,
    mayDecide: !(await isSamePerson(db, actor.userId, owner.id)),
    documents: await reviewedDocuments(db, row, virusScanner === null ? 'notScanned' : 'waiting'),
    confirmations: confirmations.map(({ row: one, value, isValid }) => ({
      id: one.id,
      value,
      documentId: one.documentId,
      by: nameOf(one.by),
      at: one.at.toISOString(),
      isValid,
    })),
    missing: missingConfirmations(confirmations),
    messages: await messagesOf(db, submissionId),
    changes: changes.map(({ version, fields, by, at }) => ({
      version,
      fields,
      by: by && nameOf(by),
      at: at.toISOString(),
    })),
    earlier: await earlierOf(db, row),
    otherProperties: await otherPropertiesOf(db, row),
  };
}

/** Changes since the submission was filed, the newest first. */
async function changesOf(db: Queryable, submissionId: string) {
  return db
    .select()
    .from(submissionChanges)
    .where(eq(submissionChanges.submissionId, submissionId))
    .orderBy(desc(submissionChanges.version));
}

/** The documents of a submission with their verdicts and scans. */
async function reviewedDocuments(
  db: Queryable,
  { id, earlierId }: SubmissionRow,
  /** Of a file that no scan is recorded of. */
  unscanned: ScanState,
): Promise<ReviewedDocument[]> {
  const found = await db
    .select({ row: submissionDocuments, scan: fileScans })
    .from(submissionDocuments)
    .leftJoin(fileScans, eq(fileScans.fileId, submissionDocuments.fileId))
    .where(eq(submissionDocuments.submissionId, id))
    .orderBy(asc(submissionDocuments.id));
  const rows = found.map(({ row }) => row);
  const documents = await documentsOf(db, rows);
  const names = await namesOf(
    db,
    rows.map(({ verdictBy }) => verdictBy),
  );
  const earlierFiles = earlierId === null ? new Set() : await filesOf(db, earlierId);
  return documents.map((document, index) => {
    const { row, scan } = found[index] as (typeof found)[number];
    return {
      ...document,
      scan: scan?.result ?? unscanned,
      signature: scan?.signature ?? null,
      verdictBy: row.verdictBy && (names.get(row.verdictBy) ?? row.verdictBy),
      verdictAt: row.verdictAt?.toISOString() ?? null,
      isCarriedOver: earlierFiles.has(row.fileId),
    };
  });
}

async function filesOf(db: Queryable, submissionId: string): Promise<Set<unknown>> {
  const found = await db
    .select({ fileId: submissionDocuments.fileId })
    .from(submissionDocuments)
    .where(eq(submissionDocuments.submissionId, submissionId));
  return new Set(found.map(({ fileId }) => fileId));
}

/** The rejected submission that this one corrects, with the differences. */
async function earlierOf(db: Queryable, row: SubmissionRow): Promise<ReviewedSubmission['earlier']> {
  if (row.earlierId === null) return null;
  const [earlier] = await db.select().from(submissions).where(eq(submissions.id, row.earlierId));
  if (!earlier) return null;
  return {
    id: earlier.id,
    reason: earlier.reason,
    decidedAt: earlier.decidedAt?.toISOString() ?? null,
    differences: differencesBetween(fieldsOf(earlier), fieldsOf(row)),
  };
}

async function otherPropertiesOf(db: Queryable, { ownerId, propertyId }: SubmissionRow) {
  return db
    .select({
      id: properties.id,
      name: properties.name,
      location: properties.location,
      status: properties.status,
    })
    .from(properties)
    .where(
      and(eq(properties.ownerId, ownerId), propertyId === null ? undefined : ne(properties.id, propertyId)),
    )
    .orderBy(desc(properties.id))
    .limit(MAX_SHOWN_PROPERTIES);
}
