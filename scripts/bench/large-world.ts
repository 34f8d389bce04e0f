import { sql } from 'drizzle-orm';
import { rebuildRollups } from '#features/analytics/server/index.ts';
import { grantAdmin } from '#features/identity/server/index.ts';
import { createSession } from '#features/identity/server/sessions/sessions.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { fillLists, landlordOf, MEMBER } from './list-world.ts';
import type { ListReader } from './lists.ts';
import { fullSize, HOLDER_COUNT, PROPERTIES, USERS, userId } from './world.ts';

/** Purchases that are written by one statement. */
const CHUNK = 250_000;
const TRANSFERS_OF_A_PURCHASE = 3;
/** People who bought in advance: the holders after those who buy in the rows, and after the owners. */
const FIRST_BUYER = USERS + 1_001;
const BUYERS = HOLDER_COUNT - FIRST_BUYER + 1;
/** Properties that one of them buys shares of, again and again. */
const PROPERTIES_OF_A_BUYER = 10;
/** Age of the oldest purchases. */
const DAYS = 730;
/** The last property is sold out. */
const BOUGHT_PROPERTIES = PROPERTIES - 1;

const literal = (value: number) => sql.raw(String(value));

/** Purchases by their number, with what they moved: 2.5% of the amount is the fee. */
const purchases = (first: number, last: number) => sql`
  select n, gen_random_uuid() as operation, 'bench-user-' || buyer as user_id, p.id as property_id, 1 + n % 5 as shares,
         p.price_per_share as price, (1 + n % 5) * p.price_per_share as amount,
         round((1 + n % 5) * p.price_per_share * 0.025, 2) as fee,
         now() - (n * 37 % ${literal(DAYS)}) * interval '1 day' as at
  from (select n, ${literal(FIRST_BUYER)} + n % ${literal(BUYERS)} as buyer,
               1 + (n % ${literal(BUYERS)} * 131 + n / ${literal(BUYERS)} % ${literal(PROPERTIES_OF_A_BUYER)} * 9973)
                 % ${literal(BOUGHT_PROPERTIES)} as property_id
        from generate_series(${literal(first)}, ${literal(last)}) n) drawn
  join properties p on p.id = drawn.property_id`;

const writeChunk = (first: number, last: number) => sql`
  with bought as materialized (${purchases(first, last)}),
  invested as (
    insert into investments (id, operation_id, user_id, property_id, shares, price_per_share, total_amount,
                             transaction_fee, created_at)
    select gen_random_uuid(), operation, user_id, property_id, shares, price, amount, fee, at from bought)
  insert into ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
  select operation, 'investment', 'user:' || user_id || ':cash', 'property:' || property_id || ':escrow', 'USD',
         amount * 100, at from bought
  union all
  select operation, 'investment_shares', 'property:' || property_id || ':available',
         'user:' || user_id || ':shares:' || property_id, 'SHARE:' || property_id, shares, at from bought
  union all
  select operation, 'processing_fee', 'user:' || user_id || ':cash', 'property:' || property_id || ':escrow', 'USD',
         fee * 100, at from bought`;

/** Brings the balances to what the purchases of these buyers left. */
const balances = [
  sql`insert into ledger_accounts (id, kind, user_id, property_id, balance)
      select 'user:' || user_id || ':shares:' || property_id, 'user_shares', user_id, property_id, sum(shares)
      from bench_bought group by user_id, property_id`,
  sql`insert into ledger_accounts as a (id, kind, property_id, balance)
      select 'property:' || property_id || ':escrow', 'property_escrow', property_id,
             sum(total_amount + transaction_fee) * 100
      from bench_bought group by property_id
      on conflict (id) do update set balance = a.balance + excluded.balance`,
  sql`update ledger_accounts a set balance = a.balance - b.shares
      from (select property_id, sum(shares) as shares from bench_bought group by property_id) b
      where a.id = 'property:' || b.property_id || ':available'`,
  sql`update ledger_accounts a set balance = a.balance - b.cents
      from (select user_id, sum(total_amount + transaction_fee) * 100 as cents from bench_bought group by user_id) b
      where a.id = 'user:' || b.user_id || ':cash'`,
];

/**
 * Adds purchases until the ledger has this many transfers, then counts the rollups from nothing. The purchases have no
 * audit rows: what is measured here reads none.
 */
export async function growWorld({
  platform,
  transfers,
}: {
  platform: Platform;
  transfers: number;
}): Promise<void> {
  const { db } = platform;
  const began = performance.now();
  const [there] = await rows<{ many: number }>(
    db,
    sql`select count(*)::float8 as many from ledger_transfers`,
  );
  const many = Math.max(0, Math.ceil((transfers - (there?.many ?? 0)) / TRANSFERS_OF_A_PURCHASE));
  for (let first = 1; first <= many; first += CHUNK)
    await db.execute(writeChunk(first, Math.min(many, first + CHUNK - 1)));
  const buyers = sql.raw(`(${FIRST_BUYER} <= substr(user_id, ${userId(0).length})::int)`);
  await db.execute(sql`create view bench_bought as select * from investments where ${buyers}`);
  for (const statement of balances) await db.execute(statement);
  await db.execute(sql`drop view bench_bought`);
  await fillLists(platform, LISTED);
  const grown = performance.now();
  await rebuildRollups(platform);
  await db.execute(sql`vacuum analyze`);
  const seconds = (from: number) => Math.round((performance.now() - from) / 1000);
  console.log(
    `${many.toLocaleString('en-US')} purchases in ${seconds(began) - seconds(grown)} s; rollups counted from nothing in ${seconds(grown)} s.`,
  );
}

/** Rows of each list. */
export const LISTED = 10_000;

/** Session cookies of those whose lists are read. */
export async function readersOfLists(platform: Platform): Promise<Record<ListReader, string>> {
  const session = async (id: string) =>
    (await createSession(platform.db, { userId: id, device: 'benchmark', now: new Date() })).token;
  return {
    admin: await session(await anAdmin(platform)),
    member: await session(MEMBER),
    landlord: await session(landlordOf(fullSize)),
  };
}

/** Someone who is an admin by the command of operators. */
export async function anAdmin(platform: Platform): Promise<string> {
  const id = 'bench-admin';
  const email = 'bench-admin@commonhold.test';
  await platform.db.execute(sql`
    insert into users (id, email, first_name, last_name, email_confirmed_at, created_at, updated_at)
    values (${id}, ${email}, 'Bench', 'Admin', now(), now(), now())`);
  await grantAdmin({ platform, caller: { actor: systemActor('bench') } }, { email });
  return id;
}
