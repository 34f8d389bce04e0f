import { sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';

/** The invariants of accounts. */
export const identityInvariants: readonly Invariant[] = [
  {
    name: 'the role of every account, and since when, is what the audit log gave it last',
    count: sql`select count(*) as checked from users`,
    drift: sql`
      select 'user ' || u.id as subject,
             'is ' || u.role || ', and the audit log says ' || coalesce(last.action, 'nothing of it') as detail
      from users u left join (
        select distinct on (subject) subject, action, at from audit_log
        where action in ('identity.grantAdminRole', 'identity.takeAdminRole', 'ownData.closeAccount', 'ownData.closeAgain')
           or (action in ('identity.grantAdmin', 'identity.revokeAdmin') and details->>'changed' = 'true')
        order by subject, seq desc) last on last.subject = 'user:' || u.id
      where (u.role = 'admin') <> coalesce(last.action in ('identity.grantAdmin', 'identity.grantAdminRole'), false)
         or (u.role = 'admin' and u.admin_since is distinct from last.at)`,
  },
];
