import postgres from 'postgres';
import { newId } from '#kernel/ids.ts';
import { callLoad, type LoadResult } from './load.ts';
import { HOLDER_COUNT, USERS, userId } from './world.ts';

/**
 * The same rows as the product writes, by statements that lock and decide nothing: an upper bound for
 * this database. They go to copies of the product's tables, with their columns, indexes and constraints but no triggers.
 */
const SCHEMA = 'bench_reference';
const COPIED = [
  'investments',
  'ledger_transfers',
  'ledger_accounts',
  'invested_months',
  'idempotency_keys',
  'audit_log',
  'audit_unsealed',
  'outbox_events',
  'outbox_unsequenced',
  'monthly_statements',
];

const PRICE_CENTS = 5_100;
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
      from generate_series(1, ${HOLDER_COUNT}) g
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
  if (written?.payments !== HOLDER_COUNT) throw new Error('the reference has not paid every holder');
  return HOLDER_COUNT / seconds;
}

/** Writes the statements of a month that are issued already by one insert. @returns people per second */
export async function plainStatements(url: string, month: string): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`truncate ${SCHEMA}.monthly_statements`);
  const began = performance.now();
  const written = await sql.unsafe(
    `insert into ${SCHEMA}.monthly_statements select * from public.monthly_statements where month = $1`,
    [month],
  );
  const seconds = (performance.now() - began) / 1000;
  await sql.end();
  if (written.count === 0) throw new Error('no statement was issued');
  return written.count / seconds;
}

/** The rows of one purchase in the product's tables. Changed balances count as rows: Postgres writes each one again. */
function rowsOf(purchase: { buyer: string; property: number; seq: number }) {
  const { buyer, property, seq } = purchase;
  const [id, operation, now] = [newId(), newId(), new Date()];
  const [cash, escrow] = [`user:${buyer}:cash`, `property:${property}:escrow`];
  const [available, held] = [`property:${property}:available`, `user:${buyer}:shares:${property}`];
  const moved = (code: string, debit: string, credit: string, asset: string, amount: number) => ({
    operation_id: operation,
    code,
    debit_account: debit,
    credit_account: credit,
    asset,
    amount,
    at: now,
  });
  const account = (name: string, kind: string, owner: object) => ({
    id: `${name}#${seq}`,
    kind,
    user_id: null,
    property_id: null,
    balance: PRICE_CENTS,
    ...owner,
  });
  return {
    investment: {
      id,
      operation_id: operation,
      user_id: buyer,
      property_id: property,
      shares: 1,
      price_per_share: PRICE_CENTS / 100,
      total_amount: PRICE_CENTS / 100,
      transaction_fee: FEE_CENTS / 100,
      created_at: now,
    },
    transfers: [
      moved('investment', cash, escrow, 'USD', PRICE_CENTS),
      moved('investment_shares', available, held, `SHARE:${property}`, 1),
      moved('processing_fee', cash, escrow, 'USD', FEE_CENTS),
    ],
    balances: [
      account(cash, 'user_cash', { user_id: buyer }),
      account(held, 'user_shares', { user_id: buyer, property_id: property }),
      account(escrow, 'property_escrow', { property_id: property }),
      account(available, 'property_available', { property_id: property }),
    ],
    month: { user_id: buyer, month: `${seq}`, amount_cents: PRICE_CENTS },
    key: {
      actor_id: buyer,
      key: newId(),
      input_hash: id,
      operation_id: operation,
      created_at: now,
    },
    run: {
      operation_id: operation,
      actor_kind: 'user',
      actor_id: buyer,
      subject: `investment:${id}`,
      details: { propertyId: property, shares: 1, totalCents: PRICE_CENTS + FEE_CENTS },
    },
    event: { type: 'investing.invested', user_id: buyer, property_id: property },
  };
}

/** Writes batches of purchases, two at once, table by table. @returns purchases per second */
export async function plainPurchases(
  url: string,
  { seconds, batch, properties }: { seconds: number; batch: number; properties: number },
): Promise<LoadResult> {
  const sql = postgres(url, { max: 2, onnotice: () => undefined, connection: { search_path: SCHEMA } });
  const random = (below: number) => 1 + Math.floor(Math.random() * below);
  const [last] = await sql`select coalesce(max(month::bigint), 0)::int as seq from invested_months`;
  let seq = Number(last?.seq ?? 0);
  const result = await callLoad(2, seconds, async () => {
    const bought = Array.from({ length: batch }, () => {
      seq += 1;
      return rowsOf({ buyer: userId(random(USERS)), property: random(properties), seq });
    });
    const now = new Date();
    const shared = { operation_id: newId(), at: now };
    await sql.begin((tx) => [
      tx`insert into investments ${tx(bought.map(({ investment }) => investment))}`,
      tx`insert into ledger_transfers ${tx(bought.flatMap(({ transfers }) => transfers))}`,
      tx`insert into ledger_accounts ${tx(bought.flatMap(({ balances }) => balances))}`,
      tx`insert into invested_months ${tx(bought.map(({ month }) => month))}`,
      tx`insert into idempotency_keys ${tx(bought.map(({ key }) => key))}`,
      tx`with added as (
           insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details, runs)
           values (${shared.operation_id}, ${shared.at}, 'investing.invest', 'system', 'system:batch', 'batch', '{}',
                   ${tx.json(bought.map(({ run }) => run))}) returning seq)
         insert into audit_unsealed select seq from added`,
      tx`with added as (
           insert into outbox_events (operation_id, type, audience, payload, live_events, at, dispatched_at)
           values (${shared.operation_id}, 'platform.liveEvents', 'viewers', '{}',
                   ${tx.json(bought.map(({ event }) => event))}, ${shared.at}, ${shared.at}) returning id)
         insert into outbox_unsequenced select id from added`,
    ]);
  });
  await sql.end();
  return { ...result, rate: result.rate * batch };
}
