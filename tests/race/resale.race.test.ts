import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resaleOrders } from '#db/schema/resale.ts';
import { accounts, balanceOf, lockBalances } from '#features/ledger/server/index.ts';
import { MAX_IMMEDIATE_TRADES, MAX_OPEN_ORDERS } from '#features/resale/resale.contract.ts';
import { closeExpired } from '#features/resale/server/close-expired.ts';
import { closeUnverifiedBids } from '#features/resale/server/close-unverified-bids.ts';
import { lockMarket } from '#features/resale/server/market.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import { rows } from '#platform/server/database/db.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  newKey,
  on,
  type Person,
  systemOf,
} from '../support/actors.ts';
import { cashOf, expectBooksBalance, outcomes, refusalOf, waitingForLocks } from '../support/checks.ts';
import { eventually } from '../support/eventually.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

const PRICE = 10_000;
const TIMEOUT_MS = 2_000;

let t: PostgresPlatform;
let second: Platform;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  t = await postgresPlatform();
  second = await t.another();
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform);
});
afterEach(() => expectBooksBalance(t.platform));
afterAll(() => t.close());

/** A property whose shares all belong to one seller. */
async function aHolding(shares: number) {
  const { id: propertyId } = await anApprovedProperty(t.platform, {
    shares,
    price: PRICE,
    owner,
    admin,
  });
  const seller = await aUser(t.platform, { cash: shares * 10_250 });
  await api(seller).investing.invest({ propertyId, shares, requestId: newKey() });
  return { propertyId, seller };
}
const people = (many: number, cash = 100_000) =>
  Promise.all(Array.from({ length: many }, () => aUser(t.platform, { cash })));
/** Every other caller on the second server. */
const spread = (all: readonly Person[]) => all.map((one, at) => (at % 2 ? on(second, one) : one));

const list = (person: Person, propertyId: number, shares: number, price = PRICE) =>
  api(person).resale.openListing({ propertyId, shares, pricePerShareCents: price, requestId: newKey() });
const bid = (person: Person, propertyId: number, shares: number, price = PRICE) =>
  api(person).resale.placeBid({ propertyId, shares, pricePerShareCents: price, requestId: newKey() });
const buy = (person: Person, listingId: string, shares: number, requestId = newKey()) =>
  api(person).resale.buyShares({ listingId, shares, expectedTotalCents: shares * PRICE, requestId });
const cancel = (person: Person, listingId: string) =>
  api(person).resale.cancelListing({ listingId, requestId: newKey() });

const free = (person: Person, propertyId: number) =>
  balanceOf(t.platform.db, accounts.userShares(person.id, propertyId));
const listed = (person: Person, propertyId: number) =>
  balanceOf(t.platform.db, accounts.userListed(person.id, propertyId));
const bidding = (person: Person) => balanceOf(t.platform.db, accounts.userBidding(person.id));

async function deadlocks(): Promise<number | undefined> {
  const [found] = await rows<{ deadlocks: number }>(
    t.platform.db,
    sql`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`,
  );
  return found?.deadlocks;
}

describe('the orders of an account that is frozen meanwhile', () => {
  const freeze = ({ id: userId }: Person) =>
    api(admin).freezes.freezeAccount({ userId, reason: 'A court asks for it.' });

  test('sell nothing once the freeze is answered', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { propertyId, seller } = await aHolding(10);
      const { id } = await list(seller, propertyId, 10);
      const buyers = await people(8);
      let freeAtFreeze = -1;
      const freezing = freeze(seller).then(async () => {
        freeAtFreeze = await free(seller, propertyId);
      });
      const { done, refused } = await outcomes(spread(buyers).map((one) => buy(one, id, 1)));
      await freezing;
      for (const code of refused) expect(code).toBe('LISTING_CLOSED');
      expect(freeAtFreeze).toBe(10 - done.length);
      expect(await refusalOf(buy(buyers[0] as Person, id, 1))).toBe('LISTING_CLOSED');
    }
  });

  test('buy nothing once the freeze is answered, in whichever of their books', async () => {
    const holdings = [await aHolding(6), await aHolding(6)];
    const [bidder] = (await people(1, 1_000_000)) as [Person];
    for (const { propertyId } of holdings) await bid(bidder, propertyId, 6);
    const selling = outcomes(
      holdings.flatMap(({ seller, propertyId }, at) =>
        Array.from({ length: 5 }, () => list(at ? on(second, seller) : seller, propertyId, 1)),
      ),
    );
    await freeze(bidder);
    const spentAtFreeze = 1_000_000 - (await cashOf(t.platform.db, bidder.id));
    const { done, refused } = await selling;
    expect(refused).toEqual([]);
    const traded = done.reduce((sum, { sharesTraded }) => sum + sharesTraded, 0);
    expect([spentAtFreeze, await bidding(bidder)]).toEqual([traded * PRICE, 0]);
    for (const { seller, propertyId } of holdings)
      expect((await list(seller, propertyId, 1)).sharesTraded).toBe(0);
  });
});

describe('one listing, on two servers', () => {
  test('twenty buyers of one share each, ten shares: exactly ten are sold', async () => {
    const { propertyId, seller } = await aHolding(10);
    const { id } = await list(seller, propertyId, 10);
    const buyers = await people(20);
    const { done, refused } = await outcomes(spread(buyers).map((one) => buy(one, id, 1)));
    expect(done).toHaveLength(10);
    expect(refused).toEqual(Array(10).fill('LISTING_CLOSED'));
    expect(await cashOf(t.platform.db, seller.id)).toBe(10 * PRICE);
    for (const one of buyers) {
      const shares = await free(one, propertyId);
      expect(await cashOf(t.platform.db, one.id)).toBe(100_000 - shares * PRICE);
    }
  });

  test('one purchase sent twenty times with one key has one effect and one answer', async () => {
    const { propertyId, seller } = await aHolding(3);
    const { id } = await list(seller, propertyId, 3);
    const [ada] = (await people(1)) as [Person];
    const key = newKey();
    const { done, refused } = await outcomes(spread(Array(20).fill(ada)).map((one) => buy(one, id, 3, key)));
    expect(refused).toEqual([]);
    for (const receipt of done) expect(receipt).toEqual(done[0]);
    expect(await free(ada, propertyId)).toBe(3);
  });

  test('buyers against certificates of the seller: each says what the register had, as the books show', async () => {
    const { propertyId, seller } = await aHolding(40);
    const { id } = await list(seller, propertyId, 30);
    const buyers = spread(await people(20));
    const certificates = buyers.map(async ({ platform }) => {
      const { code } = await api(on(platform, seller)).certificates.issue({
        propertyId,
        requestId: newKey(),
      });
      return code;
    });
    const bought = outcomes(buyers.map((one) => buy(one, id, 1)));
    const { refused } = await outcomes(certificates);
    expect((await bought).done).toHaveLength(20);
    expect(new Set([...refused, 'HOLDING_CHANGED'])).toEqual(new Set(['HOLDING_CHANGED']));
    // Each of them can have met a purchase; after the last one nothing stands in the way.
    await api(seller).certificates.issue({ propertyId, requestId: newKey() });
  });

  test('buyers against a cancel: what is sold before it is sold, the rest comes back', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { propertyId, seller } = await aHolding(10);
      const { id } = await list(seller, propertyId, 10);
      const buyers = await people(8);
      const orders = spread(buyers).map((one) => buy(one, id, 1));
      const cancelled = cancel(round % 2 ? on(second, seller) : seller, id);
      const { done, refused } = await outcomes(orders);
      for (const code of refused) expect(code).toBe('LISTING_CLOSED');
      expect(await cancelled).toMatchObject({ sharesLeft: 10 - done.length });
      expect([await free(seller, propertyId), await listed(seller, propertyId)]).toEqual([
        10 - done.length,
        0,
      ]);
    }
  });

  test('buyers against a cancel against a halt: everything is sold, back or still offered', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { propertyId, seller } = await aHolding(10);
      const { id } = await list(seller, propertyId, 10);
      const buyers = await people(6);
      const halting = api(admin).resale.haltTrading({ propertyId, reason: 'Under review.' });
      const buying = outcomes(spread(buyers).map((one) => buy(one, id, 1)));
      const cancelling = cancel(on(second, seller), id);
      await Promise.all([halting, cancelling]);
      const { done, refused } = await buying;
      for (const code of refused) expect(['LISTING_CLOSED', 'TRADING_HALTED']).toContain(code);
      expect(await free(seller, propertyId)).toBe(10 - done.length);
      expect((await api(seller).resale.book({ propertyId })).haltReason).toBe('Under review.');
    }
  });

  test('buyers against a new price: nobody pays another total than was shown', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { propertyId, seller } = await aHolding(10);
      const { id } = await list(seller, propertyId, 10);
      const buyers = await people(6);
      const buying = outcomes(spread(buyers).map((one) => buy(one, id, 1)));
      const repricing = api(on(second, seller)).resale.repriceListing({
        listingId: id,
        pricePerShareCents: 12_000,
        requestId: newKey(),
      });
      const { done, refused } = await buying;
      await repricing;
      for (const code of refused) expect(code).toBe('PRICE_CHANGED');
      expect(await cashOf(t.platform.db, seller.id)).toBe(done.length * PRICE);
    }
  });
});

test('ten sellers who were shown the same bid, on two servers: one sells to it, nobody else sells for less', async () => {
  const { propertyId, seller } = await aHolding(20);
  const sellers = await people(10, 100_000);
  const { id } = await list(seller, propertyId, 10);
  for (const one of sellers) await buy(one, id, 1);
  const [bidder] = (await people(1)) as [Person];
  await bid(bidder, propertyId, 1, PRICE);
  await bid(bidder, propertyId, 8, PRICE - 2_000);
  const expectedSale = { shares: 1, proceedsCents: PRICE };
  const order = { propertyId, shares: 1, pricePerShareCents: PRICE - 3_000, expectedSale };
  const { done, refused } = await outcomes(
    spread(sellers).map((one) => api(one).resale.openListing({ ...order, requestId: newKey() })),
  );
  expect(done).toMatchObject([{ sharesTraded: 1, tradedCents: PRICE }]);
  expect(refused).toEqual(Array(9).fill('BIDS_CHANGED'));
  expect(await free(bidder, propertyId)).toBe(1);
});

describe('a book from both sides, on two servers', () => {
  test('bids against listings: every share is sold once, all orders that could match have matched', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { propertyId, seller } = await aHolding(12);
      const bidders = await people(6);
      const { refused } = await outcomes<unknown>([
        ...spread(bidders).map((one, at) => bid(one, propertyId, 2, PRICE + at)),
        ...Array.from({ length: 6 }, (_, at) =>
          list(at % 2 ? on(second, seller) : seller, propertyId, 2, PRICE + (at % 3)),
        ),
      ]);
      expect(refused).toEqual([]);
      let held = (await free(seller, propertyId)) + (await listed(seller, propertyId));
      let money = await cashOf(t.platform.db, seller.id);
      for (const one of bidders) {
        held += await free(one, propertyId);
        money += (await cashOf(t.platform.db, one.id)) + (await bidding(one));
      }
      expect([held, money]).toEqual([12, 6 * 100_000]);
    }
  });

  test('people who sell to and buy from each other in several books never block each other for good', async () => {
    const books = [await aHolding(40), await aHolding(40), await aHolding(40)];
    const traders = await people(4, 400_000);
    for (const { propertyId, seller } of books) {
      for (const one of traders) {
        await list(seller, propertyId, 8);
        await bid(one, propertyId, 8);
      }
    }
    const orders = Array.from({ length: 60 }, (_, at) => {
      const trader = traders[at % traders.length] as Person;
      const one = at % 2 ? on(second, trader) : trader;
      const { propertyId } = books[(at * 7) % books.length] as (typeof books)[number];
      return at % 3 ? bid(one, propertyId, 1, PRICE - (at % 4)) : list(one, propertyId, 1, PRICE + (at % 4));
    });
    const { refused } = await outcomes<unknown>(orders);
    for (const code of refused) expect(['OWN_LISTING', 'OWN_BID']).toContain(code);
    expect(await deadlocks()).toBe(0);
  });

  test('the expiry of orders and purchases of the same people never wait for each other in a circle', async () => {
    const { id: propertyId } = await anApprovedProperty(t.platform, { price: PRICE, owner: admin, admin });
    const [ada, zoe] = (await people(2, 400_000)).sort((one, other) => (one.id < other.id ? -1 : 1)) as [
      Person,
      Person,
    ];
    const order = (one: Person) => api(one).investing.invest({ propertyId, shares: 1, requestId: newKey() });
    await order(ada);
    await list(ada, propertyId, 1, PRICE + 10);
    await bid(zoe, propertyId, 1, PRICE - 10);
    const past = new Date(Date.now() - 1_000);
    await t.platform.db
      .update(resaleOrders)
      .set({ expiresAt: past })
      .where(eq(resaleOrders.propertyId, propertyId));
    const before = await deadlocks();
    const { expiry, purchases } = await second.db.transaction(async (tx) => {
      await lockBalances(tx, [accounts.userBidding(zoe.id)]);
      const expiry = closeExpired(systemOf(second), { propertyId });
      await eventually(async () => (await waitingForLocks(t.platform)) === 1);
      const purchases = Promise.all([order(ada), order(zoe)]);
      await eventually(async () => (await waitingForLocks(t.platform)) === 2);
      return { expiry, purchases };
    });
    expect(await expiry).toEqual({ closed: 2, done: true });
    await purchases;
    expect(await deadlocks()).toBe(before);
  });

  test('two bids for the cash of one: one is placed', async () => {
    const { propertyId } = await aHolding(10);
    const [ada] = (await people(1)) as [Person];
    const { done, refused } = await outcomes(spread([ada, ada]).map((one) => bid(one, propertyId, 10)));
    expect([done.length, refused]).toEqual([1, ['INSUFFICIENT_FUNDS']]);
    expect([await cashOf(t.platform.db, ada.id), await bidding(ada)]).toEqual([0, 100_000]);
  });

  test('two listings of the same shares: one is opened', async () => {
    const { propertyId, seller } = await aHolding(10);
    const { done, refused } = await outcomes(
      spread([seller, seller]).map((one) => list(one, propertyId, 10)),
    );
    expect([done.length, refused]).toEqual([1, ['SHARES_NOT_HELD']]);
  });

  test('orders against a reset of the property: what is accepted is before it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { propertyId, seller } = await aHolding(10);
      const { id } = await list(seller, propertyId, 10);
      const buyers = await people(6);
      const buying = outcomes(spread(buyers).map((one) => buy(one, id, 1)));
      await api(admin).properties.setStatus({ id: propertyId, status: 'pending' });
      const { done, refused } = await buying;
      for (const code of refused) expect(code).toBe('LISTING_CLOSED');
      expect(await listed(seller, propertyId)).toBe(10 - done.length);
    }
  });

  test('the expiry of a listing against its buyers: sold or given back, never both', async () => {
    const { propertyId, seller } = await aHolding(10);
    const { id } = await list(seller, propertyId, 10);
    const soon = new Date(Date.now() + 150);
    await t.platform.db.update(resaleOrders).set({ expiresAt: soon }).where(eq(resaleOrders.id, id));
    const buyers = await people(10);
    let sold = 0;
    for (const one of spread(buyers)) {
      const { done } = await outcomes<unknown>([buy(one, id, 1), t.platform.jobs.drain()]);
      sold += done.filter((answer) => answer !== undefined).length;
    }
    expect(sold).toBeLessThanOrEqual(10);
    expect((await free(seller, propertyId)) + (await listed(seller, propertyId))).toBe(10 - sold);
  });
});

test('bids are closed when a server begins to require verification, against sellers on another: sold or given back', async () => {
  const strict = await t.another({ env: { KYC_REQUIRED_TO_INVEST: '1' } });
  const { propertyId, seller } = await aHolding(10);
  const bidders = await people(10);
  const bids = await Promise.all(bidders.map((one) => bid(one, propertyId, 1)));
  const before = await deadlocks();
  const [sales] = await Promise.all([
    outcomes(spread(Array.from({ length: 6 }, () => seller)).map((one) => list(one, propertyId, 1))),
    closeUnverifiedBids(systemOf(strict), { propertyId }),
  ]);
  expect(sales.refused).toEqual([]);
  const sold = sales.done.reduce((sum, { sharesTraded }) => sum + sharesTraded, 0);
  const stored = await t.platform.db
    .select({ status: resaleOrders.status })
    .from(resaleOrders)
    .where(
      inArray(
        resaleOrders.id,
        bids.map(({ id }) => id),
      ),
    );
  const count = (status: string) => stored.filter((one) => one.status === status).length;
  expect([count('filled'), count('cancelled'), count('open')]).toEqual([sold, 10 - sold, 0]);
  expect(await Promise.all(bidders.map(bidding))).toEqual(bidders.map(() => 0));
  expect(await deadlocks()).toBe(before);
});

describe('a book with more orders than one order may fill', () => {
  const SELLERS = MAX_IMMEDIATE_TRADES / MAX_OPEN_ORDERS + 1;
  const TOTAL = SELLERS * MAX_OPEN_ORDERS;
  let usual: PostgresPlatform;
  beforeAll(async () => {
    usual = await postgresPlatform({ timeoutMs: parseConfig({}).databaseTimeoutMs ?? 0, on: { url: t.url } });
  });
  afterAll(() => usual.close());

  test('fills as many in the time of a statement, refuses one more, and orders that come together fill as they would alone', async () => {
    const { id: propertyId } = await anApprovedProperty(t.platform, {
      shares: TOTAL + 1,
      price: PRICE,
      owner,
      admin,
    });
    const [ada, bob] = (await people(2, (TOTAL + 100) * PRICE)).map((one) => on(usual.platform, one)) as [
      Person,
      Person,
    ];
    const sellers = await people(SELLERS, MAX_OPEN_ORDERS * 10_250);
    const invest = (person: Person, shares: number) =>
      api(person).investing.invest({ propertyId, shares, requestId: newKey() });
    await Promise.all([invest(ada, 1), ...sellers.map((one) => invest(one, MAX_OPEN_ORDERS))]);
    const each = (order: (seller: Person) => Promise<unknown>) =>
      Promise.all(sellers.flatMap((one) => Array.from({ length: MAX_OPEN_ORDERS }, () => order(one))));
    const mostOf = async (person: Person) => (await api(person).resale.book({ propertyId })).mostSharesNow;

    await each((one) => list(one, propertyId, 1));
    expect(await mostOf(ada)).toEqual({ bid: MAX_IMMEDIATE_TRADES, ask: 0 });
    expect(await mostOf(sellers[0] as Person)).toEqual({ bid: MAX_IMMEDIATE_TRADES, ask: 0 });
    await expect(bid(ada, propertyId, MAX_IMMEDIATE_TRADES + 1)).rejects.toThrow(
      `which is ${MAX_IMMEDIATE_TRADES} shares here. Bid for no more,`,
    );
    // Beside an order of another book it is refused as alone; with one of its own book it needs smaller batches.
    const { propertyId: other } = await aHolding(1);
    const batchOf = (...propertyIds: number[]) =>
      t.platform.db.transaction((tx) => {
        const incoming = propertyIds.map((id) => ({
          userId: ada.id,
          propertyId: id,
          side: 'bid' as const,
          pricePerShareCents: PRICE,
          shares: TOTAL,
        }));
        const { config, clock } = t.platform;
        const request = { config, now: clock.now(), propertyIds };
        return lockMarket(tx, { ...request, incoming: () => incoming, actors: () => incoming });
      });
    expect((await batchOf(propertyId, other)).books.get(propertyId)?.resting).toHaveLength(
      MAX_IMMEDIATE_TRADES + 1,
    );
    await expect(batchOf(propertyId, propertyId)).rejects.toThrow('too many trades');
    const bids = await Promise.all([
      bid(ada, propertyId, MAX_IMMEDIATE_TRADES),
      bid(bob, propertyId, MAX_OPEN_ORDERS),
    ]);
    expect(bids.map(({ sharesTraded }) => sharesTraded)).toEqual([MAX_IMMEDIATE_TRADES, MAX_OPEN_ORDERS]);
    expect([await free(ada, propertyId), await free(bob, propertyId)]).toEqual([
      MAX_IMMEDIATE_TRADES + 1,
      MAX_OPEN_ORDERS,
    ]);

    const low = PRICE - 100;
    await each((one) => bid(one, propertyId, 1, low));
    expect(await mostOf(ada)).toEqual({ bid: 0, ask: MAX_IMMEDIATE_TRADES });
    const most = MAX_IMMEDIATE_TRADES + 1;
    expect(await refusalOf(list(ada, propertyId, most, low))).toBe('TOO_MANY_TRADES');
    const { id } = await list(ada, propertyId, most, PRICE);
    const reprice = (pricePerShareCents: number) =>
      api(ada).resale.repriceListing({ listingId: id, pricePerShareCents, requestId: newKey() });
    expect(await refusalOf(reprice(low))).toBe('TOO_MANY_TRADES');
    await cancel(ada, id);
    const sale = await list(ada, propertyId, MAX_IMMEDIATE_TRADES, low);
    expect(sale).toMatchObject({
      sharesTraded: MAX_IMMEDIATE_TRADES,
      tradedCents: MAX_IMMEDIATE_TRADES * low,
    });
  });
});

describe('the limits on investing, on two servers', () => {
  const limits = { INVEST_LIMIT_MONTHLY_CENTS: '100000', INVEST_LIMIT_ANNUAL_CENTS: '100000' };

  test('bids, purchases on resale and from owners together never exceed them, nor do later fills', async () => {
    const [one, other] = [await t.another({ env: limits }), await t.another({ env: limits })];
    const { propertyId, seller } = await aHolding(60);
    const { id: offered } = await anApprovedProperty(t.platform, { price: PRICE, owner: admin, admin });
    const { id } = await list(seller, propertyId, 20, PRICE);
    const [ada] = (await people(1, 1_000_000)) as [Person];
    const order = (at: number) => {
      const person = on(at % 2 ? one : other, ada);
      if (at % 3 === 0) return buy(person, id, 1);
      if (at % 3 === 1) return bid(person, propertyId, 1, PRICE - 100);
      return api(person).investing.invest({ propertyId: offered, shares: 1, requestId: newKey() });
    };
    const { refused } = await outcomes<unknown>(Array.from({ length: 36 }, (_, at) => order(at)));
    expect(new Set(refused)).toEqual(new Set(['MONTHLY_LIMIT']));
    const { reservedCents, monthly } = await api(on(one, ada)).investing.limits();
    expect(monthly?.leftCents).toBeLessThan(PRICE);
    const bids = reservedCents / (PRICE - 100);
    if (bids > 0) await list(seller, propertyId, bids, PRICE - 100);
    const after = await api(on(one, ada)).investing.limits();
    expect(after).toMatchObject({ reservedCents: 0, monthly: { leftCents: monthly?.leftCents } });
    const [spent] = await rows<{ cents: number }>(
      t.platform.db,
      sql`select sum(amount_cents)::float8 as cents from invested_months where user_id = ${ada.id}`,
    );
    expect(spent?.cents).toBe(100_000 - (monthly?.leftCents ?? 0));
  });
});

test('a buyer who waits too long for a book is refused as TOOK_TOO_LONG, and can buy later', async () => {
  const { propertyId, seller } = await aHolding(10);
  const { id } = await list(seller, propertyId, 10);
  const [buyer] = (await people(1)) as [Person];
  const impatient = await postgresPlatform({ timeoutMs: TIMEOUT_MS, pool: 2, on: { url: t.url } });
  try {
    // Prepared statements go out together.
    await buy(on(impatient.platform, buyer), id, 1);
    await t.platform.db.transaction(async (tx) => {
      await lock(tx, 'orderBooks', propertyId);
      const buying = refusalOf(buy(on(impatient.platform, buyer), id, 1));
      await eventually(() => waitingForLocks(t.platform), { what: 'the purchase waits' });
      // The process is blocked meanwhile, so that the database's errors about the later statements arrive together with
      // the reason.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1.25 * TIMEOUT_MS);
      expect(await buying).toBe('TOOK_TOO_LONG');
    });
    await buy(on(impatient.platform, buyer), id, 1);
  } finally {
    await impatient.close();
  }
});

test('orders whose batch waits too long for a book are refused, those in the queue go on, and a repeated one happens once', async () => {
  const [slow, quick, next] = [await aHolding(10), await aHolding(10), await aHolding(10)];
  const hasty = await postgresPlatform({ timeoutMs: TIMEOUT_MS / 2, pool: 2, on: { url: t.url } });
  const open = ({ propertyId, seller }: typeof slow, requestId: string) =>
    api(on(hasty.platform, seller)).resale.openListing({
      propertyId,
      shares: 3,
      pricePerShareCents: PRICE,
      requestId,
    });
  const keys = [newKey(), newKey()] as const;
  try {
    await t.platform.db.transaction(async (tx) => {
      await lock(tx, 'orderBooks', slow.propertyId);
      const batch = [refusalOf(open(slow, keys[0])), refusalOf(open(quick, keys[1]))];
      await eventually(() => waitingForLocks(t.platform), { what: 'the batch waits' });
      const queued = open(next, newKey());
      expect(await Promise.all(batch)).toEqual(['TOOK_TOO_LONG', 'TOOK_TOO_LONG']);
      await queued;
    });
    for (let attempt = 0; attempt < 2; attempt += 1)
      await Promise.all([open(slow, keys[0]), open(quick, keys[1])]);
    for (const { propertyId, seller } of [slow, quick, next])
      expect(await listed(seller, propertyId)).toBe(3);
  } finally {
    await hasty.close();
  }
});
