import { eq, type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '#db/schema/platform.ts';
import { DAY } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  newKey,
  on,
  type Person,
} from '#tests/support/actors.ts';
import { backupOf, restoreInto } from '#tests/support/backups.ts';
import { expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';
import { type TestClock, testClock } from '#tests/support/ports.ts';

type World = TestPlatform & { clock: TestClock };

const BUYERS = 6;
const ROUNDS = 16;
const env = { INVEST_LIMIT_MONTHLY_CENTS: '100000', INVEST_LIMIT_ANNUAL_CENTS: '0' };
/** Both worlds have the same people, offerings and moments; in one of them purchases go one at a time. */
let batched: World;
let single: World;
let buyers: Person[];
let offerings: number[];

beforeAll(async () => {
  const start = new Date();
  const platform = () => testPlatform({ env, clock: testClock(start, 0) });
  batched = await platform();
  single = await platform();
  const admin = await anAdmin(batched.platform);
  const owner = await aUser(batched.platform);
  buyers = [];
  for (let n = 0; n < BUYERS; n += 1) buyers.push(await aUser(batched.platform, { cash: 150_000 * (1 + n) }));
  const offered = { owner, admin };
  const [large, expensive, small, pending] = [
    await anApprovedProperty(batched.platform, { shares: 5_000, price: 333, ...offered }),
    await anApprovedProperty(batched.platform, { shares: 400, price: 9_999, ...offered }),
    await anApprovedProperty(batched.platform, { shares: 60, price: 100, ...offered }),
    await aPendingProperty(batched.platform, { owner }),
  ];
  offerings = [large.id, expensive.id, small.id, pending.id];
  await restoreInto(single.platform.db, await backupOf(batched.platform.db));
});
afterAll(() => Promise.all([batched.close(), single.close()]));

interface Order {
  buyer: number;
  shares: number;
  /** Repeats an earlier order, counted back from this one, as it was or with other shares. */
  again: { back: number; changed: boolean } | null;
}

const order = fc.record<Order>({
  buyer: fc.nat(BUYERS - 1),
  shares: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }) },
    fc.integer({ min: 9, max: 600 }),
  ),
  again: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    fc.record({ back: fc.integer({ min: 1, max: 40 }), changed: fc.boolean() }),
  ),
});

/** One bought, sent again, and again with other shares; one for more than there are, one over the limit of a month. */
const FIRST_BATCH: Order[] = [
  { buyer: 5, shares: 1, again: null },
  { buyer: 5, shares: 1, again: { back: 1, changed: false } },
  { buyer: 5, shares: 1, again: { back: 1, changed: true } },
  { buyer: 5, shares: 6_000, again: null },
  { buyer: 5, shares: 400, again: null },
];

/** The rows that purchases write, in the order of their insertion. */
const written: Record<string, SQL> = {
  purchases: sql`select * from investments order by ctid`,
  transfers: sql`select operation_id, code, debit_account, credit_account, asset, amount::text, at
    from ledger_transfers order by id`,
  balances: sql`select id, kind, user_id, property_id, balance::text from ledger_accounts order by id`,
  months: sql`select * from invested_months order by user_id, month`,
  keys: sql`select * from idempotency_keys order by key, actor_id`,
  audit: sql`select action, operation_id, actor_kind, actor_id, subject, details, at
    from (select *, row_number() over () as ordinal from audit_runs) runs order by seq, ordinal`,
  events: sql`select e.type, e.user_id, e.property_id, o.at, o.dispatched_at from outbox_events o
    cross join lateral rows from (json_to_recordset(coalesce(o.live_events,
      json_build_array(json_build_object('type', o.type, 'user_id', o.user_id, 'property_id', o.property_id))))
      as (type text, user_id text, property_id int)) with ordinality as e(type, user_id, property_id, ordinal)
    order by o.id, e.ordinal`,
};

/** What is equal of both: what was newly made is called by the place where it first comes. */
function named(found: unknown): unknown {
  const names = new Map<string, string>();
  const text = JSON.stringify(found).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    if (!names.has(id)) names.set(id, `#${names.size}`);
    return names.get(id) ?? id;
  });
  return JSON.parse(text);
}

async function allWrittenIn({ platform: { db } }: TestPlatform): Promise<unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, statement] of Object.entries(written)) found[name] = await rows(db, statement);
  return found;
}

const auditRowsOf = ({ platform: { db } }: TestPlatform) =>
  db.$count(auditLog, eq(auditLog.action, 'investing.invest'));

type Answer = Awaited<ReturnType<typeof send>>;

interface SentPurchase {
  buyer: number;
  input: { propertyId: number; shares: number; requestId: string };
}

const send = (world: TestPlatform, { buyer, input }: SentPurchase) =>
  api(on(world.platform, buyers[buyer] as Person))
    .investing.invest(input)
    .catch(async (error: Error) => `${await refusalOf(Promise.reject(error))}: ${error.message}`);

test('a batch of purchases gives the same answers and rows as the same purchases one by one', async () => {
  const sent: SentPurchase[] = [];
  const bought = new Set<string>();
  const ends = new Set<string>();
  let rounds = 0;
  let batches = 0;

  function ask({ buyer, shares, again }: Order, propertyId: number): SentPurchase {
    const before = again === null ? undefined : sent.at(-again.back);
    const asked = before ?? { buyer, input: { propertyId, shares, requestId: newKey() } };
    sent.push(asked);
    if (!before || !again?.changed) return asked;
    return { ...asked, input: { ...asked.input, shares: asked.input.shares + 1 } };
  }

  function endOf(answer: Answer): string {
    if (typeof answer === 'string') return answer.split(':')[0] as string;
    if (bought.has(answer.id)) return 'replayed';
    bought.add(answer.id);
    return 'bought';
  }

  const round = async (orders: readonly Order[]) => {
    const propertyId = offerings[rounds++ % offerings.length] as number;
    for (const { clock } of [batched, single]) clock.advance(31 * DAY);
    const asked = orders.map((one) => ask(one, propertyId));
    const answeredTogether = await Promise.all(asked.map((one) => send(batched, one)));
    const answeredAlone: Answer[] = [];
    for (const one of asked) answeredAlone.push(await send(single, one));
    expect(named([answeredTogether, await allWrittenIn(batched)])).toEqual(
      named([answeredAlone, await allWrittenIn(single)]),
    );
    const endedSo = answeredTogether.map(endOf);
    for (const end of endedSo) ends.add(end);
    if (endedSo.includes('bought')) batches += 1;
  };

  const orders = fc.array(order, { minLength: 1, maxLength: 60, size: 'max' });
  await fc.assert(fc.asyncProperty(orders, round), {
    numRuns: ROUNDS,
    endOnFailure: true,
    examples: [[FIRST_BATCH]],
  });
  expect([...ends]).toEqual(
    expect.arrayContaining([
      'bought',
      'replayed',
      'KEY_REUSED',
      'NOT_ENOUGH_SHARES',
      'MONTHLY_LIMIT',
      'PROPERTY_NOT_FOUND',
    ]),
  );
  expect(await auditRowsOf(batched)).toBe(batches);
  expect(await auditRowsOf(single)).toBe(bought.size);
  await expectBooksBalance(batched.platform);
  await expectBooksBalance(single.platform);
});
