import { and, asc, desc, eq, ilike, ne, or, type SQL, sql } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { kycApplications, kycDecisions } from '#db/schema/kyc.ts';
import { storedFilesOf } from '#features/files/server/index.ts';
import { present } from '#kernel/assert.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { fullName } from '#kernel/person.ts';
import { cursorAfter, cutPage, newerThan } from '#platform/server/database/cursors.ts';
import { type Database, patternContaining, type Queryable } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { KycApplication, QueueInput, QueueItem, ReviewedApplication } from '../kyc.contract.ts';
import { canDecide } from './kyc.policy.ts';
import { documentIds, knownOf } from './kyc.views.ts';

/** A user's own application, with the last reviewer's message while it still matters. */
export async function applicationOf(db: Queryable, userId: string): Promise<KycApplication> {
  const [row] = await db.select().from(kycApplications).where(eq(kycApplications.userId, userId));
  const status = row?.status ?? 'not_started';
  const answered = status === 'rejected' || status === 'requires_additional_info';
  const [last] = answered
    ? await db
        .select()
        .from(kycDecisions)
        .where(eq(kycDecisions.userId, userId))
        .orderBy(desc(kycDecisions.id))
        .limit(1)
    : [];
  return {
    ...knownOf(row, await storedFilesOf(db, documentIds(row))),
    status,
    reason: last?.reason ?? null,
    requests: last?.requests ?? [],
  };
}

/** More accounts with one number than a reviewer reads. */
const MAX_SHOWN_ACCOUNTS = 20;

const storedName = sql`${kycApplications.firstName} || ' ' || ${kycApplications.lastName}`;

function isAbout(typed: string): SQL | undefined {
  return or(ilike(storedName, patternContaining(typed)), ilike(users.email, patternContaining(typed)));
}

/** Submitted applications of a status, those that wait longest first. */
export async function queue(db: Database, { status, q, cursor, limit }: QueueInput) {
  const newer = newerThan(cursor, kycApplications.submittedAt, kycApplications.userId);
  const found = await db
    .select({ application: kycApplications, email: users.email })
    .from(kycApplications)
    .innerJoin(users, eq(users.id, kycApplications.userId))
    .where(and(eq(kycApplications.status, status), q ? isAbout(q) : undefined, newer))
    .orderBy(asc(kycApplications.submittedAt), asc(kycApplications.userId))
    .limit(limit + 1);
  const items = found.map(
    ({ application, email }): QueueItem => ({
      applicantId: application.userId,
      name: `${application.firstName} ${application.lastName}`,
      email,
      status: application.status,
      submittedAt: present(application.submittedAt, 'when it was submitted').toISOString(),
    }),
  );
  return cutPage(items, limit, (last) => cursorAfter(last.submittedAt, last.applicantId));
}

/** An application as a reviewer sees it, with every decision on it; only once it was submitted. */
export async function reviewed(
  db: Database,
  actor: UserActor,
  { applicantId }: { applicantId: string },
): Promise<ReviewedApplication> {
  const [found] = await db
    .select({ application: kycApplications, email: users.email })
    .from(kycApplications)
    .innerJoin(users, eq(users.id, kycApplications.userId))
    .where(eq(kycApplications.userId, applicantId));
  if (!found || found.application.status === 'in_progress') throw new DomainError(commonErrors.NOT_FOUND);
  const decisions = await db
    .select({ decision: kycDecisions, firstName: users.firstName, lastName: users.lastName })
    .from(kycDecisions)
    .innerJoin(users, eq(users.id, kycDecisions.reviewerId))
    .where(eq(kycDecisions.userId, applicantId))
    .orderBy(desc(kycDecisions.id));
  return {
    ...knownOf(found.application, await storedFilesOf(db, documentIds(found.application))),
    applicantId,
    email: found.email,
    status: found.application.status,
    mayDecide: await canDecide(db, actor, applicantId),
    ...(await accountsWithNumberOf(db, found.application)),
    decisions: decisions.map(({ decision: one, ...reviewer }) => ({
      id: one.id,
      decision: one.decision,
      reason: one.reason,
      requests: one.requests,
      reviewer: fullName(reviewer),
      at: one.at.toISOString(),
    })),
  };
}

/** Submitted applications of other accounts with the number of this one; the first that was submitted comes first. */
async function accountsWithNumberOf(
  db: Database,
  { userId, ssnFingerprint }: typeof kycApplications.$inferSelect,
): Promise<Pick<ReviewedApplication, 'sameNumber' | 'moreWithSameNumber'>> {
  if (ssnFingerprint === null) return { sameNumber: [], moreWithSameNumber: 0 };
  const found = await db
    .select({ application: kycApplications, email: users.email, all: sql<number>`(count(*) over ())::int` })
    .from(kycApplications)
    .innerJoin(users, eq(users.id, kycApplications.userId))
    .where(
      and(
        eq(kycApplications.ssnFingerprint, ssnFingerprint),
        ne(kycApplications.userId, userId),
        ne(kycApplications.status, 'in_progress'),
      ),
    )
    .orderBy(asc(kycApplications.submittedAt), asc(kycApplications.userId))
    .limit(MAX_SHOWN_ACCOUNTS);
  const sameNumber = found.map(({ application, email }) => ({
    applicantId: application.userId,
    name: `${application.firstName} ${application.lastName}`,
    email,
    status: application.status,
  }));
  return { sameNumber, moreWithSameNumber: (found[0]?.all ?? 0) - found.length };
}
