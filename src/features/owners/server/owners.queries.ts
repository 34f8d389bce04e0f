import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { proposals } from '#db/schema/governance.ts';
import { properties } from '#db/schema/properties.ts';
import { dueMonths } from '#features/distributions/server/index.ts';
import { holdingKinds } from '#features/ledger/server/index.ts';
import { offeringViewOfProperty } from '#features/offerings/server/index.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { MAX_PENDING_SUBMISSIONS } from '#features/submissions/submissions.contract.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { integerArray } from '#platform/server/database/columns.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import { type Database, patternContaining, rows } from '#platform/server/database/db.ts';
import { epochMs } from '#platform/server/database/sql-values.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type {
  OwnedProperty,
  OwnedPropertyDetail,
  OwnedSort,
  OwnerPortfolio,
  ownedPropertiesInput,
} from '../owners.contract.ts';
import { lastMonthOf, type OwnedRow, ownedProperties } from './owned-properties.ts';

const MAX_SHOWN_QUESTIONS = 20;

const found = (ownerId: string, now: Date) => sql`with owned as (${ownedProperties(ownerId, now)})`;

/** The figures above the list, over all properties of the caller. */
export async function portfolio({ db, clock }: Platform, actor: UserActor): Promise<OwnerPortfolio> {
  const now = clock.now();
  const { userId } = actor;
  const [sums] = await rows<{ [Label in keyof OwnerPortfolio['counts']]: number } & Sums>(
    db,
    sql`${found(userId, now)}
        select coalesce(sum("equitySoldCents"), 0)::float8 as raised,
               coalesce(sum("availableShares" * "pricePerShareCents") filter (where status = 'Active'), 0)::float8 as remaining,
               coalesce(sum("heldCents"), 0)::float8 as held, coalesce(sum("expectedCents"), 0)::float8 as expected,
               coalesce(sum("monthsDue"), 0)::float8 as due,
               (select count(distinct h.user_id)::int from ledger_accounts h
                where h.property_id in (select id from properties where owner_id = ${userId})
                  and h.kind in ${holdingKinds} and h.balance > 0) as investors,
               count(*)::int as "all", ${sql.join(
                 ['Active', 'Pending', 'Fully Funded', 'Rejected'].map(
                   (label) => sql`count(*) filter (where status = ${label})::int as ${sql.identifier(label)}`,
                 ),
                 sql`, `,
               )}
        from owned`,
  );
  const { raised, remaining, held, expected, due, investors, ...counts } = present(sums, 'the sums');
  return {
    totalEquityRaisedCents: raised,
    numberOfInvestors: investors,
    equityRemainingCents: remaining,
    monthlyDistributionsOwedCents: held + expected,
    heldCents: held,
    expectedCents: expected,
    monthsDue: due,
    lastMonth: lastMonthOf(now),
    counts,
    ...(await submissionsOf(db, userId)),
  };
}

interface Sums extends Record<string, unknown> {
  raised: number;
  remaining: number;
  held: number;
  expected: number;
  due: number;
  investors: number;
}

/** Number of a person's submissions in review, and the questions that wait for the person's answer. */
async function submissionsOf(
  db: Database,
  userId: string,
): Promise<Pick<OwnerPortfolio, 'submissionsInReview' | 'questions'>> {
  const waiting = await rows<{ id: string; name: string; question: string; askedAt: number }>(
    db,
    sql`select s.id::text as id, s.name, q.body as question, ${epochMs('q.at')} as "askedAt"
        from submissions s
        cross join lateral (
          select m.body, m.at from submission_messages m
          where m.submission_id = s.id and m.kind = 'question' order by m.id desc limit 1) q
        where s.owner_id = ${userId} and s.status = 'pending' and s.paused_at is not null
        order by q.at, s.id limit ${MAX_SHOWN_QUESTIONS}`,
  );
  const submissionsInReview = await rows<{ submissionId: string; name: string }>(
    db,
    sql`select id::text as "submissionId", name from submissions
        where owner_id = ${userId} and status = 'pending' order by respond_by, id limit ${MAX_PENDING_SUBMISSIONS}`,
  );
  return {
    submissionsInReview,
    questions: waiting.map(({ id, name, question, askedAt }) => ({
      submissionId: id,
      name,
      question,
      askedAt: new Date(askedAt).toISOString(),
    })),
  };
}

const sortKeys: Record<OwnedSort, SQL> = {
  name: sql`lower(name)`,
  valuation: sql`"totalValuationCents"`,
  equitySold: sql`"equitySoldCents"`,
  monthlyYield: sql`"monthlyYieldCents"`,
  lastMonthIncome: sql`"lastMonthIncomeCents"`,
  capRate: sql`"capRateBps"`,
  monthsDue: sql`"monthsDue"`,
};

const isNamed = (typed: string) =>
  sql`(r.name ilike ${patternContaining(typed)} or r.location ilike ${patternContaining(typed)})`;

/**
 * The caller's properties, sorted by one of their figures; those without it come last in both directions. A cursor
 * names the last property of a page, and the next page begins after that property's present position.
 */
export async function ownProperties(
  { db, clock }: Platform,
  { userId }: UserActor,
  { status, q, sort, order, cursor, limit }: z.output<typeof ownedPropertiesInput>,
): Promise<{ items: OwnedProperty[]; nextCursor: string | null }> {
  const key = sortKeys[sort];
  const [beyond, direction] = order === 'ascending' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const [lastId] = cursor === undefined ? [] : readCursor(cursor, cursorPart.integer);
  // Joined, so that the last one is looked up once and not for each other.
  const afterLast =
    lastId === undefined
      ? sql``
      : sql`join last l on r.missing > l.missing
          or (r.missing = l.missing
            and (r.key ${beyond} l.key or (r.key is not distinct from l.key and r.id ${beyond} l.id)))`;
  const ranked = await rows<OwnedRow & Record<string, unknown>>(
    db,
    sql`${found(userId, clock.now())},
        ranked as (select owned.*, ${key} as key, (${key} is null)::int as missing from owned),
        last as materialized (select id, key, missing from ranked where id = ${lastId ?? null}::int)
        select r.* from ranked r ${afterLast}
        where ${status === undefined ? sql`true` : sql`r.status = ${status}`}
          and ${q ? isNamed(q) : sql`true`}
        order by r.missing, r.key ${direction}, r.id ${direction} limit ${limit + 1}`,
  );
  const { items: shown, nextCursor } = cutPage(ranked, limit, (last) => String(last.id));
  const votes = await openVotesOf(
    db,
    shown.map(({ id }) => id),
  );
  return {
    items: shown.map((row) => ({ ...row, openVotes: votes.get(row.id) ?? 0 })),
    nextCursor,
  };
}

async function openVotesOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const counted = await db
    .select({ propertyId: proposals.propertyId, votes: sql<number>`count(*)::int` })
    .from(proposals)
    .where(and(eq(proposals.status, 'open'), sql`${proposals.propertyId} = any(${integerArray(ids)})`))
    .groupBy(proposals.propertyId);
  return new Map(counted.map(({ propertyId, votes }) => [propertyId, votes]));
}

/**
 * One property of the caller with everything that waits for someone.
 * @throws PROPERTY_NOT_FOUND also for a property of someone else
 */
export async function ownProperty(
  { db, clock }: Platform,
  { userId }: UserActor,
  { id }: { id: number },
): Promise<OwnedPropertyDetail> {
  const now = clock.now();
  const [row] = await rows<OwnedRow & Record<string, unknown>>(
    db,
    sql`${found(userId, now)} select * from owned where id = ${id}`,
  );
  if (!row) throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
  const [property] = await db.select().from(properties).where(eq(properties.id, id));
  const { approvedAt, ...stored } = present(property, 'the property');
  const votes = await db
    .select({ id: proposals.id, title: proposals.title, deadline: proposals.deadline })
    .from(proposals)
    .where(and(eq(proposals.propertyId, id), eq(proposals.status, 'open')))
    .orderBy(asc(proposals.deadline), asc(proposals.id));
  return {
    ...row,
    openVotes: votes.length,
    lastMonth: lastMonthOf(now),
    offering: await offeringViewOfProperty(db, { ...stored, availableShares: row.availableShares }),
    dueMonths: row.monthsDue > 0 ? ((await dueMonths(db, [{ id, approvedAt }], now)).get(id) ?? []) : [],
    votes: votes.map(({ deadline, ...vote }) => ({ ...vote, deadline: deadline.toISOString() })),
  };
}
