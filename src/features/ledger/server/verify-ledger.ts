import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#platform/server/database/db.ts';
import { checkInvariants, type Drift, type Invariant } from '#platform/server/verification/invariants.ts';

const entries = sql`(
  select credit_account as account, asset, amount from ledger_transfers
  union all
  select debit_account, asset, -amount from ledger_transfers)`;

/** Whether an account can hold shares of the asset's property. Not by a regular expression, which would be compiled for each row. */
const holdsAsset = (account: SQL) => sql`(${account} like 'property:' || substr(asset, 7) || ':%'
  or ${account} like 'user:_%:shares:' || substr(asset, 7) or ${account} like 'user:_%:listed:' || substr(asset, 7))`;

const balances: Invariant[] = [
  {
    name: 'a balance equals the sum of its transfers',
    count: sql`select count(*) as checked from ledger_accounts`,
    drift: sql`
      select a.id as subject, 'balance ' || a.balance || ', transfers ' || coalesce(m.total, 0) as detail
      from ledger_accounts a
      left join (select account, sum(amount) as total from ${entries} e group by account) m on m.account = a.id
      where a.balance <> coalesce(m.total, 0)`,
  },
  {
    name: 'no balance is negative',
    count: sql`select count(*) as checked from ledger_accounts`,
    drift: sql`select id as subject, balance::text as detail from ledger_accounts where balance < 0`,
  },
  {
    name: 'an account that keeps a balance has its row',
    count: sql`select count(distinct account) as checked from ${entries} e`,
    drift: sql`
      select distinct t.account as subject, 'has transfers and no balance row' as detail
      from ${entries} t left join ledger_accounts a on a.id = t.account
      where a.id is null
        and (t.account like 'user:%' or t.account like 'property:%' and t.account not like 'property:%:issued')`,
  },
  {
    name: 'an account belongs to an existing user or property',
    count: sql`select count(*) as checked from ledger_accounts`,
    drift: sql`
      select a.id as subject,
             case when a.user_id is not null and u.id is null then 'there is no such user'
                  else 'there is no such property' end as detail
      from ledger_accounts a
      left join users u on u.id = a.user_id
      left join properties p on p.id = a.property_id
      where (a.user_id is not null and u.id is null) or (a.property_id is not null and p.id is null)`,
  },
];

const books: Invariant[] = [
  {
    name: 'all balances of an asset add up to zero',
    count: sql`select count(distinct asset) as checked from ledger_transfers`,
    drift: sql`
      select asset as subject, 'adds up to ' || sum(balance) as detail from (
        select case when kind in ('user_shares', 'user_listed', 'property_available') then 'SHARE:' || property_id else 'USD' end
                 as asset, balance
        from ledger_accounts
        union all
        select e.asset, e.amount from ${entries} e left join ledger_accounts a on a.id = e.account
        where a.id is null) every
      group by asset having sum(balance) <> 0`,
  },
  {
    name: 'money and shares move within one asset',
    count: sql`select count(*) as checked from ledger_transfers`,
    drift: sql`
      select 'transfer ' || id as subject,
             debit_account || ' to ' || credit_account || ' in ' || asset as detail
      from ledger_transfers
      where asset <> 'USD' and asset !~ '^SHARE:[0-9]+$'
         or asset = 'USD' and (debit_account ~ ':shares:|:listed:|:available$|:issued$' or credit_account ~ ':shares:|:listed:|:available$|:issued$')
         or asset like 'SHARE:%'
            and not (${holdsAsset(sql`debit_account`)} and ${holdsAsset(sql`credit_account`)})`,
  },
  {
    name: 'shares issued = shares available + shares held',
    count: sql`select count(*) as checked from properties`,
    drift: sql`
      select 'property ' || p.id as subject,
             p.total_shares || ' issued, ' || coalesce(sum(a.balance), 0) || ' available and held' as detail
      from properties p
      left join ledger_accounts a on a.property_id = p.id and a.kind in ('property_available', 'user_shares', 'user_listed')
      group by p.id having p.total_shares <> coalesce(sum(a.balance), 0)`,
  },
  {
    name: 'an operation of the ledger has exactly one audit row',
    count: sql`select count(distinct operation_id) as checked from ledger_transfers`,
    drift: sql`
      select 'operation ' || o.operation_id as subject, count(a.seq) || ' audit rows' as detail
      from (select distinct operation_id from ledger_transfers) o
      left join audit_runs a on a.operation_id = o.operation_id
      group by o.operation_id having count(a.seq) <> 1`,
  },
];

/** The invariants of accounts and transfers. */
export const ledgerInvariants: readonly Invariant[] = [...balances, ...books];

/** Checks the ledger's own invariants; an empty list means that every cent and share is accounted for. */
export async function verifyLedger(db: Queryable): Promise<Drift[]> {
  const findings = await checkInvariants(db, ledgerInvariants);
  return findings.flatMap(({ drifts }) => drifts);
}
