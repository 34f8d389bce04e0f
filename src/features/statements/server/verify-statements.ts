import { type SQL, sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';

/** The month before a statement's, as text. */
const monthBefore = sql`to_char((s.month || '-01')::date - interval '1 month', 'YYYY-MM')`;

/** Whether the statements of month `n` have been issued for a person: who is in a chunk that does not wait. */
const isIssuedFor = (
  userId: SQL,
) => sql`((n.finished_at is not null or ${userId} <= n.issued_through) and not exists (
  select 1 from statement_chunks c where c.month = n.month and ${userId} > c.after_id and ${userId} <= c.last_id))`;

/** The invariants of monthly statements. */
export const statementInvariants: readonly Invariant[] = [
  {
    name: 'the figures of a statement are those that were issued',
    count: sql`select count(*) as checked from monthly_statements`,
    drift: sql`
      select 'statement of ' || user_id || ' for ' || month as subject, 'its figures do not have its hash' as detail
      from monthly_statements s
      where hash <> encode(sha256(convert_to(figures, 'UTF8')), 'hex') or figures::json ->> 'month' <> month
         or (figures::json ->> 'openingCashCents')::bigint <> opening_cash_cents
         or (figures::json ->> 'closingCashCents')::bigint <> closing_cash_cents`,
  },
  {
    name: 'a statement opens with the cash and the shares that the one before closed with',
    count: sql`select count(*) as checked from monthly_statements`,
    drift: sql`
      select 'statement of ' || s.user_id || ' for ' || s.month as subject,
             'opens with ' || s.opening_cash_cents || ' cents, the one before closed with '
               || coalesce(e.closing_cash_cents, 0) || ', or with other shares' as detail
      from monthly_statements s
      left join monthly_statements e on e.user_id = s.user_id and e.month = ${monthBefore}
      where s.opening_cash_cents <> coalesce(e.closing_cash_cents, 0)
         or (select json_object_agg(h.value ->> 'propertyId', h.value ->> 'openingShares' order by (h.value ->> 'propertyId')::int)::text
             from json_array_elements(s.figures::json -> 'holdings') h where h.value ->> 'openingShares' <> '0')
            is distinct from
            (select json_object_agg(h.value ->> 'propertyId', h.value ->> 'closingShares' order by (h.value ->> 'propertyId')::int)::text
             from json_array_elements(e.figures::json -> 'holdings') h where h.value ->> 'closingShares' <> '0')`,
  },
  {
    name: 'after their first statement a person has one for every month that is issued',
    count: sql`select count(*) as checked from monthly_statements`,
    drift: sql`
      select 'statement of ' || e.user_id || ' for ' || n.month as subject, 'is missing' as detail
      from statement_months n
      join monthly_statements e on e.month = to_char((n.month || '-01')::date - interval '1 month', 'YYYY-MM')
      left join monthly_statements s on s.user_id = e.user_id and s.month = n.month
      where s.user_id is null and ${isIssuedFor(sql`e.user_id`)}`,
  },
  {
    name: 'the cash and the shares of a month in statements are those of the ledger',
    count: sql`select count(*) as checked from monthly_statements`,
    drift: sql`
      with moved as (
        select a.user_id, a.property_id, to_char(e.at at time zone 'UTC', 'YYYY-MM') as month, sum(e.amount) as change
        from (select credit_account as account, at, amount from ledger_transfers where credit_account like 'user:%'
              union all
              select debit_account, at, -amount from ledger_transfers where debit_account like 'user:%') e
        join ledger_accounts a on a.id = e.account
        group by 1, 2, 3),
      stated as (
        select user_id, null::int as property_id, month, closing_cash_cents - opening_cash_cents as change
        from monthly_statements
        union all
        select s.user_id, (h.value ->> 'propertyId')::int, s.month,
               (h.value ->> 'closingShares')::bigint - (h.value ->> 'openingShares')::bigint
        from monthly_statements s cross join json_array_elements(s.figures::json -> 'holdings') h)
      select 'statement of ' || coalesce(m.user_id, s.user_id) || ' for ' || coalesce(m.month, s.month) as subject,
             coalesce(s.change, 0) || ' stated, ' || coalesce(m.change, 0) || ' in the ledger'
               || coalesce(', shares of property ' || coalesce(m.property_id, s.property_id), ', cents') as detail
      from (select m.* from moved m join statement_months n on n.month = m.month and ${isIssuedFor(sql`m.user_id`)}) m
      full join stated s on s.user_id = m.user_id and s.month = m.month
        and coalesce(s.property_id, 0) = coalesce(m.property_id, 0)
      where coalesce(m.change, 0) <> coalesce(s.change, 0) or (s.user_id is null and m.property_id is null)`,
  },
  {
    name: 'a drawn document has the bytes that it was drawn with',
    count: sql`select count(*) as checked from drawn_documents`,
    drift: sql`
      select kind || ' ' || subject || ' of ' || user_id as subject, 'its bytes do not have its hash' as detail
      from drawn_documents where hash <> encode(sha256(bytes), 'hex')`,
  },
];
