import { sql } from 'drizzle-orm';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { WaitingWork } from '../back-office.contract.ts';

/** Waiting work by kind, for the admin who looks and for others; with zeros. */
export async function waiting(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { userId }: UserActor,
): Promise<WaitingWork> {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const [found] = await rows<WaitingWork & Record<string, unknown>>(
    db,
    sql`select
      (select count(*)::int from properties where status = 'pending') as properties,
      submissions.*, requests.*,
      (select count(*)::int from valuations v
       where not v.is_offering
         and not exists (select 1 from valuation_decisions d where d.valuation_id = v.id)) as valuations,
      (select count(*)::int from kyc_applications where status = 'under_review') as "identityChecks",
      (select count(*)::int from distributions where status = 'prepared') as distributions,
      (select count(*)::int from bank_transfers where status = 'held') as withdrawals,
      (select count(*)::int from jobs where status = 'dead') as "deadJobs",
      coalesce((select broken from verifications order by finished_at desc, id desc limit 1), 0) as drift,
      coalesce((select max((c.findings->>'differing')::int) from (
        (select findings from bank_comparisons where finished_at is null)
        union all
        (select findings from bank_comparisons where finished_at is not null order by finished_at desc limit 1)) c), 0)
        as "bankDifferences",
      (select count(*)::int from distributions where status = 'returned') as "ownerCorrections",
      (select count(*)::int from kyc_applications where status = 'requires_additional_info') as applicants
      from (
        select (count(*) filter (where paused_at is null))::int as submissions,
               (count(*) filter (where paused_at is not null))::int as "ownerAnswers"
        from submissions where status = 'pending') submissions
      cross join (
        select (count(*) filter (where requested_by <> ${userId}))::int as approvals,
               (count(*) filter (where requested_by = ${userId}))::int as "ownRequests"
        from approval_requests r
        where r.expires_at > ${now}
          and not exists (select 1 from approval_decisions d where d.request_id = r.id)) requests`,
  );
  return found as WaitingWork;
}
