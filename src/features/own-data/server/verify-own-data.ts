import { sql } from 'drizzle-orm';
import { CLOSED_NAME } from '#features/identity/server/index.ts';
import type { Invariant } from '#platform/server/verification/invariants.ts';

/** Remains of a closed account, as a query of (user_id, closed_again, what it still has). */
const remains = sql`
  select c.user_id, c.closed_again, 'holds ' || a.balance || ' in ' || a.id as what
  from closed_accounts c join ledger_accounts a on a.user_id = c.user_id where a.balance <> 0
  union all
  select c.user_id, c.closed_again, 'has the open order ' || o.id
  from closed_accounts c join resale_orders o on o.user_id = c.user_id where o.status = 'open'
  union all
  select c.user_id, c.closed_again, 'has the bank transfer ' || t.id || ' on the way'
  from closed_accounts c join bank_transfers t on t.user_id = c.user_id where t.status in ('pending', 'held')`;

/** The invariants of closed accounts. */
export const ownDataInvariants: readonly Invariant[] = [
  {
    name: 'a closed account has no money, no shares and nothing on the way',
    count: sql`select count(*) as checked from closed_accounts`,
    drift: sql`select 'account ' || user_id as subject, what as detail from (${remains}) h where not closed_again`,
  },
  {
    name: 'an account that was closed again after a restore has no money, no shares and nothing on the way',
    warning: true,
    count: sql`select count(*) as checked from closed_accounts`,
    drift: sql`select 'account ' || user_id as subject, what as detail from (${remains}) h where closed_again`,
  },
  {
    name: 'nothing lets anyone into a closed account, and nothing there says whose it was',
    count: sql`select count(*) as checked from closed_accounts`,
    drift: sql`
      select 'account ' || c.user_id as subject, 'is not erased, or open to someone' as detail
      from closed_accounts c join users u on u.id = c.user_id
      left join frozen_accounts f on f.user_id = c.user_id
      where f.is_closed is distinct from true or u.password_hash is not null or u.role <> 'user'
         or u.first_name <> ${CLOSED_NAME.firstName} or u.last_name <> ${CLOSED_NAME.lastName}
         or exists (select 1 from sessions s where s.user_id = c.user_id)
         or exists (select 1 from access_tokens t where t.user_id = c.user_id)
         or exists (select 1 from passkeys p where p.user_id = c.user_id)
         or exists (select 1 from provider_accounts p where p.user_id = c.user_id)`,
  },
  {
    name: 'what is retained of a closed account is listed with its last day, and erased after it',
    count: sql`select count(*) as checked from closed_accounts`,
    drift: sql`
      select 'account ' || c.user_id as subject, stored.kind || ' records without a day, or after it' as detail
      from closed_accounts c
      join (
        select user_id, 'identity' as kind from kyc_applications
        where sealed_ssn is not null or first_name is not null or id_document is not null
        union
        select user_id, 'identity' from person_keys
        union
        select user_id, 'tax' from drawn_documents
        union
        select user_id, 'tax' from share_certificates
        union
        select user_id, 'tax' from retained_recipients) stored on stored.user_id = c.user_id
      left join retained_records r on r.user_id = c.user_id and r.kind = stored.kind and r.ended_at is null
      where r.user_id is null`,
  },
];
