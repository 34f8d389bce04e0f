import { type SQL, sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';

const lines = [
  'rent', 'vacancy', 'other_income', 'taxes', 'insurance', 'maintenance', 'utilities', 'management', 'other_expenses',
  'reserve', 'reserve_withdrawn',
]; // biome-ignore format: a list of names

const differing = sql.raw(lines.map((name) => `d.${name} <> coalesce(r.${name}, 0)`).join(' or '));
/** "other_income" is the line "otherIncome" of an entry. */
const lineOf = (column: string) => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const sumsOfEntries = sql.raw(
  lines.map((name) => `sum(e.amount) filter (where e.line = '${lineOf(name)}') as ${name}`).join(', '),
);
const notTheirSum = sql.raw(lines.map((name) => `r.${name} <> coalesce(e.${name}, 0)`).join(' or '));
const summed = sql.raw(lines.map((name) => `sum(${name}) as ${name}`).join(', '));

const balance = (kind: string) =>
  sql`(select coalesce(sum(balance), 0) from ledger_accounts a where a.property_id = p.id and a.kind = ${kind})`;
const ofStatements = (amount: SQL, statuses: SQL) =>
  sql`(select coalesce(sum(${amount}) * 100, 0) from distributions d where d.property_id = p.id and d.status in ${statuses})`;

const rent = balance('property_rent');
const undistributed = ofStatements(sql`available + repaid`, sql`('open', 'prepared', 'returned')`);
const payable = balance('property_payable');
const unpaid = ofStatements(sql`net - paid`, sql`('approved', 'paid')`);
const reserve = balance('property_reserve');
const expectedReserve = sql`(${ofStatements(sql`reserve_contributed`, sql`('approved', 'paid')`)} - (select coalesce(sum(reserve_withdrawn) * 100, 0)
  from rent_reports r where r.property_id = p.id))`;

const entries: Invariant[] = [
  {
    name: 'the lines of a monthly report are the sums of its entries',
    count: sql`select count(*) as checked from rent_reports`,
    drift: sql`
      select 'report ' || r.property_id || '-' || r.month as subject, 'a line is not the sum of its entries' as detail
      from rent_reports r
      left join (
        select property_id, month, revision, ${sumsOfEntries} from report_entries e group by 1, 2, 3) e
        on e.property_id = r.property_id and e.month = r.month and e.revision = r.revision
      where ${notTheirSum}`,
  },
  {
    name: 'a receipt of an entry is a stored file of the owner of its property',
    count: sql`select count(*) as checked from report_entries where receipt_id is not null`,
    drift: sql`
      select 'entry ' || e.property_id || '-' || e.month || ' ' || e.position as subject,
             'file ' || f.id || ' is ' || f.status || ', of ' || f.user_id as detail
      from report_entries e
      join stored_files f on f.id = e.receipt_id
      join properties p on p.id = e.property_id
      where f.status <> 'stored' or f.purpose <> 'receipt' or f.user_id <> p.owner_id`,
  },
  {
    name: 'a stored receipt is the receipt of an entry, reported or in a draft',
    count: sql`select count(*) as checked from stored_files where purpose = 'receipt' and status = 'stored'`,
    drift: sql`
      select 'file ' || id as subject, 'nothing refers to it' as detail
      from (
        select id::text from stored_files where purpose = 'receipt' and status = 'stored'
        except select receipt_id::text from report_entries
        except select entry->>'receiptId' from report_drafts cross join jsonb_array_elements(entries) entry) unused`,
  },
];

const statements: Invariant[] = [
  {
    name: 'a statement adds up the reports of its quarter',
    count: sql`select count(*) as checked from distributions`,
    drift: sql`
      select 'distribution ' || d.id as subject, 'its lines are not the sum of its reports' as detail
      from distributions d
      left join (
        select property_id, left(month, 4) || '-Q' || ((right(month, 2)::int + 2) / 3) as quarter,
               count(*) as months, ${summed}
        from rent_reports group by 1, 2) r on r.property_id = d.property_id and r.quarter = d.quarter
      where ${differing} or d.months <> coalesce(r.months, 0)`,
  },
  {
    name: 'a statement splits what is available: reserve, owner, fee and holders, to the cent',
    count: sql`select count(*) as checked from distributions where status in ('prepared', 'approved', 'paid')`,
    drift: sql`
      select 'distribution ' || id as subject,
             available || ' available, ' || reserve_contributed || ' + ' || owner_share || ' + ' || fee || ' + ' || net
               || ' split' as detail
      from distributions
      where status in ('prepared', 'approved', 'paid')
        and (available <> reserve_contributed + owner_share + fee + net or fee <> round(gross * 0.015, 2))`,
  },
  {
    name: 'a deficit of a quarter with holders is carried into the next one, and made good first',
    count: sql`select count(*) as checked from distributions`,
    drift: sql`
      select 'distribution ' || id as subject,
             'begins with a deficit of ' || opening_deficit || ' after one of ' || coalesce(before, 0) as detail
      from (select *, lag(closing_deficit) over quarters as before, lag(shares) over quarters as shares_before
            from distributions window quarters as (partition by property_id order by quarter)) d
      where (opening_deficit <> coalesce(before, 0) and (opening_deficit <> 0 or shares_before > 0))
         or available - closing_deficit <> operating_income + reserve_withdrawn - opening_deficit
         or least(available, closing_deficit) <> 0`,
  },
];

const payouts: Invariant[] = [
  {
    name: 'payouts add up to their statement, each within a cent of its exact share',
    count: sql`select count(*) as checked from distribution_payouts`,
    drift: sql`
      select 'distribution ' || coalesce(d.id, p.distribution_id) as subject,
             coalesce(d.net, 0) || ' to be paid, ' || coalesce(sum(p.amount), 0) || ' in ' || count(p.user_id)
               || ' payouts' as detail
      from (select * from distributions where status in ('approved', 'paid') and net > 0) d
      full join distribution_payouts p on p.distribution_id = d.id
      group by d.id, d.net, d.shares, d.holders, p.distribution_id
      having d.id is null or d.net <> coalesce(sum(p.amount), 0) or d.shares <> coalesce(sum(p.shares), 0)
          or d.holders <> count(p.user_id)
          or bool_or(abs(p.amount * d.shares - d.net * p.shares) >= 0.01 * d.shares)`,
  },
  {
    name: 'a payout is paid once, in the order of payment',
    count: sql`select count(*) as checked from ledger_transfers where code = 'distribution'`,
    drift: sql`
      with moved as (
        select m.distribution_id, t.operation_id, t.credit_account, sum(t.amount) as cents, count(*) as times,
               bool_and(t.at = m.paid_at) as on_time
        from ledger_transfers t left join distribution_payments m on m.operation_id = t.operation_id
        where t.code = 'distribution' group by 1, 2, 3
      ), due as (
        select p.distribution_id, m.operation_id, 'user:' || p.user_id || ':cash' as credit_account,
               p.amount * 100 as cents
        from distribution_payouts p join distributions d on d.id = p.distribution_id
        left join distribution_payments m
          on m.distribution_id = d.id and p.position between m.first_position and m.last_position
        where p.position <= d.paid_through and p.amount > 0
      )
      select 'distribution ' || coalesce(due.distribution_id, moved.distribution_id, 'unknown') as subject,
             coalesce(due.credit_account, moved.credit_account) || ' was due ' || coalesce(due.cents, 0)
               || ' cents and got ' || coalesce(moved.cents, 0) as detail
      from due full join moved using (distribution_id, operation_id, credit_account)
      where due.cents is distinct from moved.cents or moved.times > 1 or not moved.on_time`,
  },
  {
    name: 'the payments of a distribution follow each other, as far as it is paid',
    count: sql`select count(*) as checked from distribution_payments`,
    drift: sql`
      select 'distribution ' || d.id as subject,
             'is paid through ' || d.paid_through || ', its payments reach to ' || coalesce(max(m.last_position), 0)
               as detail
      from distributions d
      left join (
        select *, coalesce(lag(last_position) over (partition by distribution_id order by first_position), 0) as before
        from distribution_payments) m on m.distribution_id = d.id
      group by d.id
      having d.paid_through <> coalesce(max(m.last_position), 0) or bool_or(m.first_position <> m.before + 1)`,
  },
  {
    name: 'a payout belongs to an existing user',
    count: sql`select count(*) as checked from distribution_payouts`,
    drift: sql`
      select 'payout ' || p.distribution_id || ' ' || p.position as subject, 'there is no such user' as detail
      from distribution_payouts p left join users u on u.id = p.user_id where u.id is null`,
  },
];

const money: Invariant[] = [
  {
    name: 'a statement that is not approved holds what its owner paid in and all that it withdraws from the reserve',
    count: sql`select count(*) as checked from distributions where status in ('open', 'prepared', 'returned')`,
    drift: sql`
      select 'distribution ' || id as subject,
             available + repaid || ' is left, ' || paid_in || ' paid in and ' || reserve_withdrawn || ' withdrawn' as detail
      from (select *, greatest(0, operating_income - opening_deficit) as paid_in from distributions) d
      where status in ('open', 'prepared', 'returned') and available + repaid <> paid_in + reserve_withdrawn`,
  },
  {
    name: 'an approval moves what its statement says to reserve, owner, platform and holders',
    count: sql`select count(*) as checked from distributions where status in ('approved', 'paid')`,
    drift: sql`
      with moved as (
        select substr(a.subject, 14) as distribution_id, t.debit_account, t.credit_account, t.code, sum(t.amount) as cents
        from ledger_transfers t join audit_log a on a.operation_id = t.operation_id
        where t.code in ('reserve_contributed', 'expenses_repaid', 'owner_share', 'management_fee', 'distribution_set_aside')
        group by 1, 2, 3, 4
      ), said as (
        select d.id as distribution_id, 'property:' || p.id || ':rent' as debit_account, part.credit_account, part.code,
               part.amount * 100 as cents
        from distributions d join properties p on p.id = d.property_id
        cross join lateral (values
          ('reserve_contributed', 'property:' || p.id || ':reserve', d.reserve_contributed),
          ('expenses_repaid', 'user:' || p.owner_id || ':cash', d.repaid),
          ('owner_share', 'user:' || p.owner_id || ':cash', d.owner_share),
          ('management_fee', 'platform:management_fees', d.fee),
          ('distribution_set_aside', 'property:' || p.id || ':payable', d.net)) part (code, credit_account, amount)
        where d.status in ('approved', 'paid') and part.amount > 0
      )
      select 'distribution ' || coalesce(said.distribution_id, moved.distribution_id) as subject,
             code || ' to ' || credit_account || ' should be ' || coalesce(said.cents, 0) || ' cents and is '
               || coalesce(moved.cents, 0) as detail
      from said full join moved using (distribution_id, debit_account, credit_account, code)
      where said.cents is distinct from moved.cents`,
  },
  {
    name: 'rent is paid in by the owner of its property, and returned to nobody else',
    count: sql`select count(*) as checked from ledger_transfers where code in ('rent_paid_in', 'rent_returned')`,
    drift: sql`
      select 'transfer ' || t.id as subject, t.owner_account || ' and ' || t.rent_account as detail
      from (
        select id, debit_account as owner_account, credit_account as rent_account
        from ledger_transfers where code = 'rent_paid_in'
        union all
        select id, credit_account, debit_account from ledger_transfers where code = 'rent_returned') t
      left join properties p on 'property:' || p.id || ':rent' = t.rent_account
      where t.owner_account is distinct from 'user:' || p.owner_id || ':cash'`,
  },
  {
    name: 'rent, reserve and payable accounts hold what the statements say',
    count: sql`select count(*) as checked from properties`,
    drift: sql`
      select 'property ' || p.id as subject,
             ${rent} || ' of ' || ${undistributed} || ' cents of rent, ' || ${payable} || ' of ' || ${unpaid}
               || ' payable, ' || ${reserve} || ' of ' || ${expectedReserve} || ' in reserve' as detail
      from properties p
      where ${rent} <> ${undistributed} or ${payable} <> ${unpaid} or ${reserve} <> ${expectedReserve}`,
  },
];

/** The invariants of rent, statements and payouts. */
export const distributionInvariants: readonly Invariant[] = [...entries, ...statements, ...payouts, ...money];
