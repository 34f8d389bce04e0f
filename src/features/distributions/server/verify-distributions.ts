import { type SQL, sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/invariants.ts';

const lines = [
  'rent', 'vacancy', 'other_income', 'taxes', 'insurance', 'maintenance', 'utilities', 'management', 'other_expenses',
  'reserve', 'reserve_drawn',
]; // biome-ignore format: a list of names

const differing = sql.raw(lines.map((name) => `d.${name} <> coalesce(r.${name}, 0)`).join(' or '));
const summed = sql.raw(lines.map((name) => `sum(${name}) as ${name}`).join(', '));

const balance = (kind: string) =>
  sql`(select coalesce(sum(balance), 0) from ledger_accounts a where a.property_id = p.id and a.kind = ${kind})`;
const ofStatements = (amount: SQL, statuses: SQL) =>
  sql`(select coalesce(sum(${amount}) * 100, 0) from distributions d where d.property_id = p.id and d.status in ${statuses})`;

const rent = balance('property_rent');
const undistributed = ofStatements(sql`available`, sql`('open', 'drawn', 'returned')`);
const payable = balance('property_payable');
const unpaid = ofStatements(sql`net - paid`, sql`('approved', 'paid')`);
const reserve = balance('property_reserve');
const kept = sql`(${ofStatements(sql`reserve_kept`, sql`('approved', 'paid')`)} - (select coalesce(sum(reserve_drawn) * 100, 0)
  from rent_reports r where r.property_id = p.id))`;

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
    count: sql`select count(*) as checked from distributions where status in ('drawn', 'approved', 'paid')`,
    drift: sql`
      select 'distribution ' || id as subject,
             available || ' available, ' || reserve_kept || ' + ' || owner_share || ' + ' || fee || ' + ' || net
               || ' split' as detail
      from distributions
      where status in ('drawn', 'approved', 'paid')
        and (available <> reserve_kept + owner_share + fee + net or fee <> round(gross * 0.015, 2))`,
  },
  {
    name: 'a deficit is carried into the next quarter, and made good first',
    count: sql`select count(*) as checked from distributions`,
    drift: sql`
      select 'distribution ' || id as subject,
             'begins with a deficit of ' || opening_deficit || ' after one of ' || coalesce(before, 0) as detail
      from (select *, lag(closing_deficit) over (partition by property_id order by quarter) as before
            from distributions) d
      where opening_deficit <> coalesce(before, 0)
         or available - closing_deficit <> operating_income + reserve_drawn - opening_deficit
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
        select substr(a.subject, 14) as distribution_id, t.credit_account, sum(t.amount) as cents, count(*) as times
        from ledger_transfers t join audit_log a on a.operation_id = t.operation_id
        where t.code = 'distribution' group by 1, 2
      ), due as (
        select p.distribution_id, 'user:' || p.user_id || ':cash' as credit_account, p.amount * 100 as cents
        from distribution_payouts p join distributions d on d.id = p.distribution_id
        where p.position <= d.paid_through and p.amount > 0
      )
      select 'distribution ' || coalesce(due.distribution_id, moved.distribution_id) as subject,
             coalesce(due.credit_account, moved.credit_account) || ' was due ' || coalesce(due.cents, 0)
               || ' cents and got ' || coalesce(moved.cents, 0) as detail
      from due full join moved using (distribution_id, credit_account)
      where due.cents is distinct from moved.cents or moved.times > 1`,
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
    name: 'rent, reserve and payable accounts hold what the statements say',
    count: sql`select count(*) as checked from properties`,
    drift: sql`
      select 'property ' || p.id as subject,
             ${rent} || ' of ' || ${undistributed} || ' cents of rent, ' || ${payable} || ' of ' || ${unpaid}
               || ' payable, ' || ${reserve} || ' of ' || ${kept} || ' in reserve' as detail
      from properties p
      where ${rent} <> ${undistributed} or ${payable} <> ${unpaid} or ${reserve} <> ${kept}`,
  },
];

/** What must hold of rent, statements and payouts (invariant 6). */
export const distributionInvariants: readonly Invariant[] = [...statements, ...payouts, ...money];
