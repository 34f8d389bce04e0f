import { type SQL, sql } from 'drizzle-orm';
import { holdingKinds } from '#features/ledger/server/index.ts';
import { statementParts, textArray } from '#platform/server/database/columns.ts';
import { jsonRows, rows, type Transaction } from '#platform/server/database/db.ts';
import { cellsOf, holdsShares, propertyRowsOf, stageOf } from './sources.ts';

/** Properties whose figures may have changed, and since when. */
export interface AffectedProperty extends Record<string, unknown> {
  propertyId: number;
  /** The first moment that anything happened, in milliseconds. */
  since: number;
}

/** Few enough that a statement about them stays within the time limit. */
const MAX_STEP_PROPERTIES = 2_000;
/** The same where many purchases of a day may be recomputed of each. */
const MAX_BUSY_PROPERTIES = 100;

/** The last position of the outbox. */
export async function headOfOutbox(tx: Transaction): Promise<number> {
  const [head] = await rows<{ position: number }>(
    tx,
    sql`select position::float8 as position from outbox_head`,
  );
  return head?.position ?? 0;
}

/** Computes the figures of all properties again. The caller has locked the rollups. */
export async function computeAll(tx: Transaction): Promise<void> {
  for (const table of ['property_days', 'days', 'properties', 'investors'])
    await tx.execute(sql.raw(`delete from analytics_${table}`));
  const [newest] = await rows<{ id: number }>(tx, sql`select coalesce(max(id), 0) as id from properties`);
  for (let first = 1; first <= (newest?.id ?? 0); first += MAX_STEP_PROPERTIES) {
    const step = sql`between ${first}::int and ${first + MAX_STEP_PROPERTIES - 1}::int`;
    const some = sql`(select id as property_id, '1970-01-01' as from_day from properties where id ${step})`;
    await addCells(tx, some);
    await writeProperties(tx, some);
    await tx.execute(sql`
      insert into analytics_investors (user_id)
      select distinct h.user_id from ledger_accounts h
      where h.property_id ${step} and h.kind in ${holdingKinds} and h.balance > 0
      on conflict do nothing`);
  }
}

/** Computes the figures of some properties again, from the first day on that something may have changed of them. */
export async function computeAgain(tx: Transaction, affected: readonly AffectedProperty[]): Promise<void> {
  const people = new Set<string>();
  for (const some of statementParts(affected, MAX_BUSY_PROPERTIES)) {
    const found = await rows<{ property_id: number; from_day: string }>(tx, firstDaysOf(some));
    const table = sql`(select * from json_to_recordset(${jsonRows(found)}) as f(property_id int, from_day text))`;
    await removeCells(tx, table);
    await addCells(tx, table);
    await writeProperties(tx, table);
    for (const id of await activeSince(tx, some)) people.add(id);
  }
  await tx.execute(sql`delete from analytics_days where raised_cents = 0 and paid_cents = 0`);
  for (const some of statementParts([...people])) await writeInvestors(tx, some);
}

const recorded = (affected: readonly AffectedProperty[]) =>
  sql`(select "propertyId" as property_id, to_timestamp(since / 1000) as since
       from json_to_recordset(${jsonRows(affected)}) as f("propertyId" int, since float8))`;

/** A refund changes the day of its purchase. */
function firstDaysOf(affected: readonly AffectedProperty[]): SQL {
  return sql`
    select a.property_id, to_char(least(a.since, refunded.bought_at) at time zone 'UTC', 'YYYY-MM-DD') as from_day
    from ${recorded(affected)} a
    cross join lateral (
      select min(i.created_at) as bought_at from investment_refunds r join investments i on i.id = r.investment_id
      where r.property_id = a.property_id and r.at >= a.since) refunded`;
}

async function removeCells(tx: Transaction, affected: SQL): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from analytics_property_days c using ${affected} a
      where c.property_id = a.property_id and c.day >= a.from_day
      returning c.day, c.raised_cents, c.paid_cents)
    insert into analytics_days as d (day, raised_cents, paid_cents)
    select day, -sum(raised_cents), -sum(paid_cents) from gone group by day
    on conflict (day) do update set raised_cents = d.raised_cents + excluded.raised_cents,
      paid_cents = d.paid_cents + excluded.paid_cents`);
}

async function addCells(tx: Transaction, affected: SQL): Promise<void> {
  await tx.execute(sql`
    with added as (
      insert into analytics_property_days (property_id, day, raised_cents, paid_cents) ${cellsOf(affected)}
      returning day, raised_cents, paid_cents)
    insert into analytics_days as d (day, raised_cents, paid_cents)
    select day, sum(raised_cents), sum(paid_cents) from added group by day
    on conflict (day) do update set raised_cents = d.raised_cents + excluded.raised_cents,
      paid_cents = d.paid_cents + excluded.paid_cents`);
}

async function writeProperties(tx: Transaction, affected: SQL): Promise<void> {
  await tx.execute(sql`
    insert into analytics_properties
      (property_id, name, status, valuation_cents, equity_sold_cents, investor_count, yield_bps, raised_cents, stage)
    select f.property_id, f.name, f.status, f.valuation_cents, f.equity_sold_cents, f.investor_count, f.yield_bps,
           raised.cents, ${stageOf(sql`f.stage_once_sold`, sql`raised.cents`)}
    from (${propertyRowsOf(affected)}) f
    cross join lateral (select coalesce(sum(c.raised_cents), 0)::bigint as cents from analytics_property_days c
                        where c.property_id = f.property_id) raised
    on conflict (property_id) do update set name = excluded.name, status = excluded.status,
      valuation_cents = excluded.valuation_cents, equity_sold_cents = excluded.equity_sold_cents,
      investor_count = excluded.investor_count, yield_bps = excluded.yield_bps, raised_cents = excluded.raised_cents,
      stage = excluded.stage`);
}

/** Everyone who bought, sold or was refunded in these properties since. */
async function activeSince(tx: Transaction, affected: readonly AffectedProperty[]): Promise<string[]> {
  const table = recorded(affected);
  const people = await rows<{ id: string }>(
    tx,
    sql`select i.user_id as id from ${table} a join investments i
          on i.property_id = a.property_id and i.created_at >= a.since
        union select r.user_id from ${table} a join investment_refunds r
          on r.property_id = a.property_id and r.at >= a.since
        union select person.id from ${table} a join resale_trades t
          on t.property_id = a.property_id and t.at >= a.since
        cross join lateral (values (t.buyer_id), (t.seller_id)) person (id)`,
  );
  return people.map(({ id }) => id);
}

/** Looks again at whether these people hold a share. */
async function writeInvestors(tx: Transaction, people: readonly string[]): Promise<void> {
  const asked = sql`unnest(${textArray(people)}) as p(id)`;
  await tx.execute(sql`
    delete from analytics_investors using ${asked} where user_id = p.id and not ${holdsShares(sql`p.id`)}`);
  await tx.execute(sql`
    insert into analytics_investors (user_id) select p.id from ${asked} where ${holdsShares(sql`p.id`)}
    on conflict do nothing`);
}

/** Totals by the rollups. */
export const totalsOfRollups: SQL = sql`
  select (count(*) filter (where status = 'approved'))::int as listed_properties,
         (select count(*)::int from analytics_investors) as active_investors,
         (select coalesce(sum(raised_cents), 0)::bigint from analytics_days) as raised_cents,
         coalesce(sum(yield_bps::numeric * raised_cents) filter (where raised_cents > 0), 0) as yield_times_raised,
         count(*)::int as submitted, ${sql.join(
           ['approved', 'sold', 'funded', 'paid_out'].map(
             (name, index) =>
               sql`(count(*) filter (where stage > ${sql.raw(String(index))}))::int as ${sql.identifier(name)}`,
           ),
           sql`, `,
         )}
  from analytics_properties`;

/** Stores the totals with the position that the rollups have reached. */
export async function writeTotals(tx: Transaction, position: number, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into analytics_totals (id, position, followed_at, listed_properties, active_investors, raised_cents,
                                  yield_times_raised, submitted, approved, sold, funded, paid_out)
    select 1, ${position}::bigint, ${now.toISOString()}::timestamptz, t.* from (${totalsOfRollups}) t
    on conflict (id) do update set position = excluded.position, followed_at = excluded.followed_at, listed_properties = excluded.listed_properties,
      active_investors = excluded.active_investors, raised_cents = excluded.raised_cents,
      yield_times_raised = excluded.yield_times_raised, submitted = excluded.submitted, approved = excluded.approved,
      sold = excluded.sold, funded = excluded.funded, paid_out = excluded.paid_out`);
}
