import postgres from 'postgres';
import { present } from '#kernel/assert.ts';
import { newId } from '#kernel/ids.ts';
import { callLoad, type LoadResult } from './load.ts';
import { HOLDERS, USERS, userId } from './world.ts';

/**
 * The same rows as the product writes, by statements that lock and decide nothing: the most that this database can
 * write. They go to copies of the product's tables, with their columns, indexes and constraints but no triggers.
 */
const SCHEMA = 'bench_reference';
const COPIED = [
  'investments',
  'ledger_transfers',
  'ledger_accounts',
  'invested_months',
  'idempotency_keys',
  'audit_log',
  'outbox_events',
];

const PROPERTY_PRICE_CENTS = 5_100;
const FEE_CENTS = 51;

/** Makes the copies, with the holders' cash accounts, once. */
export async function preparePlainWrites(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const [there] = await sql`select to_regnamespace(${SCHEMA}) is not null as done`;
  if (!there?.done) {
    await sql.unsafe(`create schema ${SCHEMA}`);
    for (const table of COPIED) {
      await sql.unsafe(`create table ${SCHEMA}.${table} (like public.${table} including all)`);
    }
    await sql.unsafe(`insert into ${SCHEMA}.ledger_accounts (id, kind, user_id, balance)
      select id, kind, user_id, balance from public.ledger_accounts where kind = 'user_cash'`);
    await sql.unsafe(`vacuum analyze ${SCHEMA}.ledger_accounts`);
  }
  await sql.end();
}

/** Credits every holder and records a transfer for each by one statement. @returns payments per second */
export async function plainPayments(url: string): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const began = performance.now();
  const [written] = await sql.unsafe(`
    with due as materialized (
      select 'user:bench-user-' || g || ':cash' as id, 'bench-user-' || g as user_id, 1 + g % 3 * 100 as cents
      from generate_series(1, ${HOLDERS}) g
    ), credited as (
      insert into ${SCHEMA}.ledger_accounts as a (id, kind, user_id, balance)
      select id, 'user_cash', user_id, cents from due
      on conflict (id) do update set balance = a.balance + excluded.balance
    ), entered as (
      insert into ${SCHEMA}.ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
      select '${newId()}', 'distribution', 'property:1:payable', id, 'USD', cents, now() from due
      returning 1
    )
    select count(*)::int as payments from entered`);
  const seconds = (performance.now() - began) / 1000;
  await sql.end();
  if (written?.payments !== HOLDERS) throw new Error('the reference has not paid every holder');
  return HOLDERS / seconds;
}

const PURCHASES = `
  with bought as materialized (
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::text[])
      as b(id, operation_id, user_id, property_id, key)
  ), purchases as (
    insert into ${SCHEMA}.investments
      (id, operation_id, user_id, property_id, shares, price_per_share, total_amount, transaction_fee, created_at)
    select id, operation_id, user_id, property_id, 1, ${PROPERTY_PRICE_CENTS / 100}, ${PROPERTY_PRICE_CENTS / 100},
           ${FEE_CENTS / 100}, now() from bought
  ), transfers as (
    insert into ${SCHEMA}.ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
    select b.operation_id, m.code, m.debit, m.credit, m.asset, m.amount, now()
    from bought b cross join lateral (values
      ('investment', 'user:' || user_id || ':cash', 'property:' || property_id || ':escrow', 'USD',
       ${PROPERTY_PRICE_CENTS}),
      ('investment_shares', 'property:' || property_id || ':available',
       'user:' || user_id || ':shares:' || property_id, 'SHARE:' || property_id, 1),
      ('processing_fee', 'user:' || user_id || ':cash', 'property:' || property_id || ':escrow', 'USD', ${FEE_CENTS})
    ) m(code, debit, credit, asset, amount)
  ), holdings as (
    insert into ${SCHEMA}.ledger_accounts as a (id, kind, user_id, property_id, balance)
    select distinct on (1) 'user:' || user_id || ':shares:' || property_id, 'user_shares', user_id, property_id, 1
    from bought order by 1
    on conflict (id) do update set balance = a.balance + excluded.balance
  ), months as (
    insert into ${SCHEMA}.invested_months as m (user_id, month, amount_cents)
    select distinct on (1) user_id, '2026-01', ${PROPERTY_PRICE_CENTS} from bought order by 1
    on conflict (user_id, month) do update set amount_cents = m.amount_cents + excluded.amount_cents
  ), keys as (
    insert into ${SCHEMA}.idempotency_keys (actor_id, key, input_hash, operation_id, created_at)
    select user_id, key, md5(key), operation_id, now() from bought
  ), audit as (
    insert into ${SCHEMA}.audit_log (operation_id, at, action, actor_kind, actor_id, subject, details, runs)
    select $6::uuid, now(), 'investing.invest', 'system', 'system:batch', 'batch', '{}', $7::json
  )
  insert into ${SCHEMA}.outbox_events (operation_id, type, audience, payload, live_events, at, dispatched_at)
  values ($6::uuid, 'platform.liveEvents', 'viewers', '{}', $8::json, now(), now())`;

/** Writes batches of purchases, two at once, and counts purchases per second. */
export async function plainPurchases(
  url: string,
  { seconds, batch, properties }: { seconds: number; batch: number; properties: number },
): Promise<LoadResult> {
  const sql = postgres(url, { max: 2, onnotice: () => undefined });
  const random = (below: number) => 1 + Math.floor(Math.random() * below);
  const result = await callLoad(2, seconds, async () => {
    const bought = Array.from({ length: batch }, () => {
      const buyer = userId(random(USERS));
      return { id: newId(), operation: newId(), buyer, property: random(properties), key: newId() };
    }).sort((one, other) => one.buyer.localeCompare(other.buyer));
    const runs = bought.map(({ id, operation, buyer, property }) => ({
      operation_id: operation,
      actor_kind: 'user',
      actor_id: `user:${buyer}`,
      subject: `investment:${id}`,
      details: { propertyId: property, shares: 1, totalCents: PROPERTY_PRICE_CENTS + FEE_CENTS },
    }));
    const events = bought.map(({ buyer, property }) => ({
      type: 'investing.invested',
      user_id: buyer,
      property_id: property,
    }));
    await sql.unsafe(
      PURCHASES,
      [
        bought.map(({ id }) => id),
        bought.map(({ operation }) => operation),
        bought.map(({ buyer }) => buyer),
        bought.map(({ property }) => property),
        bought.map(({ key }) => key),
        present(bought[0], 'a purchase').key,
        JSON.stringify(runs),
        JSON.stringify(events),
      ],
      { prepare: true },
    );
  });
  await sql.end();
  return { ...result, rate: result.rate * batch };
}
