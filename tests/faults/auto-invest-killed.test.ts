import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { allocateShares } from '#features/auto-invest/allocation.rules.ts';
import type { AutoInvestSettings } from '#features/auto-invest/auto-invest.contract.ts';
import { defaultSettings, SKIP_MS } from '#features/auto-invest/auto-invest.rules.ts';
import { groupBy } from '#kernel/group-by.ts';
import { HOUR } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import { anAdmin, anApprovedProperty, api, aUser } from '../support/actors.ts';
import { type BuiltServer, killServers } from '../support/built-server.ts';
import { expectBooksBalance } from '../support/checks.ts';
import { eventually } from '../support/eventually.ts';
import { inParallel } from '../support/in-parallel.ts';
import { freshDatabase, type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { isRelease, size } from '../support/sizes.ts';
import { send } from './load.ts';
import { startServer } from './server-process.ts';

const INVESTORS = size('autoInvestors');
const APPROVALS = size('autoInvestApprovals');
const CONCURRENCY = 8;
const FINISHED_WITHIN_MS = isRelease ? HOUR : 120_000;

const limits = {
  maxPerPropertyCents: 60_000,
  monthlyLimitCents: 150_000,
  amountCents: 50_000,
  reserveCents: 20_000,
} satisfies Partial<AutoInvestSettings>;
const CASH_CENTS = 160_000;
/** Most people have used up their limits after some approvals: the runs that follow allocate nothing. */
const MIN_ALLOCATIONS = 4;
/** The product's monthly limit: some people reach it before their own limit. */
const MONTHLY_CENTS = 170_000;

/** Servers for which the matches can no longer be skipped. */
const AHEAD_MS = SKIP_MS + HOUR;
const aheadSettings = {
  NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, '../support/start-ahead.mjs'))}`,
  TEST_CLOCK_AHEAD_MS: String(Number(process.env.TEST_CLOCK_AHEAD_MS ?? 0) + AHEAD_MS),
  INVEST_LIMIT_MONTHLY_CENTS: String(MONTHLY_CENTS),
};

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let t: PostgresPlatform;
beforeAll(async () => {
  fresh = await freshDatabase();
  t = await postgresPlatform({ on: { url: fresh.url } });
});
afterEach(() => killServers());
afterAll(async () => {
  await t.close();
  await fresh.drop();
});

/** People with Auto-Invest on; their tokens. */
async function investors(): Promise<string[]> {
  const secrets: string[] = [];
  await inParallel(Array.from({ length: INVESTORS }), CONCURRENCY, async () => {
    const person = await aUser(t.platform, { cash: CASH_CENTS });
    await api(person).autoInvest.saveSettings({ ...defaultSettings, enabled: true, ...limits });
    const token = { name: 'by hand', scope: 'write' as const, expiresInDays: null };
    secrets.push((await api(person).identity.createToken(token)).secret);
  });
  return secrets;
}

/** Approved properties, matched with everyone by two servers: every second one has too few shares for all. */
async function approvals(): Promise<number[]> {
  const admin = await anAdmin(t.platform);
  const owner = await aUser(t.platform);
  const second = await t.another();
  const ids: number[] = [];
  for (let many = 0; many < APPROVALS; many += 1) {
    const shares = many % 2 === 0 ? 2 * INVESTORS : 100 * INVESTORS;
    ids.push((await anApprovedProperty(t.platform, { owner, admin, shares, annualYield: '9' })).id);
    await Promise.all([t.platform.jobs.drain(), second.jobs.drain()]);
  }
  return ids;
}

/** Everyone buys by hand and deposits, at either server; what a killed server does not answer is sent to the other. */
async function byHand(urls: () => string[], secrets: readonly string[], properties: readonly number[]) {
  const requests = secrets.flatMap((secret, at) => {
    const propertyId = properties[at % properties.length];
    return [
      { key: randomUUID(), secret, path: '/api/investments' as const, body: { propertyId, shares: 2 } },
      { key: randomUUID(), secret, path: '/api/wallet/deposits' as const, body: { amount: '200.00' } },
      { key: randomUUID(), secret, path: '/api/investments' as const, body: { propertyId, shares: 3 } },
    ];
  });
  await inParallel(requests, CONCURRENCY, async (request, at) => {
    const answer = await eventually(
      async () => {
        const url = urls()[at % urls().length] ?? '';
        const got = await send(url, request).catch(() => null);
        return got && got.status !== 503 && got;
      },
      { what: 'a server answers', withinMs: 60_000 },
    );
    if (answer.status !== 201)
      expect(['MONTHLY_LIMIT', 'INSUFFICIENT_FUNDS', 'NOT_ENOUGH_SHARES']).toContain(answer.json.code);
  });
}

/** Claims of the killed server lapse; what the others have claimed may be done by two at once. */
const letClaimsLapse = () =>
  t.platform.db.execute(
    sql`update jobs set locked_until = clock_timestamp() - interval '1 second'
        where status = 'waiting' and locked_until is not null`,
  );

async function count(what: ReturnType<typeof sql>): Promise<number> {
  const [found] = await rows<{ many: number }>(t.platform.db, what);
  return found?.many ?? 0;
}
const boughtSoFar = () => count(sql`select count(*)::int as many from auto_invest_purchases`);
const openRuns = () =>
  count(sql`select count(*)::int as many from auto_invest_runs where finished_at is null`);
const openWork = () =>
  count(sql`select (select count(*) from jobs where status = 'waiting' and kind like 'autoInvest.%'
                      and run_at <= now() + make_interval(secs => ${AHEAD_MS / 1_000}::float8))::int
                 + (select count(*) from outbox_events where dispatched_at is null)::int as many`);

/** Purchases of the engine with what their buyer had in the property, in the month, and in cash right after each. */
const OVER_A_LIMIT = sql`
  with bought as (
    select i.operation_id, i.user_id, i.property_id, i.total_amount, a.investment_id is not null as is_automatic,
           to_char(i.created_at at time zone 'UTC', 'YYYY-MM') as month,
           (select max(l.id) from ledger_transfers l where l.operation_id = i.operation_id) as place
    from investments i left join auto_invest_purchases a on a.investment_id = i.id
  ), sums as (
    select *, sum(total_amount) over (partition by user_id, property_id order by place) as in_property,
           sum(total_amount) filter (where is_automatic) over (partition by user_id, month order by place) as in_month,
           sum(total_amount) over (partition by user_id, month order by place) as in_account
    from bought
  ), cash as (
    select id, account, sum(change) over (partition by account order by id) as balance
    from (
      select id, debit_account as account, -amount as change from ledger_transfers where asset = 'USD'
      union all
      select id, credit_account, amount from ledger_transfers where asset = 'USD') moved
    where account like 'user:%:cash'
  ), left_over as (
    select l.operation_id, (array_agg(c.balance order by c.id desc))[1] as balance
    from cash c join ledger_transfers l on l.id = c.id group by 1
  )
  select s.user_id, s.property_id, s.in_property, s.in_month, s.in_account, o.balance
  from sums s join left_over o on o.operation_id = s.operation_id
  where s.in_account * 100 > ${MONTHLY_CENTS}::int
     or s.is_automatic and (s.in_property * 100 > ${limits.maxPerPropertyCents}::int
                            or s.in_month * 100 > ${limits.monthlyLimitCents}::int
                            or o.balance < ${limits.reserveCents}::int)`;

/** Runs in which somebody has no decision about a property that others have one about, or more than one. */
const NOT_ONCE_EACH = sql`
  select run_id, count(*) from auto_invest_decisions group by run_id
  having count(*) <> count(distinct user_id) * count(distinct property_id)
      or count(*) <> count(distinct user_id || ' ' || property_id)`;

interface Order extends Record<string, unknown> {
  runId: string;
  propertyId: number;
  userId: string;
  rank: string;
  wantedShares: number;
  allocatedShares: number;
  offeredShares: number;
  minimumOrderShares: number;
}

/** Computes every stored allocation again by the rule, and compares. */
async function expectSameAllocationAgain(): Promise<void> {
  const orders = await rows<Order>(
    t.platform.db,
    sql`select d.run_id as "runId", d.property_id as "propertyId", d.user_id as "userId", d.rank,
               d.wanted_shares as "wantedShares", d.allocated_shares as "allocatedShares",
               o.offered_shares as "offeredShares", o.minimum_order_shares as "minimumOrderShares"
        from auto_invest_decisions d
        join auto_invest_offers o on o.run_id = d.run_id and o.property_id = d.property_id
        where d.rank is not null order by d.rank`,
  );
  const allocations = groupBy(orders, ({ runId, propertyId }) => `${runId} ${propertyId}`);
  expect(allocations.size).toBeGreaterThanOrEqual(MIN_ALLOCATIONS);
  for (const [, [first, ...others]] of allocations) {
    const all = [first as Order, ...others];
    const { offeredShares, minimumOrderShares } = all[0] as Order;
    expect(all.map(({ rank }) => rank)).toEqual(
      all.map(({ propertyId, userId, runId }) => sha256(`${propertyId}:${userId}:${runId}`)),
    );
    expect(allocateShares(all, offeredShares, minimumOrderShares)).toEqual(
      all.map(({ allocatedShares }) => allocatedShares),
    );
  }
  // Some properties had fewer shares than people wanted.
  expect(orders.some(({ wantedShares, allocatedShares }) => allocatedShares < wantedShares)).toBe(true);
}

test(`${INVESTORS} investors and ${APPROVALS} approvals on two servers, one killed midway: no limit is exceeded, each decision is made once, and the stored orders give the same allocation`, async () => {
  const secrets = await investors();
  const properties = await approvals();
  expect(
    await count(sql`select count(*)::int as many from auto_invest_decisions where outcome = 'matched'`),
  ).toBeGreaterThan(INVESTORS);
  const settings = { DATABASE_URL: fresh.url, ...aheadSettings };
  const servers: BuiltServer[] = await Promise.all([startServer(settings), startServer(settings)]);
  const load = byHand(() => servers.map(({ url }) => url), secrets, properties);
  await eventually(async () => (await boughtSoFar()) > INVESTORS / 4, {
    what: 'the engine buys',
    withinMs: FINISHED_WITHIN_MS,
  });
  const [killed] = servers.splice(0, 1);
  await killed?.kill9();
  await letClaimsLapse();
  const openAtTheKill = await openRuns();
  servers.push(await startServer(settings));
  await load;
  await eventually(async () => (await openRuns()) === 0 && (await openWork()) === 0, {
    what: 'all runs are finished',
    withinMs: FINISHED_WITHIN_MS,
  });
  for (const server of servers) await server.stop();

  expect(openAtTheKill).toBeGreaterThan(0);
  expect(await rows(t.platform.db, OVER_A_LIMIT)).toEqual([]);
  expect(await rows(t.platform.db, NOT_ONCE_EACH)).toEqual([]);
  const decided = await rows<{ outcome: string; many: number }>(
    t.platform.db,
    sql`select outcome, count(*)::int as many from auto_invest_decisions group by 1 order by 1`,
  );
  expect(decided.map(({ outcome }) => outcome)).toEqual(['bought', 'declined']);
  expect(decided[0]?.many).toBe(await boughtSoFar());
  expect(
    await count(sql`select count(distinct run_id)::int as many from auto_invest_decisions d
      join auto_invest_runs r on r.id = d.run_id where r.trigger = 'approval'`),
  ).toBe(APPROVALS);
  await expectSameAllocationAgain();
  await expectBooksBalance(t.platform);
  console.info(
    `${decided.map(({ outcome, many }) => `${many} ${outcome}`).join(', ')}; ${openAtTheKill} runs open at the kill`,
  );
});
