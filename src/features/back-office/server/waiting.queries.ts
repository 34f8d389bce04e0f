import { sql } from 'drizzle-orm';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { WaitingWork } from '../back-office.contract.ts';

/** How much of each kind of work waits for an admin; what is zero too. */
export async function waiting({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<WaitingWork> {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const [found] = await rows<WaitingWork & Record<string, unknown>>(
    db,
    sql`select
      (select count(*)::int from properties where status = 'pending') as properties,
      (select count(*)::int from submissions where status = 'pending') as submissions,
      (select count(*)::int from approval_requests r
       where r.expires_at > ${now}
         and not exists (select 1 from approval_decisions d where d.request_id = r.id)) as approvals,
      (select count(*)::int from valuations v
       where not exists (select 1 from valuation_decisions d where d.valuation_id = v.id)) as valuations,
      (select count(*)::int from kyc_applications where status = 'under_review') as "identityChecks",
      (select count(*)::int from distributions where status = 'prepared') as distributions,
      (select count(*)::int from bank_transfers where status = 'held') as withdrawals,
      (select count(*)::int from jobs where status = 'dead') as "deadJobs",
      coalesce((select broken from verifications order by finished_at desc, id desc limit 1), 0) as drift`,
  );
  return found as WaitingWork;
}
