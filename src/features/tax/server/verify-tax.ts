import { sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';

/** The invariants of tax classifications. */
export const taxInvariants: readonly Invariant[] = [
  {
    name: 'the boxes of a classification are those of its holders',
    count: sql`select count(*) as checked from tax_classifications`,
    drift: sql`
      select 'tax of property ' || c.property_id || ' in ' || c.year || ', version ' || c.version as subject,
             'cash ' || c.cash || ', of holders ' || coalesce(sum(a.cash), 0) as detail
      from tax_classifications c left join tax_allocations a on a.classification_id = c.id
      group by c.id
      having c.cash <> coalesce(sum(a.cash), 0) or c.ordinary <> coalesce(sum(a.ordinary), 0)
          or c.qualified <> coalesce(sum(a.qualified), 0) or c.capital_gain <> coalesce(sum(a.capital_gain), 0)
          or c.return_of_capital <> coalesce(sum(a.return_of_capital), 0)
          or c.section_199a <> coalesce(sum(a.section_199a), 0)`,
  },
  {
    name: 'the cash of a classified year is what the ledger paid to each holder',
    count: sql`select count(*) as checked from tax_allocations`,
    drift: sql`
      with paid as (
        select substring(t.debit_account from '^property:([0-9]+):')::int as property_id,
               extract(year from t.at at time zone 'UTC')::int as year,
               substring(t.credit_account from '^user:(.*):cash$') as user_id, sum(t.amount) as cents
        from ledger_transfers t where t.code = 'distribution'
        group by 1, 2, 3),
      stated as (
        select c.property_id, c.year, c.version, a.user_id, a.cash
        from tax_allocations a join tax_classifications c on c.id = a.classification_id)
      select 'tax of property ' || coalesce(s.property_id, p.property_id) || ' in ' || coalesce(s.year, p.year)
               || ' for ' || coalesce(s.user_id, p.user_id) as subject,
             coalesce(s.cash, 0) || ' stated, ' || coalesce(p.cents, 0) || ' cents in the ledger' as detail
      from stated s
      full join (select p.*, c.version from paid p
                 join tax_classifications c on c.property_id = p.property_id and c.year = p.year) p
        on p.property_id = s.property_id and p.year = s.year and p.user_id = s.user_id and p.version = s.version
      where coalesce(s.cash, 0) * 100 <> coalesce(p.cents, 0)`,
  },
  {
    name: 'return of capital lowers the basis of lots by as much as its holders got',
    count: sql`select count(*) as checked from tax_allocations where return_of_capital > 0`,
    drift: sql`
      select 'return of capital of ' || coalesce(a.user_id, r.user_id) || ' by ' || coalesce(a.classification_id, r.classification_id)
               as subject,
             coalesce(a.return_of_capital, 0) || ' stated, ' || coalesce(r.amount, 0) || ' by lots' as detail
      from (select * from tax_allocations where return_of_capital > 0) a
      full join (select classification_id, user_id, sum(amount) as amount from basis_reductions group by 1, 2) r
        on r.classification_id = a.classification_id and r.user_id = a.user_id
      where coalesce(a.return_of_capital, 0) <> coalesce(r.amount, 0)`,
  },
];
