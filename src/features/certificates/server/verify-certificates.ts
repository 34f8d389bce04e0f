import { sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';

/** The invariants of share certificates. */
export const certificateInvariants: readonly Invariant[] = [
  {
    name: 'a certificate says the shares that its holder had in the register at its moment',
    count: sql`select count(*) as checked from share_certificates`,
    drift: sql`
      select 'certificate ' || c.code as subject,
             c.shares || ' shares on it, ' || coalesce(h.shares, 0) || ' in the register then' as detail
      from share_certificates c
      left join lateral (
        select sum(e.amount) as shares
        from ledger_accounts a
        cross join lateral (
          select t.amount from ledger_transfers t
          where t.credit_account = a.id and t.credit_account like 'user:%' and t.at <= c.issued_at
          union all
          select -t.amount from ledger_transfers t
          where t.debit_account = a.id and t.debit_account like 'user:%' and t.at <= c.issued_at) e
        where a.user_id = c.user_id and a.property_id = c.property_id) h on true
      where coalesce(h.shares, 0) <> c.shares or position('Code: ' || c.code in c.signed_text) = 0`,
  },
];
