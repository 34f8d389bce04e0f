import { type SQL, sql } from 'drizzle-orm';
import { after } from '#kernel/time.ts';
import { PURCHASE_COUNTS_AFTER_MS } from '../referrals.rules.ts';

/**
 * Successful referrals, as a query of (inviter_id, id): the invited person holds a purchase that can no longer be
 * canceled and whose offering is funded, both identities are approved, and their tax numbers differ: before the
 * inviter's is known, an invited account may be the inviter's own. Accounts of one person, by that number, count once,
 * and not at all for an inviter who did not invite the one that the person had before. What a reward bought is no
 * investment of theirs.
 * @param among a condition on the id of an inviter
 */
export function successfulReferrals(now: Date, among: (inviterId: SQL) => SQL): SQL {
  const before = after(now, -PURCHASE_COUNTS_AFTER_MS).toISOString();
  return sql`(
    select distinct on (r.inviter_id, k.ssn_fingerprint) r.inviter_id, r.id from referrals r
    join kyc_applications own on own.user_id = r.inviter_id and own.status = 'approved'
    join kyc_applications k on k.user_id = r.invited_id and k.status = 'approved'
      and k.ssn_fingerprint <> own.ssn_fingerprint
    where ${among(sql`r.inviter_id`)}
      and not exists (
        select 1 from kyc_applications had
        join users u on u.id = had.user_id and u.created_at < r.joined_at
        where had.ssn_fingerprint = k.ssn_fingerprint and had.status = 'approved' and had.user_id <> r.invited_id
          and not exists (
            select 1 from referrals theirs
            where theirs.invited_id = had.user_id and theirs.inviter_id = r.inviter_id))
      and exists (
      select 1 from investments i
      join offerings o on o.property_id = i.property_id and o.status = 'funded'
      where i.user_id = r.invited_id and i.created_at <= ${before}::timestamptz
        and i.paid_by = 'buyer'
        and not exists (select 1 from investment_refunds f where f.investment_id = i.id)))`;
}
