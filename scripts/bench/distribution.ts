import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { rebuildRollups } from '#features/analytics/server/index.ts';
import {
  distributionIdOf,
  monthsOf,
  noLines,
  quarterOf,
} from '#features/distributions/distributions.rules.ts';
import { approve, reportMonth } from '#features/distributions/server/index.ts';
import { quotePurchase } from '#features/investing/investing.rules.ts';
import { newId } from '#kernel/ids.ts';
import { toDecimal } from '#kernel/money.ts';
import { monthAfter, monthOf, monthStart } from '#kernel/months.ts';
import { after, DAY } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { as, HOLDER_COUNT, NOW, ownerOf, PROPERTIES } from './world.ts';

const PROPERTY = PROPERTIES - 1;
const PRICE_CENTS = 100 * (50 + (PROPERTY % 100));
const OWNER = ownerOf(PROPERTY);
/** Holds nothing, as nobody approves what pays them. */
const ADMIN = 'bench-admin';
const QUARTERS = 20;
const MONTHLY_RENT_CENTS = 100_000_000;
const LONGEST_MS = 120_000;

/** The first month that is reported: early enough for a quarter in each round, and for every day of payment to be over. */
const firstMonth = (now: Date) => {
  const [first = ''] = monthsOf(quarterOf(monthOf(now)));
  return monthAfter(first, -3 * (QUARTERS + 1));
};

/** Gives one property a hundred thousand holders of one to three shares, as if they had bought them in its first month. */
export async function addHolders(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const there = await rows(db, sql`select 1 from investments where property_id = ${PROPERTY} limit 1`);
  if (there.length > 0) return;
  const month = firstMonth(clock.now());
  const approvedAt = monthStart(month).toISOString();
  await db.execute(sql`
    insert into users (id, email, first_name, last_name, password_hash, created_at, updated_at)
    values (${ADMIN}, 'bench-admin@commonhold.test', 'Bench', 'Admin', 'none', ${NOW}, ${NOW})`);
  const at = after(monthStart(month), DAY).toISOString();
  await db.execute(
    sql`update properties set approved_at = ${approvedAt}::timestamptz where id = ${PROPERTY}`,
  );
  await db.execute(sql`update offerings set status = 'funded', deadline = null, closed_at = ${at}::timestamptz
    where property_id = ${PROPERTY}`);
  for (const shares of [1, 2, 3]) {
    const { amountCents, feeCents } = quotePurchase(shares, PRICE_CENTS);
    await db.execute(sql`
      with bought as (
        insert into investments (id, operation_id, user_id, property_id, shares, price_per_share, total_amount,
                                 transaction_fee, created_at)
        select gen_random_uuid(), gen_random_uuid(), 'bench-user-' || g, ${PROPERTY}::int, ${shares}::int,
               ${toDecimal(PRICE_CENTS)}::numeric, ${toDecimal(amountCents)}::numeric,
               ${toDecimal(feeCents)}::numeric, ${at}::timestamptz
        from generate_series(1, ${HOLDER_COUNT}::int) g where 1 + g % 3 = ${shares}::int
        returning *
      ), moved as (
        insert into ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
        select b.operation_id, m.code, m.debit, m.credit, m.asset, m.amount, b.created_at
        from bought b
        cross join lateral (values
          ('investment', 'user:' || user_id || ':cash', 'property:' || property_id || ':escrow', 'USD',
           ${amountCents}::bigint),
          ('processing_fee', 'user:' || user_id || ':cash', 'property:' || property_id || ':escrow', 'USD',
           ${feeCents}::bigint),
          ('investment_shares', 'property:' || property_id || ':available',
           'user:' || user_id || ':shares:' || property_id, 'SHARE:' || property_id, ${shares}::bigint)
        ) m(code, debit, credit, asset, amount)
      ), paid as (
        update ledger_accounts a set balance = a.balance - ${amountCents + feeCents}::bigint
        from bought b where a.id = 'user:' || b.user_id || ':cash'
      ), taken as (
        update ledger_accounts set balance = balance - (select sum(shares) from bought)
        where id = 'property:' || ${PROPERTY}::int || ':available'
      ), held as (
        insert into ledger_accounts (id, kind, user_id, property_id, balance)
        select 'user:' || user_id || ':shares:' || property_id, 'user_shares', user_id, property_id, shares from bought
      ), escrowed as (
        insert into ledger_accounts as a (id, kind, property_id, balance)
        select 'property:' || ${PROPERTY}::int || ':escrow', 'property_escrow', ${PROPERTY}::int,
               count(*) * ${amountCents + feeCents}::bigint
        from bought
        on conflict (id) do update set balance = a.balance + excluded.balance
      ), counted as (
        insert into invested_months (user_id, month, amount_cents)
        select user_id, ${month}, ${amountCents}::bigint from bought
      ), audited as (
        insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
        select operation_id, created_at, 'bench.seed', 'system', 'system:bench', 'investment:' || id, '{}' from bought
        returning seq
      )
      insert into audit_unsealed (seq) select seq from audited`);
  }
  // The holdings above were written without events, so the rollups are computed from the tables.
  await rebuildRollups(platform);
}

/** Reports the next quarter of the property and waits until the server has prepared its statement. */
export async function prepareNextQuarter(platform: Platform): Promise<string> {
  const [last] = await rows<{ month: string | null }>(
    platform.db,
    sql`select max(month) as month from rent_reports where property_id = ${PROPERTY}`,
  );
  const first = last?.month ? monthAfter(last.month) : firstMonth(platform.clock.now());
  const quarter = quarterOf(first);
  for (const month of monthsOf(quarter)) {
    // The report is in time: a late one would notify all holders during the measured payments.
    const reported = after(monthStart(month, 1), DAY);
    await reportMonth(as({ ...platform, clock: { now: () => reported } }, OWNER), {
      propertyId: PROPERTY,
      month,
      lines: { ...noLines, rentCents: MONTHLY_RENT_CENTS },
      requestId: newId(),
    });
  }
  const id = distributionIdOf(PROPERTY, quarter);
  await statusReached(platform, id, 'prepared');
  return id;
}

/** Approves a statement and waits until the server has paid every holder. @returns payments per second */
export async function payOut(platform: Platform, id: string): Promise<number> {
  const [statement] = await rows<{ net: string; holders: number; preparedAt: number }>(
    platform.db,
    sql`select (net * 100)::bigint::text as net, holders, (extract(epoch from prepared_at) * 1000)::float8 as "preparedAt" from distributions where id = ${id}`,
  );
  if (statement?.holders !== HOLDER_COUNT) throw new Error(`${id} has ${statement?.holders} holders`);
  const expectedNetCents = Number(statement.net);
  const preparedAt = new Date(statement.preparedAt).toISOString();
  await approve(as(platform, ADMIN, 'admin'), { id, expectedNetCents, preparedAt, requestId: newId() });
  const began = performance.now();
  await statusReached(platform, id, 'paid');
  return HOLDER_COUNT / ((performance.now() - began) / 1000);
}

async function statusReached(platform: Platform, id: string, status: 'prepared' | 'paid'): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  while (performance.now() < until) {
    const found = await rows(
      platform.db,
      sql`select 1 from distributions where id = ${id} and status = ${status}`,
    );
    if (found.length > 0) return;
    await sleep(10);
  }
  throw new Error(`${id} was not ${status} within ${LONGEST_MS / 1000} seconds`);
}
