import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { quotePurchase } from '#features/investing/investing.rules.ts';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, on, type Person } from '../support/actors.ts';
import { cashOf, expectBooksBalance, refusalOf } from '../support/checks.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

const OPERATIONS = 200;
const CONCURRENCY = 8;
const SEED = 20_240_117;
const SHARES = 120;
const PRICE = 1_999;
const KNOWN = ['INSUFFICIENT_FUNDS', 'NOT_ENOUGH_SHARES', 'TOO_MANY_PENDING'];

let t: PostgresPlatform;
let second: Platform;
beforeAll(async () => {
  t = await postgresPlatform();
  second = await t.another();
});
afterEach(() => expectBooksBalance(t.platform));
afterAll(() => t.close());

type Operation =
  | { do: 'deposit'; cents: number }
  | { do: 'withdraw'; cents: number }
  | { do: 'invest'; which: number; shares: number };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ do: fc.constant('deposit' as const), cents: fc.integer({ min: 100, max: 40_000 }) }),
  fc.record({ do: fc.constant('withdraw' as const), cents: fc.integer({ min: 100, max: 60_000 }) }),
  fc.record({
    do: fc.constant('invest' as const),
    which: fc.nat(1),
    shares: fc.integer({ min: 1, max: 15 }),
  }),
);

/** Sums over the accepted operations, whatever their order. */
interface Model {
  cash: number;
  shares: [number, number];
  fees: number;
}

async function run(one: Operation, ada: Person, properties: readonly number[], model: Model): Promise<void> {
  const requestId = newKey();
  if (one.do === 'deposit') {
    await api(ada).wallet.deposit({ amountCents: one.cents, requestId });
    model.cash += one.cents;
  } else if (one.do === 'withdraw') {
    await api(ada).wallet.withdraw({ amountCents: one.cents, requestId });
    model.cash -= one.cents;
  } else {
    const propertyId = properties[one.which] ?? 0;
    const receipt = await api(ada).investing.invest({ propertyId, shares: one.shares, requestId });
    const quote = quotePurchase(one.shares, PRICE);
    expect(receipt).toMatchObject(quote);
    model.cash -= quote.totalCents;
    model.fees += quote.feeCents;
    model.shares[one.which as 0 | 1] += one.shares;
  }
}

test(`${OPERATIONS} random operations of one person, ${CONCURRENCY} at a time on two servers, end where a simple model ends`, async () => {
  const admin = await anAdmin(t.platform);
  const offering = { shares: SHARES, price: PRICE, admin, owner: admin };
  const properties = [
    (await anApprovedProperty(t.platform, offering)).id,
    (await anApprovedProperty(t.platform, offering)).id,
  ];
  const ada = await aUser(t.platform, { cash: 100_000 });
  const model: Model = { cash: 100_000, shares: [0, 0], fees: 0 };
  const plan = fc.sample(operation, { numRuns: OPERATIONS, seed: SEED });
  const servers = [t.platform, second];
  let refused = 0;
  for (const platform of servers) platform.jobs.start();
  for (let at = 0; at < plan.length; at += CONCURRENCY) {
    await Promise.all(
      plan.slice(at, at + CONCURRENCY).map(async (one, index) => {
        const call = run(one, on(servers[index % 2] as Platform, ada), properties, model);
        await call.catch(async (error) => {
          refused += 1;
          expect(KNOWN).toContain(await refusalOf(Promise.reject(error)));
        });
      }),
    );
    expect(model.cash).toBeGreaterThanOrEqual(0);
    expect(await cashOf(t.platform.db, ada.id)).toBeGreaterThanOrEqual(0);
  }
  // A server's drain does not wait for jobs that run on another one.
  await Promise.all(servers.map(({ jobs }) => jobs.stop()));
  await t.platform.jobs.drain();
  expect(await cashOf(t.platform.db, ada.id)).toBe(model.cash);
  for (const which of [0, 1] as const) {
    const shares = await balanceOf(t.platform.db, accounts.userShares(ada.id, properties[which] ?? 0));
    expect(shares).toBe(model.shares[which]);
    expect(shares).toBeLessThanOrEqual(SHARES);
  }
  const { totalShares, totalInvestedCents } = await api(ada).portfolio.overview();
  expect(totalShares).toBe(model.shares[0] + model.shares[1]);
  expect(totalInvestedCents).toBe(totalShares * PRICE);
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(OPERATIONS / 2);
}, 120_000);
