import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invariants } from '#app/server/slices.ts';
import { verify } from '#app/server/verify.ts';
import { openReadOnlyPostgres } from '#platform/server/adapters/database/read-only-postgres.ts';
import { driftOf } from '#platform/server/verification/invariants.ts';
import { anApprovedProperty, api, aUser, newKey, type Person } from '../support/actors.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

let product: PostgresPlatform;

beforeAll(async () => {
  product = await postgresPlatform();
});

afterAll(() => product?.close());

test('verify beside a busy system sees whole operations only, and writes nothing', async () => {
  const { platform, url } = product;
  const { id: propertyId } = await anApprovedProperty(platform, { shares: 10_000 });
  const buyers: Person[] = [];
  for (let count = 0; count < 4; count += 1) buyers.push(await aUser(platform, { cash: 9_000_000 }));
  let busy = true;
  const buying = buyers.map(async (buyer) => {
    for (; busy; await api(buyer).investing.invest({ propertyId, shares: 1, requestId: newKey() }));
  });
  const database = openReadOnlyPostgres(url);
  const seen: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const findings = await verify(database.db);
    expect(findings.flatMap(({ drifts }) => drifts)).toEqual([]);
    seen.push(findings.find(({ invariant }) => invariant.startsWith('an investment matches'))?.checked ?? 0);
  }
  busy = false;
  await Promise.all(buying);
  expect(seen.at(-1)).toBeGreaterThan(seen[0] ?? 0);
  await expect(database.db.execute('delete from outbox_events')).rejects.toThrow();
  await database.close();
});

const BUSY_ROWS = 20_000;

/** Orders, trades and receipts of one person and property, and payouts of as many; what they say need not be sound. */
const busyProperty = [
  `insert into resale_orders
     (id, operation_id, property_id, user_id, side, price_per_share, shares, shares_left, status, opened_at, expires_at)
   select gen_random_uuid(), gen_random_uuid(), 1, 'ada', side, case side when 'ask' then 101 else 100 end, 1, 1,
          'open', now(), now() + interval '30 days'
   from generate_series(1, ${BUSY_ROWS}) n, (values ('ask'), ('bid')) sides (side)`,
  `insert into resale_trades
     (id, operation_id, property_id, listing_id, bid_id, seller_id, buyer_id, shares, price_per_share, amount, fee, at)
   select gen_random_uuid(), gen_random_uuid(), 1, id, gen_random_uuid(), 'ada', 'ben', 1, 101, 101, 1, now()
   from resale_orders where side = 'ask'`,
  `insert into lot_disposals
     (trade_id, lot_id, user_id, property_id, shares, cost, proceeds, acquired_at, disposed_at)
   select id, id, buyer_id, property_id, 1, 102, 101, at, at + n * interval '1 second'
   from (select *, row_number() over () as n from resale_trades) t`,
  `insert into wash_sale_adjustments
     (trade_id, lot_id, replacement_lot_id, user_id, property_id, shares, disallowed, recorded_at)
   select trade_id, lot_id, lead(lot_id, 1, lot_id) over (order by disposed_at), user_id, property_id, 1, 1, now()
   from lot_disposals`,
  `insert into stored_files (id, user_id, purpose, name, media_type, size, status, created_at)
   select gen_random_uuid(), 'ada', 'receipt', n::text, 'application/pdf', 1, 'stored', now()
   from generate_series(1, ${BUSY_ROWS}) n`,
  `insert into report_drafts (property_id, month, version, entries, imports, saved_at)
   select name::int / 10, '2026-10', '', jsonb_agg(jsonb_build_object('receiptId', id, 'line', 'rent')), '[]', now()
   from stored_files where purpose = 'receipt' group by 1`,
  `insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
   select gen_random_uuid(), now(), action, 'system', 'test', 'property:' || n, details
   from generate_series(1, ${BUSY_ROWS}) n,
        (values ('properties.setStatus', '{"status": "approved"}'::jsonb),
                ('offerings.releaseEscrow', '{"proceedsCents": 1}')) steps (action, details)
   order by action desc, n`,
];

const busyInvariants = [
  'no book is crossed: orders that could have traded with each other have',
  'what is gone of an order is what it traded',
  'a loss that was moved is one of its sale, and went to shares bought within 30 days that replace no others',
  'a stored receipt is the receipt of an entry, reported or in a draft',
  'money left escrow for the owner only while the property was approved and no hold was on it',
];

test('20,000 orders, trades, wash sales, receipts and payouts are verified without comparing each with each', async () => {
  class RolledBack extends Error {}
  const run = product.platform.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of busyProperty) await tx.execute(sql.raw(statement));
    await tx.execute(sql`analyze`);
    await tx.execute(sql`set local statement_timeout = '30s'`);
    for (const name of busyInvariants) {
      const invariant = invariants.find((one) => one.name === name);
      if (!invariant) throw new Error(`There is no invariant "${name}".`);
      await driftOf(tx, invariant);
    }
    throw new RolledBack();
  });
  await expect(run).rejects.toThrow(RolledBack);
});
