import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import type { Actor } from '#platform/server/security/caller.ts';
import type { Affiliation } from '../ownership.contract.ts';

/**
 * Accounts that act for the owner of a property, as a query of (user_id): the owner, and every account with the owner's
 * verified tax number.
 */
export function affiliatesOf(ownerId: SQL | AnyColumn | string): SQL {
  return sql`(
    select ${ownerId}::text as user_id
    union
    select same.user_id from kyc_applications own
    join kyc_applications same on same.ssn_fingerprint = own.ssn_fingerprint
    where own.user_id = ${ownerId} and own.status = 'approved' and same.status = 'approved')`;
}

/** These people's other accounts, by the same verified tax number, as a query of ("userId", "otherId"). */
export function otherAccountsOf(userIds: SQL): SQL {
  return sql`
    select own.user_id as "userId", same.user_id as "otherId" from kyc_applications own
    join kyc_applications same on same.ssn_fingerprint = own.ssn_fingerprint and same.user_id <> own.user_id
    where own.user_id = any(${userIds}) and own.status = 'approved' and same.status = 'approved'`;
}

/** Relation of the caller to the owner of a property; null when there is none. */
export async function affiliationOf(
  db: Queryable,
  actor: Actor,
  { ownerId }: { ownerId: string },
): Promise<Affiliation | null> {
  if (actor.kind !== 'user') return null;
  if (actor.userId === ownerId) return 'owner';
  const [same] = await rows(
    db,
    sql`select 1 from ${affiliatesOf(ownerId)} affiliates where user_id = ${actor.userId}`,
  );
  return same ? 'taxNumber' : null;
}
