import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SEND_RECEIPTS } from '#features/notifications/server/index.ts';
import { notificationJobs } from '#features/notifications/server/notifications.jobs.ts';
import { present } from '#kernel/assert.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anApprovedProperty, api, aUser, newKey, on, type Person, systemOf } from '../support/actors.ts';
import { eventually } from '../support/eventually.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

let t: PostgresPlatform;
let second: Platform;
let client: postgres.Sql;
let buyer: Person;
let propertyId: number;
beforeAll(async () => {
  t = await postgresPlatform();
  second = await t.another();
  client = postgres(t.url, { max: 2, onnotice: () => undefined });
});
beforeEach(async () => {
  buyer = await aUser(t.platform, { cash: 2_000_000 });
  ({ id: propertyId } = await anApprovedProperty(t.platform, { shares: 10_000, price: 1_000 }));
  await send(t.platform);
});
afterAll(async () => {
  await client.end();
  await t.close();
});

const handler = present(notificationJobs.handlers[SEND_RECEIPTS], 'the job that sends receipts');

/** Sends receipts on one server until there is nothing left to send. */
async function send(platform: Platform): Promise<void> {
  while (await handler(systemOf(platform), {}));
}

const buy = (person: Person) => api(person).investing.invest({ propertyId, shares: 1, requestId: newKey() });

async function countOf(person: Person, title: string): Promise<number> {
  const [found] = await client<{ count: number }[]>`
    select count(*)::int as count from notifications where user_id = ${person.id} and title = ${title}`;
  return found?.count ?? 0;
}
const purchases = () => countOf(buyer, 'Purchase completed');

test('two servers that send receipts while people buy and sell send each once', async () => {
  const many = 60;
  const seller = await aUser(t.platform, { cash: 2_000_000 });
  await api(seller).investing.invest({ propertyId, shares: many, requestId: newKey() });
  const listings = await Promise.all(
    Array.from({ length: many / 2 }, () =>
      api(seller).resale.openListing({
        propertyId,
        shares: 1,
        pricePerShareCents: 1_000,
        requestId: newKey(),
      }),
    ),
  );
  let selling = true;
  const senders = [t.platform, second, t.platform, second].map(async (platform) => {
    while (selling) await send(platform);
  });
  const both = [buyer, on(second, buyer)];
  await Promise.all([
    ...Array.from({ length: many }, (_, at) => buy(present(both[at % 2], 'a server'))),
    ...listings.map(({ id: listingId }, at) =>
      api(present(both[at % 2], 'a server')).resale.buyShares({
        listingId,
        shares: 1,
        expectedTotalCents: 1_000,
        requestId: newKey(),
      }),
    ),
  ]);
  selling = false;
  await Promise.all(senders);
  await eventually(async () => {
    await send(second);
    return (await purchases()) >= many + listings.length;
  });
  await Promise.all([send(t.platform), send(second)]);
  expect([await purchases(), await countOf(seller, 'Shares sold')]).toEqual([
    many + listings.length,
    listings.length,
  ]);
});

test('a server that is lost while it sends receipts leaves them to another one, which sends each once', async () => {
  for (let purchase = 0; purchase < 3; purchase += 1) await buy(buyer);
  await client.begin(async (tx) => {
    await tx`lock table notifications in access exclusive mode`;
    const lost = send(t.platform).then(
      () => 'sent',
      () => 'lost',
    );
    await eventually(async () => {
      const ended = await client`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike '%insert into notifications%'`;
      return ended.length > 0;
    });
    expect(await lost).toBe('lost');
  });
  expect(await purchases()).toBe(0);
  await eventually(async () => {
    await Promise.all([send(t.platform), send(second)]);
    return (await purchases()) > 0;
  });
  await send(second);
  expect(await purchases()).toBe(3);
});

test('a purchase that commits late gets its receipt, and holds up no other one', async () => {
  await buy(buyer);
  await client.begin(async (late) => {
    const [operation] = await late`select gen_random_uuid() as id`;
    await late`
      insert into investments
      select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'operation_id', ${operation?.id}::uuid))).*
      from investments i where user_id = ${buyer.id}`;
    await late`
      with added as (
        insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
        values (${operation?.id}, now(), 'investing.invest', 'user', ${buyer.id}, 'test', '{}') returning seq)
      insert into audit_unsealed select seq from added`;
    await buy(buyer);
    await Promise.all([send(t.platform), send(second)]);
    expect(await purchases()).toBe(2);
  });
  await send(second);
  expect(await purchases()).toBe(3);
});
