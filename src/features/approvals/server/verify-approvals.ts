import { sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';

/** Invariants of requests for approval. */
export const approvalInvariants: readonly Invariant[] = [
  {
    name: 'an executed request has its operation, by another admin than the one who made it',
    count: sql`select count(*) as checked from approval_decisions where decision = 'executed'`,
    drift: sql`
      select 'approval ' || d.request_id as subject,
             case when d.decided_by = r.requested_by then 'executed by the admin who made it'
                  else 'no operation of ' || r.command || ' by who executed it' end as detail
      from approval_decisions d
      join approval_requests r on r.id = d.request_id
      left join audit_log a on a.operation_id = d.operation_id
      where d.decision = 'executed'
        and (d.decided_by = r.requested_by or a.action is distinct from r.command
          or a.actor_id is distinct from d.decided_by
          or a.details->>'approvalId' is distinct from d.request_id::text)`,
  },
  {
    name: 'only the person whom a request is about has objected to it',
    count: sql`select count(*) as checked from approval_decisions`,
    drift: sql`
      select 'approval ' || d.request_id as subject, 'objected to by ' || d.decided_by as detail
      from approval_decisions d join approval_requests r on r.id = d.request_id
      where d.decision = 'objected' and r.subject <> 'user:' || d.decided_by`,
  },
  {
    name: 'a request is decided after it was made and before it expires',
    count: sql`select count(*) as checked from approval_decisions`,
    drift: sql`
      select 'approval ' || d.request_id as subject, d.decision || ' at ' || d.decided_at as detail
      from approval_decisions d join approval_requests r on r.id = d.request_id
      where d.decided_at < r.requested_at or d.decided_at >= r.expires_at`,
  },
];
