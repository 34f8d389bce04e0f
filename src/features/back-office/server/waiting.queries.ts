import { sql } from 'drizzle-orm';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { accountsOf } from '#features/ownership/server/index.ts';
import { hasLenderToPay, missingMonths, reportsPastQuarters } from '#features/properties/server/index.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { WaitingWork } from '../back-office.contract.ts';

/** Decisions of admins that wait, with the person whose matter each is. */
const decisions = (now: Date) => sql`
  select 'properties' as kind, owner_id as person from properties where status = 'pending'
  union all
  select 'submissions', owner_id from submissions where status = 'pending' and paused_at is null
  union all
  select 'valuations', p.owner_id from valuations v join properties p on p.id = v.property_id
  where not v.is_offering and not exists (select 1 from valuation_decisions d where d.valuation_id = v.id)
  union all
  select 'identityChecks', user_id from kyc_applications where status = 'under_review'
  union all
  select 'distributions', p.owner_id from distributions d join properties p on p.id = d.property_id
  where d.status = 'prepared'
  union all
  select 'withdrawals', user_id from bank_transfers where status = 'held'
  union all
  select 'lenders', owner_id from ${properties} where ${hasLenderToPay}
  union all
  select 'approvals', requested_by from approval_requests r
  where r.expires_at > ${now.toISOString()}::timestamptz
    and not exists (select 1 from approval_decisions d where d.request_id = r.id)`;

const kinds = [
  'properties',
  'submissions',
  'approvals',
  'valuations',
  'identityChecks',
  'distributions',
  'withdrawals',
  'lenders',
] as const satisfies readonly (keyof WaitingWork)[];

const countOf = (kind: (typeof kinds)[number]) =>
  sql`(count(*) filter (where kind = ${kind} and not is_own))::int as ${sql.identifier(kind)}`;

/** Waiting work by kind, for the admin who looks and for others; with zeros. */
export async function waiting(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { userId }: UserActor,
): Promise<WaitingWork> {
  const now = clock.now();
  const [found] = await rows<WaitingWork & Record<string, unknown>>(
    db,
    sql`with own as (${accountsOf(userId)}),
      decisions as (select kind, person in (select id from own) as is_own from (${decisions(now)}) d),
      decided as (
        select ${sql.join(kinds.map(countOf), sql`, `)},
               (count(*) filter (where is_own and kind <> 'approvals'))::int as "ownWork",
               (count(*) filter (where is_own and kind = 'approvals'))::int as "ownRequests"
        from decisions)
    select decided.*,
      (select count(*)::int from jobs where status = 'dead') as "deadJobs",
      coalesce((select broken from verifications order by finished_at desc, id desc limit 1), 0) as drift,
      coalesce((select max((c.findings->>'differing')::int) from (
        (select findings from bank_comparisons where finished_at is null)
        union all
        (select findings from bank_comparisons where finished_at is not null order by finished_at desc limit 1)) c), 0)
        as "bankDifferences",
      (select count(*)::int from submissions where status = 'pending' and paused_at is not null) as "ownerAnswers",
      (select coalesce(sum(${missingMonths(now)}), 0)::float8 from ${properties}
        join ${offerings} on ${offerings.propertyId} = ${properties.id} where ${reportsPastQuarters(now)}) as "missingMonths",
      (select count(*)::int from distributions where status = 'returned') as "ownerCorrections",
      (select count(*)::int from kyc_applications where status = 'requires_additional_info') as applicants
    from decided`,
  );
  return found as WaitingWork;
}
