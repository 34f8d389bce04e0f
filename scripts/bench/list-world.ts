import { type SQL, sql } from 'drizzle-orm';
import { MAX_ENTRIES } from '#features/distributions/entries.contract.ts';
import { MAX_ARTICLES } from '#features/learn/learn.contract.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { auditAll, type BenchWorldSize, fullSize, NOW, withoutSearchIndexes } from './world.ts';

/** The person whose own lists are long, and the one they trade shares back and forth with. */
export const MEMBER = 'bench-member';
const PARTNER = 'bench-partner';
/** Someone who owns no property, and so reviews them. */
const REVIEWER = 'bench-user-1';

/** The owner of the first property: of every hundredth. */
export const landlordOf = ({ users }: BenchWorldSize) => `bench-user-${users + 2}`;

/** Entries of a month are limited, and add up to its rent of $1,000. */
export const RENT_ENTRIES = Math.min(400, MAX_ENTRIES);

const literal = (value: number | string) => sql.raw(typeof value === 'number' ? String(value) : `'${value}'`);

/** First day of the quarter so many quarters ago. */
const quarterStart = (back: SQL) =>
  sql`date_trunc('quarter', ${NOW} at time zone 'UTC') - ${back} * interval '3 months'`;

/** Money and shares that move, by operation. The ledger, its balances and the audit log are written from them. */
const beginMoves = sql`
  create table bench_moves (operation_id uuid, code text, debit text, credit text, asset text, amount bigint,
                            at timestamptz, subject text)`;

const move = (moved: SQL) => sql`
  insert into bench_moves (operation_id, code, debit, credit, asset, amount, at, subject) ${moved}`;

const endMoves = [
  sql`insert into ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
      select operation_id, code, debit, credit, asset, amount, at from bench_moves order by at`,
  sql`create table bench_operations as
      select row_number() over (order by min(at)) as n, operation_id, min(at) as at, max(coalesce(subject, credit)) as subject
      from bench_moves group by operation_id`,
  sql`create table bench_changes as
      select account, sum(amount)::bigint as amount from (
        select credit as account, amount from bench_moves union all select debit, -amount from bench_moves) moved
      where account ~ '^(user|property):' and account not like '%:issued' group by account`,
  sql`update ledger_accounts a set balance = a.balance + c.amount from bench_changes c where c.account = a.id`,
  sql`insert into ledger_accounts (id, kind, user_id, property_id, balance)
      select account, split_part(account, ':', 1) || '_' || split_part(account, ':', 3),
             case when account like 'user:%' then split_part(account, ':', 2) end,
             nullif(split_part(account, ':', case when account like 'user:%' then 4 else 2 end), '')::int, amount
      from bench_changes c where not exists (select 1 from ledger_accounts a where a.id = c.account)`,
  sql`drop table bench_moves, bench_changes`,
];

const people = sql`
  insert into users (id, email, first_name, last_name, created_at, updated_at)
  select id, id || '@commonhold.test', 'Bench', initcap(substr(id, 7)), ${NOW}, ${NOW}
  from unnest(array[${literal(MEMBER)}, ${literal(PARTNER)}]) id`;

const deposits = (listed: SQL) => [
  sql`insert into bank_transfers (id, user_id, direction, amount, status, reference, requested_operation_id,
                                  settled_operation_id, created_at, settled_at)
      select operation, id, 'deposit', 1000, 'completed', operation::text, gen_random_uuid(), operation, at, at
      from (select gen_random_uuid() as operation, case g when 0 then ${literal(PARTNER)} else ${literal(MEMBER)} end as id,
                   ${NOW} - interval '60 days' - g * interval '1 minute' as at
            from generate_series(0, ${listed}) g) paid`,
  move(sql`
    select id, 'deposit', 'bank:settlement', 'user:' || user_id || ':cash', 'USD', amount * 100, settled_at,
           'transfer:' || id
    from bank_transfers where user_id in (${literal(MEMBER)}, ${literal(PARTNER)})`),
];

const heldWithdrawals = (listed: SQL) => [
  sql`insert into bank_transfers (id, user_id, direction, amount, status, hold_reason, requested_operation_id, created_at)
      select id, 'bench-user-' || g, 'withdrawal', 1, 'held', 'Bench', id, ${NOW}
      from (select g, gen_random_uuid() as id from generate_series(1, ${listed}) g) asked`,
  move(sql`
    select requested_operation_id, 'withdrawal', 'user:' || user_id || ':cash', 'user:' || user_id || ':withdrawing',
           'USD', amount * 100, created_at, 'transfer:' || id
    from bank_transfers where status = 'held' and hold_reason = 'Bench'`),
];

/** Three shares of each property for the member, and a holder after the other of the second property. */
const purchases = (listed: SQL, holders: number) => [
  sql`create table bench_purchases as
      select gen_random_uuid() as id, gen_random_uuid() as operation, user_id, p.id as property_id, shares,
             p.price_per_share as price, shares * p.price_per_share as amount,
             round(shares * p.price_per_share * 0.025, 2) as fee, ${NOW} - interval '40 days' - g * interval '1 minute' as at
      from (select g, ${literal(MEMBER)} as user_id, g as property_id, 3 as shares from generate_series(1, ${listed}) g
            union all
            select g, 'bench-user-' || ${literal(holders)} - g, 2, 1 from generate_series(1, ${listed}) g) bought
      join properties p on p.id = bought.property_id`,
  sql`insert into investments (id, operation_id, user_id, property_id, shares, price_per_share, total_amount,
                               transaction_fee, created_at)
      select id, operation, user_id, property_id, shares, price, amount, fee, at from bench_purchases`,
  move(sql`
    select operation, 'investment', 'user:' || user_id || ':cash', 'property:' || property_id || ':escrow', 'USD',
           amount * 100, at, null from bench_purchases
    union all
    select operation, 'processing_fee', 'user:' || user_id || ':cash', 'property:' || property_id || ':escrow', 'USD',
           fee * 100, at, null from bench_purchases
    union all
    select operation, 'investment_shares', 'property:' || property_id || ':available',
           'user:' || user_id || ':shares:' || property_id, 'SHARE:' || property_id, shares, at, null
    from bench_purchases`),
];

/** The member sells a share of each property at a gain and buys it back: each is a pair of wash trades. */
const washTrades = [
  sql`create table bench_trades as
      select gen_random_uuid() as id, gen_random_uuid() as operation, gen_random_uuid() as listing, property_id,
             user_id as seller, ${literal(PARTNER)} as buyer, price + 5 as price, at + interval '20 days' as at,
             id as lot, div((amount + fee) * 200 + shares, 2 * shares) / 100 as cost, at as acquired_at
      from bench_purchases where user_id = ${literal(MEMBER)}`,
  sql`insert into bench_trades
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), property_id, buyer, seller, price,
             at + interval '10 days', id, price, at
      from bench_trades`,
  sql`insert into resale_orders (id, operation_id, property_id, user_id, side, price_per_share, shares, shares_left, status,
                                 opened_at, expires_at, closed_at, closed_operation_id)
      select listing, gen_random_uuid(), property_id, seller, 'ask', price, 1, 0, 'filled', at - interval '1 hour',
             at + interval '90 days', at, operation from bench_trades order by at`,
  sql`insert into resale_trades (id, operation_id, property_id, listing_id, seller_id, buyer_id, shares, price_per_share,
                                 amount, fee, at)
      select id, operation, property_id, listing, seller, buyer, 1, price, price, 0, at from bench_trades order by at`,
  sql`insert into resale_wash_trades (trade_id, property_id, found_at) select id, property_id, at from bench_trades`,
  sql`insert into lot_disposals (trade_id, lot_id, user_id, property_id, shares, cost, proceeds, acquired_at, disposed_at)
      select id, lot, seller, property_id, 1, cost, price, acquired_at, at from bench_trades`,
  sql`insert into lot_usage (lot_id, shares_sold) select lot, 1 from bench_trades`,
  move(sql`
    select operation, 'resale', 'user:' || buyer || ':cash', 'user:' || seller || ':cash', 'USD', price * 100, at, null
    from bench_trades
    union all
    select operation, 'resale_shares', 'user:' || seller || ':shares:' || property_id,
           'user:' || buyer || ':shares:' || property_id, 'SHARE:' || property_id, 1, at, null from bench_trades`),
  sql`insert into invested_months (user_id, month, amount_cents)
      select user_id, to_char(at at time zone 'UTC', 'YYYY-MM'), sum(amount) * 100
      from (select user_id, at, amount from bench_purchases union all select buyer, at, price from bench_trades) bought
      group by 1, 2
      on conflict (user_id, month) do update set amount_cents = invested_months.amount_cents + excluded.amount_cents`,
];

/** An open listing and a lower bid of the member on each property, of one a minute. */
const openOrders = [
  sql`insert into resale_orders (id, operation_id, property_id, user_id, side, price_per_share, shares, shares_left, status,
                                 opened_at, expires_at)
      select gen_random_uuid(), gen_random_uuid(), property_id, user_id, side, price + above, 1, 1, 'open',
             opened_at, opened_at + interval '90 days'
      from bench_purchases cross join (values ('ask', 1), ('bid', -1)) sides (side, above)
      cross join lateral (select ${NOW} - interval '1 day' - property_id * interval '1 minute' as opened_at) opened
      where user_id = ${literal(MEMBER)}`,
  move(sql`
    select operation_id, 'listing_reserved', 'user:' || user_id || ':shares:' || property_id,
           'user:' || user_id || ':listed:' || property_id, 'SHARE:' || property_id, shares, opened_at, null
    from resale_orders where user_id = ${literal(MEMBER)} and side = 'ask' and status = 'open'
    union all
    select operation_id, 'bid_reserved', 'user:' || user_id || ':cash', 'user:' || user_id || ':bidding', 'USD',
           price_per_share * 100, opened_at, null
    from resale_orders where user_id = ${literal(MEMBER)} and side = 'bid' and status = 'open'`),
  sql`drop table bench_purchases, bench_trades`,
];

/**
 * A statement that waits for its approval for each property, and paid ones for those of the landlord, of which nothing
 * was sold then. Each rests on one reported month with a rent of $1,000.
 */
const statements = (listed: SQL, landlord: SQL) => [
  sql`update properties set approved_at = ${NOW} - interval '30 months' where owner_id = ${landlord}`,
  sql`create table bench_statements as
      select id as property_id, owner_id, ${quarterStart(sql`back`)} as start, back = 1 as waits
      from properties
      cross join lateral (
        select back from generate_series(1, 1 + ceil(${listed}::numeric
          / (select count(*) from properties where owner_id = ${landlord}))::int) back
        where back = 1 and id <= ${listed} or back > 1 and owner_id = ${landlord}) quarters`,
  sql`insert into rent_reports (property_id, month, rent, vacancy, other_income, taxes, insurance, maintenance, utilities,
                                management, other_expenses, reserve, reserve_withdrawn, reported_by, reported_at)
      select property_id, to_char(start, 'YYYY-MM'), 1000, 0, 0, 0, 0, 0, 0, 0, 0, case when waits then 100 else 0 end, 0,
             owner_id, start + interval '32 days' from bench_statements`,
  sql`insert into report_entries (property_id, month, revision, position, line, date, counterparty, amount, source)
      select property_id, to_char(start, 'YYYY-MM'), 1, n, 'rent', to_char(start, 'YYYY-MM-05'), 'A tenant', 1000.0 / many,
             'typed'
      from (select *, case when property_id = 1 and waits then ${literal(RENT_ENTRIES)} else 1 end as many
            from bench_statements) s, generate_series(1, many) n
      union all
      select property_id, to_char(start, 'YYYY-MM'), 1, ${literal(MAX_ENTRIES)}, 'reserve', to_char(start, 'YYYY-MM-05'),
             'The reserve', 100, 'total' from bench_statements where waits`,
  sql`insert into distributions (id, property_id, quarter, record_at, pay_at, status, months, rent, vacancy, other_income,
                                 taxes, insurance, maintenance, utilities, management, other_expenses, reserve,
                                 reserve_withdrawn, operating_income, opening_deficit, available, repaid, closing_deficit,
                                 reserve_contributed, shares, holders, owner_share, gross, fee, net, prepared_at,
                                 approved_at, approved_by, paid_at, paid, paid_through)
      select property_id || '-' || to_char(start, 'YYYY"-Q"Q'), property_id, to_char(start, 'YYYY"-Q"Q'), due, pay,
             case when waits then 'prepared' else 'paid' end, 1, 1000, 0, 0, 0, 0, 0, 0, 0, 0,
             case when waits then 100 else 0 end, 0, 1000, 0, 1000, 0, 0,
             case when waits then 100 else 0 end, case when waits then 3 else 0 end, case when waits then 1 else 0 end,
             case when waits then 880 else 1000 end, case when waits then 20 else 0 end,
             case when waits then 0.3 else 0 end, case when waits then 19.7 else 0 end, due + interval '1 hour',
             case when not waits then pay end, case when not waits then ${literal(REVIEWER)} end,
             case when not waits then pay end, 0, 0
      from (select *, start + interval '3 months' as due, start + interval '3 months 14 days' as pay
            from bench_statements) s`,
  move(sql`
    select gen_random_uuid(), 'rent_paid_in', 'user:' || owner_id || ':cash', 'property:' || property_id || ':rent', 'USD',
           100000, start + interval '32 days', null from bench_statements
    union all
    select gen_random_uuid(), 'owner_share', 'property:' || property_id || ':rent', 'user:' || owner_id || ':cash', 'USD',
           100000, start + interval '3 months 14 days', 'distribution:' || property_id || '-' || to_char(start, 'YYYY"-Q"Q')
    from bench_statements where not waits`),
  sql`drop table bench_statements`,
];

/** Documents, valuations and proposals of the first property. */
const ofFirstProperty = (listed: SQL, landlord: SQL) => [
  sql`insert into stored_files (id, user_id, purpose, name, media_type, size, status, created_at)
      select gen_random_uuid(), ${landlord}, 'property', 'Bench ' || g || '.pdf', 'application/pdf', 1000, 'stored',
             ${NOW} - g * interval '1 minute' from generate_series(1, ${listed}) g`,
  sql`insert into property_documents (id, property_id, file_id, kind, title, dated, uploaded_by, uploaded_at)
      select gen_random_uuid(), 1, id, 'other', name, '2026-01-01', user_id, created_at
      from stored_files where user_id = ${landlord} and purpose = 'property'`,
  sql`insert into valuations (id, property_id, effective_on, amount, debt, basis, document_id, filed_by, filed_at)
      select gen_random_uuid(), 1, to_char(at at time zone 'UTC', 'YYYY-MM-DD'), 500000000 + g, 0, 'appraisal',
             (select id from property_documents where property_id = 1 limit 1), ${landlord}, at
      from (select g, ${NOW} - g * interval '1 millisecond' as at from generate_series(1, 2 * ${listed}) g) filed`,
  sql`insert into valuation_decisions (valuation_id, decision, reason, decided_by, decided_at)
      select id, 'rejected', 'Bench', ${literal(REVIEWER)}, ${NOW} from valuations
      where not is_offering and amount::bigint % 2 = 0`,
  sql`insert into proposals (id, property_id, title, description, created_by, created_at, deadline, status, outcome,
                             eligible_shares, yes_shares, no_shares, abstain_shares, yes_voters, no_voters,
                             abstain_voters, closed_at)
      select gen_random_uuid(), 1, 'Proposal ' || g, 'A proposal of the benchmark.', ${landlord}, at, at + interval '7 days',
             'closed', 'rejected', 0, 0, 0, 0, 0, 0, 0, at + interval '7 days'
      from (select g, ${NOW} - interval '30 days' - g * interval '1 minute' as at from generate_series(1, ${listed}) g) asked`,
];

/** Submissions of many owners that wait, and rejected ones of the landlord. */
const submissions = (listed: SQL, landlord: SQL, holders: number) => sql`
  insert into submissions (id, way_in, owner_id, status, version, name, street_address, city, state, zip_code, description,
                           property_type, valuation, equity_offered_bps, submitted_at, respond_by, decided_at, decided_by,
                           reason)
  select gen_random_uuid(), (array['quick', 'wizard'])[1 + g % 2],
         case status when 'pending' then 'bench-user-' || ${literal(holders)} - g else ${landlord} end, status, 1,
         'Submission ' || g, g || ' Maple Street', 'Miami', 'FL', '33101', 'A submission of the benchmark.', 'residential',
         500000 + g, 5000, ${NOW} - g * interval '1 minute',
         date_trunc('day', ${NOW} at time zone 'UTC') at time zone 'UTC' + (g % 9 - 3) * interval '1 day',
         case status when 'rejected' then ${NOW} end, case status when 'rejected' then ${literal(REVIEWER)} end,
         case status when 'rejected' then 'Bench' end
  from generate_series(1, ${listed}) g cross join (values ('pending'), ('rejected')) statuses (status)`;

/** Lists that people see of themselves. */
const ofMember = (listed: SQL, holders: number) => [
  sql`insert into notifications (id, user_id, type, priority, title, message, own_mail, created_at)
      select gen_random_uuid(), ${literal(MEMBER)}, 'system', 'low', 'Bench', 'Notification ' || g, true,
             ${NOW} - g * interval '1 minute' from generate_series(1, ${listed}) g`,
  sql`insert into watched_properties (user_id, property_id, added_at, name, location, price_when_added, yield_when_added,
                                      passed_levels)
      select ${literal(MEMBER)}, id, ${NOW} - id * interval '1 minute', name, location, price_per_share, annual_yield, '{}'
      from properties where id <= ${listed}`,
  sql`insert into referrals (id, inviter_id, invited_id, joined_at)
      select gen_random_uuid(), ${literal(MEMBER)}, 'bench-user-' || ${literal(holders)} - g, ${NOW} - g * interval '1 minute'
      from generate_series(1, ${listed}) g`,
  sql`insert into auto_invest_runs (id, trigger, slot, started_at, execute_at, allocated_at, finished_at)
      select gen_random_uuid(), 'daily', 'bench', ${NOW}, ${NOW}, ${NOW}, ${NOW}`,
  sql`insert into auto_invest_decisions (id, run_id, user_id, property_id, property_name, annual_yield, price_per_share,
                                         outcome, reason, wanted_shares, allocated_shares, decided_at)
      select gen_random_uuid(), r.id, ${literal(MEMBER)}, p.id, p.name, p.annual_yield, p.price_per_share, 'skipped', 'Bench', 0,
             0, ${NOW}
      from auto_invest_runs r, properties p where r.slot = 'bench' and p.id <= ${listed}`,
];

const ofOffice = (listed: SQL, holders: number) => [
  sql`insert into jobs (id, kind, key, payload, status, run_at, attempts, last_error, set_aside_reason, created_at,
                        finished_at)
      select gen_random_uuid(), 'bench.job', 'bench:' || status || g, '{}', status, ${NOW} + interval '1 year', 5, 'Bench',
             case status when 'set_aside' then 'Bench' end, ${NOW},
             case when status <> 'waiting' then ${NOW} - g * interval '1 second' end
      from generate_series(1, ${listed}) g cross join (values ('dead'), ('set_aside'), ('waiting')) statuses (status)`,
  sql`insert into waitlist_entries (id, email, email_key, name, joined_at)
      select gen_random_uuid()::text, 'w' || g || '@commonhold.test', 'w' || g || '@commonhold.test', 'Bench', ${NOW}
      from generate_series(1, ${listed}) g`,
  sql`insert into kyc_applications (user_id, status, submitted_at, created_at, updated_at)
      select id, status, ${NOW} - g * interval '1 minute', ${NOW}, ${NOW}
      from (select g, 'bench-user-' || g as id, 'under_review' as status from generate_series(1, ${listed}) g
            union all
            select g, 'bench-user-' || ${literal(holders)} - g, 'approved' from generate_series(1, ${listed}) g) checks`,
  sql`insert into kyc_decisions (id, user_id, reviewer_id, decision, requests, at)
      select gen_random_uuid(), user_id, ${literal(REVIEWER)}, status, '[]', ${NOW}
      from kyc_applications where status = 'approved'`,
  sql`insert into frozen_accounts (user_id, reason, frozen_by, frozen_at)
      select 'bench-user-' || ${literal(holders)} - g, 'Bench', ${literal(REVIEWER)}, ${NOW}
      from generate_series(1, ${listed}) g`,
  sql`insert into approval_requests (id, command, input, input_hash, subject, title, facts, path, reason, requested_by,
                                     requested_at, expires_at)
      select gen_random_uuid(), 'bench', '{}', 'bench-' || g, 'bench', 'Bench', '[]', '/', 'Bench', ${literal(REVIEWER)},
             ${NOW} - g * interval '1 second', ${NOW} + interval '3 days' from generate_series(1, 2 * ${listed}) g`,
  sql`insert into approval_decisions (request_id, decision, decided_by, decided_at, reason, operation_id)
      select id, 'declined', 'bench-user-2', ${NOW}, 'Bench', gen_random_uuid() from approval_requests
      where command = 'bench' and substr(input_hash, 7)::int % 2 = 0`,
  sql`insert into register_releases (id, property_id, record_at, purpose, released_by, released_at, expires_at, operation_id)
      select gen_random_uuid(), 1, at, 'Bench', ${literal(REVIEWER)}, at, at + interval '2 days', gen_random_uuid()
      from (select ${NOW} - g * interval '1 minute' as at from generate_series(1, ${listed}) g) released`,
  sql`insert into tax_exports (id, form, year, template, released_by, released_at, expires_at, operation_id)
      select gen_random_uuid(), '1099-DIV', 2025, 'Bench', ${literal(REVIEWER)}, at, at + interval '2 days', gen_random_uuid()
      from (select ${NOW} - g * interval '1 minute' as at from generate_series(1, ${listed}) g) released`,
  sql`insert into articles (id, slug, title, summary, category, body, reading_minutes, status, version, created_at, updated_at)
      select 'bench-' || g, 'bench-' || g, 'Article ' || g, 'An article of the benchmark.', 'basics', repeat('Words. ', 500), 3,
             'draft', 1, ${NOW}, ${NOW} - g * interval '1 minute'
      from generate_series(1, ${literal(MAX_ARTICLES)} - (select count(*) from articles)::int) g`,
];

/**
 * Gives every list that is read in pages as many rows, on top of a world. The books balance and the audit log is sealed
 * afterwards.
 */
export async function fillLists(platform: Platform, listed: number, size = fullSize): Promise<void> {
  const rows = literal(listed);
  const landlord = literal(landlordOf(size));
  const statementsOfLists = [
    beginMoves,
    people,
    ...deposits(rows),
    ...heldWithdrawals(rows),
    ...purchases(rows, size.holders),
    ...washTrades,
    ...openOrders,
    ...statements(rows, landlord),
    ...endMoves,
    ...ofFirstProperty(rows, landlord),
    submissions(rows, landlord, size.holders),
    ...ofMember(rows, size.holders),
    ...ofOffice(rows, size.holders),
  ];
  await withoutSearchIndexes(platform, 'submissions', async () => {
    for (const statement of statementsOfLists) await platform.db.execute(statement);
  });
  await auditAll(platform, sql`bench_operations`);
  await platform.db.execute(sql`drop table bench_operations`);
}
