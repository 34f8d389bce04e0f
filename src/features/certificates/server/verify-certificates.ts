import { sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';

/** Whether the register had a transfer when it was read; audit entries of earlier versions do not name the last one. */
const isRead = sql`(t.id <= i.through_transfer or i.through_transfer is null and t.at <= c.issued_at)`;

/** The invariants of share certificates. */
export const certificateInvariants: readonly Invariant[] = [
  {
    name: 'a certificate says the shares that its holder had in the register at its moment',
    count: sql`select count(*) as checked from share_certificates`,
    drift: sql`
      select 'certificate ' || c.code as subject,
             c.shares || ' shares on it, ' || coalesce(h.shares, 0) || ' in the register then' as detail
      from share_certificates c
      left join (select details ->> 'code' as code, (details ->> 'throughTransfer')::bigint as through_transfer
                 from audit_log where action = 'certificates.issue') i on i.code = c.code
      left join lateral (
        select sum(e.amount) as shares
        from ledger_accounts a
        cross join lateral (
          select t.amount from ledger_transfers t
          where t.credit_account = a.id and t.credit_account like 'user:%' and ${isRead}
          union all
          select -t.amount from ledger_transfers t
          where t.debit_account = a.id and t.debit_account like 'user:%' and ${isRead}) e
        where a.user_id = c.user_id and a.property_id = c.property_id) h on true
      where coalesce(h.shares, 0) <> c.shares or position('Code: ' || c.code in c.signed_text) = 0`,
  },
];
