import { sql } from 'drizzle-orm';
import type { Platform } from '#platform/server/runtime/platform.ts';

/** Removes requests for approval that wait, which never change, for tests in which the same days come again. */
export async function deleteWaitingRequests({ db }: Platform): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`delete from approval_requests r
          where not exists (select 1 from approval_decisions d where d.request_id = r.id)`,
    );
  });
}
