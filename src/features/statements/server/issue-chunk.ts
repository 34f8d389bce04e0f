import { eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { properties } from '#db/schema/properties.ts';
import { statementMonths } from '#db/schema/statements.ts';
import {
  type Blocks,
  blocksOf,
  inBlocks,
  movementClassOfRow,
  movementKindOfGroup,
} from '#features/ledger/server/index.ts';
import { propertiesOf, valueAt, valueHistories } from '#features/valuations/server/index.ts';
import { present } from '#kernel/assert.ts';
import { monthAfter, monthBounds } from '#kernel/months.ts';
import { after } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { columnRows } from '#platform/server/database/columns.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import { type IdRange, within } from '#platform/server/database/id-ranges.ts';
import { isoText } from '#platform/server/database/sql-values.ts';
import { statementMonth } from '../statements.contract.ts';

/** Issues a chunk that waits. Null if it was issued before, or another server is issuing it. */
export const issueChunk = defineCommand({
  name: 'statements.issueChunk',
  input: z.strictObject({ month: statementMonth, afterId: z.string() }),
  access: 'system',
  async run({ tx, now }, { month, afterId }) {
    const [chunk] = await rows<IdRange & Record<string, unknown>>(
      tx,
      sql`delete from statement_chunks c using (
            select * from statement_chunks where month = ${month} and after_id = ${afterId}
            for update skip locked) free
          where c.month = free.month and c.after_id = free.after_id
          returning c.after_id as "afterId", c.last_id as "lastId"`,
    );
    if (!chunk) return { issued: null };
    const issued = await issueFor(tx, chunk, { month, now });
    await tx
      .update(statementMonths)
      .set({ statements: sql`${statementMonths.statements} + ${issued}::int` })
      .where(eq(statementMonths.month, month));
    return { issued };
  },
  audit: ({ month }, { issued }) => ({ subject: `statements:${month}`, details: { issued } }),
});

/** Value of a share of each property of these people at the end of a month, as a table expression. */
async function valuesOf(tx: Transaction, chunk: IdRange, end: Date): Promise<SQL> {
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

/**
 * Every change in a month of these people's cash and shares, as a query. Cash is all three accounts of a person together:
 * cash that is reserved for bids or on its way to the bank is still theirs, so moving it there is no movement. Listed
 * shares count likewise.
 *
 * The accounts of a chunk follow each other in the indexes of transfers: one scan between the first and the last of them
 * (`ends`) reads them several times as fast as a look-up of each. It leaves out the blocks of other months. Whose account
 * it is and of which property is in its id.
 */
function movementsOf(chunk: IdRange, { from, to }: { from: Date; to: Date }, blocks: Blocks): SQL {
  const inMonth = sql`t.at >= ${from.toISOString()}::timestamptz and t.at < ${to.toISOString()}::timestamptz`;
  const ofChunk = (account: SQL) =>
    sql`${account} like 'user:%' and ${account} >= (select first from ends) and ${account} <= (select last from ends)`;
  return sql`
    select user_id, operation_id, min(id) as id, min(at) as at, ${movementKindOfGroup(sql`sum(shares) > 0`)} as kind,
           coalesce(max(share_of), max(property)) as property_id,
           sum(cents)::bigint as cents, sum(shares)::bigint as shares,
           coalesce(-sum(cents) filter (where code in ('processing_fee', 'resale_fee')), 0)::bigint as fee
    from (
      select id, at, operation_id, code, ${movementClassOfRow} as class, user_id, share_of,
             case when counterparty like 'property:%' then split_part(counterparty, ':', 2)::int end as property,
             case when share_of is null then amount else 0 end as cents,
             case when share_of is null then 0 else amount end as shares
      from (
        select e.*, split_part(account, ':', 2) as user_id, nullif(split_part(account, ':', 4), '')::int as share_of
        from (
          select t.id, t.at, t.operation_id, t.code, t.credit_account as account, t.debit_account as counterparty, t.amount
          from ledger_transfers t where ${ofChunk(sql`t.credit_account`)} and ${inBlocks(blocks)} and ${inMonth}
          union all
          select t.id, t.at, t.operation_id, t.code, t.debit_account, t.credit_account, -t.amount
          from ledger_transfers t where ${ofChunk(sql`t.debit_account`)} and ${inBlocks(blocks)} and ${inMonth}) e
        -- So that the parts of an account's id are computed once.
        offset 0) of_accounts
      where ${within(sql`user_id`, chunk)}) entries
    group by operation_id, class, user_id`;
}

/** The shares that each person held at the beginning and the end of the month, by property. */
const HELD = sql`
  select user_id, property_id, sum(opening)::bigint as opening, sum(opening + change)::bigint as closing
  from (
    select e.user_id, (h.value ->> 'propertyId')::int as property_id, (h.value ->> 'closingShares')::bigint as opening,
           0 as change
    from earlier e cross join json_array_elements(e.holdings) h
    union all
    select user_id, property_id, 0, shares from moved where shares <> 0) parts
  group by user_id, property_id
  having sum(opening) <> 0 or bool_or(change <> 0)`;

/**
 * One line for each statement before, holding and movement. They are joined by sorting: the statistics that a join would
 * be planned by do not know the newest statements.
 */
const PARTS = sql`
  select user_id, null::timestamptz as at, null::bigint as id, closing_cash_cents as opening, null::bigint as cents,
         null as holding, null as movement
  from earlier
  union all
  select h.user_id, null, h.property_id, null, null,
         concat(w.beginning, h.opening, ', "closingShares" : ', h.closing, w.ending), null
  from held h join worth w on w.property_id = h.property_id
  union all
  select m.user_id, m.at, m.id, null, m.cents, null,
         concat('{"at" : "', ${isoText('m.at')},
           '", "kind" : "', m.kind, '", "propertyId" : ', coalesce(m.property_id::text, 'null'),
           ', "propertyName" : ', coalesce(to_json(named.name)::text, 'null'), ', "cents" : ', m.cents,
           ', "shares" : ', m.shares, ', "feeCents" : ', coalesce(case when m.kind = 'distribution' then (
             select round(d.fee * 100 * p.shares / d.shares)::bigint from distribution_payments paid
             join distributions d on d.id = paid.distribution_id
             join distribution_payouts p on p.distribution_id = d.id and p.user_id = m.user_id
             where paid.operation_id = m.operation_id) end, m.fee), '}')
  from moved m left join properties named on named.id = m.property_id`;

/** The figures of each person as the text that is stored, with the cash before and after the month. */
const textsOf = (month: string) => sql`
  select user_id, opening, opening + cents as closing,
         concat('{"month" : "', ${month}::text, '", "openingCashCents" : ', opening, ', "closingCashCents" : ', opening + cents,
           ', "holdings" : [', holdings, '], "movements" : [', movements, ']}') as figures
  from (
    select user_id collate "C" as user_id, coalesce(max(opening), 0) as opening, coalesce(sum(cents), 0)::bigint as cents,
           string_agg(holding, ', ') as holdings, string_agg(movement, ', ') as movements
    from (select * from parts order by user_id collate "C", at, id) in_order
    group by user_id collate "C") written
  -- So that a text is made once, and not again for its hash.
  offset 0`;

/**
 * Issues the statements of these people; skips people who never held cash or shares. Their JSON is concatenated, in the
 * form that Postgres' own functions write, because those take several times as long.
 */
async function issueFor(
  tx: Transaction,
  chunk: IdRange,
  { month, now }: { month: string; now: Date },
): Promise<number> {
  const bounds = monthBounds(month);
  const blocks = await blocksOf(tx, bounds);
  const worth = await valuesOf(tx, chunk, after(bounds.to, -1));
  const [issued] = await rows<{ statements: number }>(
    tx,
    sql`
      with worth as materialized (
        select property_id, concat('{"propertyId" : ', property_id, ', "name" : ', to_json(name), ', "openingShares" : ') as beginning,
               concat(', "perShareCents" : ', per_share, ', "annualYieldBps" : ', yield_bps, '}') as ending
        from ${worth}),
      accounts as materialized (select id from ledger_accounts where ${within(sql`user_id`, chunk)}),
      ends as materialized (select min(id) as first, max(id) as last from accounts),
      moved as materialized (
        select * from (${movementsOf(chunk, bounds, blocks)}) changes where cents <> 0 or shares <> 0),
      earlier as materialized (
        select user_id, closing_cash_cents, figures::json -> 'holdings' as holdings from monthly_statements
        where month = ${monthAfter(month, -1)} and ${within(sql`user_id`, chunk)}),
      held as (${HELD}),
      parts as (${PARTS}),
      texts as (${textsOf(month)}),
      issued as (
        insert into monthly_statements
          (user_id, month, opening_cash_cents, closing_cash_cents, figures, hash, issued_at)
        select user_id, ${month}::text, opening, closing, figures,
               encode(sha256(convert_to(figures, 'UTF8')), 'hex'), ${now.toISOString()}::timestamptz
        from texts
        returning 1)
      select count(*)::int as statements from issued`,
  );
  return present(issued, 'a count').statements;
}
