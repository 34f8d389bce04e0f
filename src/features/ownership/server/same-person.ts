import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { kycApplications } from '#db/schema/kyc.ts';
import type { Queryable } from '#platform/server/database/db.ts';

const own = alias(kycApplications, 'own');

/**
 * Whether an account is the decider's own, or both have given one tax number that is verified as that of one of them:
 * nobody decides on their own matters through a second account.
 */
export async function isSamePerson(db: Queryable, deciderId: string, userId: string): Promise<boolean> {
  return (await samePersonAmong(db, deciderId, [userId])).has(userId);
}

/**
 * Whether both accounts are verified with one tax number. For what only protects: a number that somebody merely typed must
 * not shield their account from the admin whose number it is.
 */
export async function isVerifiedSamePerson(
  db: Queryable,
  deciderId: string,
  userId: string,
): Promise<boolean> {
  if (userId === deciderId) return true;
  return (
    (await isSamePerson(db, deciderId, userId)) && (await verifiedAmong(db, [deciderId, userId])).size === 2
  );
}

/** Whether both accounts have given one tax number, verified or not. */
export async function haveSameTaxNumber(db: Queryable, one: string, other: string): Promise<boolean> {
  const same = await db
    .select({ userId: kycApplications.userId })
    .from(own)
    .innerJoin(kycApplications, eq(kycApplications.ssnFingerprint, own.ssnFingerprint))
    .where(and(eq(own.userId, one), eq(kycApplications.userId, other)));
  return same.length > 0;
}

/** Those of these people whose identity is verified. */
export async function verifiedAmong(db: Queryable, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const verified = await db
    .select({ userId: kycApplications.userId })
    .from(kycApplications)
    .where(and(inArray(kycApplications.userId, [...userIds]), eq(kycApplications.status, 'approved')));
  return new Set(verified.map(({ userId }) => userId));
}

/** A query of the ids of the decider's accounts by the same rule. */
export const accountsOf = (deciderId: string): SQL => sql`
  select ${deciderId}::text as id
  union
  select k.user_id from kyc_applications mine join kyc_applications k on k.ssn_fingerprint = mine.ssn_fingerprint
  where mine.user_id = ${deciderId} and (mine.status = 'approved' or k.status = 'approved')`;

/** Those of these accounts that are the decider's by the same rule. */
export async function samePersonAmong(
  db: Queryable,
  deciderId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const others = userIds.filter((userId) => userId !== deciderId);
  if (others.length === 0) return new Set([deciderId]);
  const same = await db
    .select({ userId: kycApplications.userId })
    .from(own)
    .innerJoin(kycApplications, eq(kycApplications.ssnFingerprint, own.ssnFingerprint))
    .where(
      and(
        eq(own.userId, deciderId),
        inArray(kycApplications.userId, others),
        or(eq(own.status, 'approved'), eq(kycApplications.status, 'approved')),
      ),
    );
  return new Set([deciderId, ...same.map(({ userId }) => userId)]);
}
