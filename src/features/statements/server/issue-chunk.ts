import { eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { properties } from '#db/schema/properties.ts';
import { statementMonths } from '#db/schema/statements.ts';
import { propertiesOf, valueAt, valueHistories } from '#features/valuations/server/index.ts';
import { present } from '#kernel/assert.ts';
import { monthAfter, monthBounds } from '#kernel/months.ts';
import { after } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { columnRows } from '#platform/server/database/columns.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import { statementMonth } from '../statements.contract.ts';

/** People whose statements are issued in one transaction: enough to be fast, few enough that nobody else waits. */
const MAX_CHUNK_PEOPLE = 5_000;

/**
 * Issues the statements of a month for the next people, in the order of their ids. The row of the month is locked and
 * records the progress, so chunks can be repeated, resumed and requested by several workers at once.
 */
export const issueChunk = defineCommand({
  name: 'statements.issueChunk',
  input: z.strictObject({
    month: statementMonth,
    maxPeople: z.int().min(1).max(MAX_CHUNK_PEOPLE).default(MAX_CHUNK_PEOPLE),
  }),
  access: 'system',
  async run({ tx, now }, { month, maxPeople }) {
    await tx
      .insert(statementMonths)
      .values({ month, issuedThrough: '', statements: 0, startedAt: now })
      .onConflictDoNothing();
    const [progress] = await tx
      .select()
      .from(statementMonths)
      .where(eq(statementMonths.month, month))
      .for('no key update');
    const { issuedThrough, statements, finishedAt } = present(progress, 'the row of a month');
    if (finishedAt) return { issued: 0, done: true };
    const { people, lastId } = await nextPeople(tx, issuedThrough, maxPeople);
    const chunk = lastId === null ? null : { afterId: issuedThrough, lastId };
    const issued = chunk ? await issueFor(tx, chunk, { month, now }) : 0;
    const done = people < maxPeople;
    await tx
      .update(statementMonths)
      .set({
        issuedThrough: lastId ?? issuedThrough,
        statements: statements + issued,
        ...(done && { finishedAt: now }),
      })
      .where(eq(statementMonths.month, month));
    return { issued, done };
  },
  audit: ({ month }, { issued, done }) => ({ subject: `statements:${month}`, details: { issued, done } }),
});

/** People who follow each other in the order of ids: those after the first id, up to and including the last. */
interface Chunk {
  afterId: string;
  lastId: string;
}

const within = (userId: SQL, { afterId, lastId }: Chunk) =>
  sql`${userId} > ${afterId} and ${userId} <= ${lastId}`;

/** The next people of those who have ever had cash or shares: how many, and the last of them. */
async function nextPeople(
  tx: Transaction,
  issuedThrough: string,
  limit: number,
): Promise<{ people: number; lastId: string | null }> {
  const [found] = await rows<{ people: number; lastId: string | null }>(
    tx,
    sql`select count(*)::int as people, max(user_id) as "lastId" from (
          select distinct user_id from ledger_accounts
          where user_id > ${issuedThrough} order by user_id limit ${limit}) next`,
  );
  return present(found, 'a count');
}

/** Value of a share of each property of these people at the end of a month, as a table expression. */
async function valuesOf(tx: Transaction, chunk: Chunk, end: Date): Promise<SQL> {
  const held = await rows<{ id: number }>(
    tx,
    sql`select distinct property_id as id from ledger_accounts
        where ${within(sql`user_id`, chunk)} and property_id is not null`,
  );
  const ids = propertiesOf(held.map(({ id }) => id));
  const histories = await valueHistories(tx, ids);
  const named = await tx
    .select({ id: properties.id, name: properties.name, annualYieldBps: properties.annualYieldBps })
    .from(properties)
    .where(sql`${properties.id} = any(${ids})`);
  const worth = (id: number) =>
    valueAt(present(histories.get(id), 'the values of a property'), end).perShareCents;
  return columnRows('worth', named, {
    property_id: ['int', ({ id }) => id],
    name: ['text', ({ name }) => name],
    per_share: ['bigint', ({ id }) => worth(id)],
    yield_bps: ['int', ({ annualYieldBps }) => annualYieldBps],
  });
}

/** Class of each transfer; several transfers of one operation and class are one movement. */
const classOf = sql`case
  when code in ('investment', 'processing_fee', 'investment_shares', 'reinvestment') then 'purchase'
  when code in ('resale', 'resale_shares', 'resale_fee') then 'resale'
  when code in ('purchase_cancelled', 'offering_refund', 'shares_returned') then 'refund'
  when code in ('rent_paid_in', 'rent_returned') then 'rent'
  when code in ('reward', 'reward_returned') then 'reward'
  when code = 'withdrawal_settled' then 'withdrawal'
  when code = 'proceeds_released' then 'proceeds'
  when code in ('deposit', 'distribution', 'owner_share', 'expenses_repaid') then code
  else 'other' end`;

const kindOf = sql`case
  when class = 'purchase' and bool_or(code = 'reinvestment') then 'reinvestment'
  when class = 'resale' then case when sum(shares) > 0 then 'purchase' else 'sale' end
  when class = 'refund' and bool_or(code = 'purchase_cancelled') then 'cancellation'
  else class end`;

/**
 * Every change in a month of the cash and shares of the people whose accounts are in `accounts`, as a query. Cash is all
 * three accounts of a person together: cash that is reserved for bids or on its way to the bank is still theirs, so
 * moving it there is no movement. Listed shares count likewise.
 *
 * The accounts of a chunk follow each other in the indexes of transfers: one scan between the first and the last reads
 * them several times as fast as a look-up of each, and the join leaves out what else lies between.
 */
function movementsOf({ from, to }: { from: Date; to: Date }): SQL {
  const inMonth = sql`t.at >= ${from.toISOString()}::timestamptz and t.at < ${to.toISOString()}::timestamptz`;
  const ofChunk = (account: SQL) =>
    sql`${account} like 'user:%' and ${account} >= (select min(id) from accounts)
        and ${account} <= (select max(id) from accounts)`;
  return sql`
    select user_id, operation_id, min(id) as id, min(at) as at, ${kindOf} as kind,
           coalesce(max(share_of), max(property)) as property_id,
           sum(cents)::bigint as cents, sum(shares)::bigint as shares,
           coalesce(-sum(cents) filter (where code in ('processing_fee', 'resale_fee')), 0)::bigint as fee
    from (
      select a.user_id, e.id, e.at, e.operation_id, e.code, ${classOf} as class, a.property_id as share_of,
             case when e.counterparty like 'property:%' then split_part(e.counterparty, ':', 2)::int end as property,
             case when a.property_id is null then e.amount else 0 end as cents,
             case when a.property_id is null then 0 else e.amount end as shares
      from accounts a
      join (
        select t.id, t.at, t.operation_id, t.code, t.credit_account as account, t.debit_account as counterparty, t.amount
        from ledger_transfers t where ${ofChunk(sql`t.credit_account`)} and ${inMonth}
        union all
        select t.id, t.at, t.operation_id, t.code, t.debit_account, t.credit_account, -t.amount
        from ledger_transfers t where ${ofChunk(sql`t.debit_account`)} and ${inMonth}) e on e.account = a.id) entries
    group by user_id, operation_id, class
    having sum(cents) <> 0 or sum(shares) <> 0`;
}

const isoText = (at: SQL) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Issues the statements of these people; skips people who never held cash or shares. */
async function issueFor(
  tx: Transaction,
  chunk: Chunk,
  { month, now }: { month: string; now: Date },
): Promise<number> {
  const bounds = monthBounds(month);
  const worth = await valuesOf(tx, chunk, after(bounds.to, -1));
  const issued = await rows(
    tx,
    sql`
      with worth as materialized (select * from ${worth}),
      accounts as materialized (
        select id, user_id, property_id from ledger_accounts where ${within(sql`user_id`, chunk)}),
      moved as materialized (${movementsOf(bounds)}),
      earlier as materialized (
        select user_id, closing_cash_cents, figures::json -> 'holdings' as holdings from monthly_statements
        where month = ${monthAfter(month, -1)} and ${within(sql`user_id`, chunk)}),
      -- Set against the payouts by the operation that paid them.
      deducted as (
        select m.user_id, m.operation_id, round(d.fee * 100 * p.shares / d.shares)::bigint as fee
        from moved m
        join distribution_payments paid on paid.operation_id = m.operation_id
        join distributions d on d.id = paid.distribution_id
        join distribution_payouts p on p.distribution_id = d.id and p.user_id = m.user_id
        where m.kind = 'distribution'),
      held as (
        select user_id, property_id, sum(opening)::bigint as opening, sum(opening + change)::bigint as closing
        from (
          select e.user_id, (h.value ->> 'propertyId')::int as property_id, (h.value ->> 'closingShares')::bigint as opening,
                 0 as change
          from earlier e cross join json_array_elements(e.holdings) h
          union all
          select user_id, property_id, 0, shares from moved where shares <> 0) parts
        group by user_id, property_id
        having sum(opening) <> 0 or bool_or(change <> 0)),
      holdings as (
        select h.user_id, json_agg(json_build_object('propertyId', h.property_id, 'name', w.name, 'openingShares', h.opening,
                 'closingShares', h.closing, 'perShareCents', w.per_share, 'annualYieldBps', w.yield_bps)
                 order by h.property_id) as list
        from held h join worth w on w.property_id = h.property_id
        group by h.user_id),
      movements as (
        select m.user_id, sum(m.cents)::bigint as cents, json_agg(json_build_object('at', ${isoText(sql`m.at`)},
                 'kind', m.kind, 'propertyId', m.property_id, 'cents', m.cents, 'shares', m.shares,
                 'feeCents', coalesce(d.fee, m.fee)) order by m.at, m.id) as list
        from moved m left join deducted d on d.user_id = m.user_id and d.operation_id = m.operation_id
        group by m.user_id),
      written as (
        select p.user_id, coalesce(e.closing_cash_cents, 0) as opening,
               coalesce(e.closing_cash_cents, 0) + coalesce(m.cents, 0) as closing, h.list as holdings, m.list as movements
        from (select distinct user_id from accounts) p
        left join earlier e on e.user_id = p.user_id
        left join movements m on m.user_id = p.user_id
        left join holdings h on h.user_id = p.user_id
        where e.user_id is not null or m.user_id is not null),
      texts as (
        select *, json_build_object('month', ${month}::text, 'openingCashCents', opening, 'closingCashCents', closing,
                 'holdings', coalesce(holdings, '[]'), 'movements', coalesce(movements, '[]'))::text as figures
        from written)
      insert into monthly_statements
        (user_id, month, opening_cash_cents, closing_cash_cents, figures, hash, issued_at)
      select user_id, ${month}::text, opening, closing, figures,
             encode(sha256(convert_to(figures, 'UTF8')), 'hex'), ${now.toISOString()}::timestamptz
      from texts
      returning 1 as one`,
  );
  return issued.length;
}
