import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ledgerTransfers } from '#db/schema/ledger.ts';
import { auditLog, outboxEvents } from '#db/schema/platform.ts';
import { resaleOrders, resaleTrades, resaleWashTrades } from '#db/schema/resale.ts';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import { newId } from '#kernel/ids.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  contextOf,
  newKey,
  on,
  type Person,
  systemOf,
} from '#tests/support/actors.ts';
import { verifyIdentity } from '#tests/support/applicants.ts';
import {
  allPages,
  cashOf,
  expectBooksBalance,
  ledgerState,
  outcomes,
  refusalOf,
} from '#tests/support/checks.ts';
import { indexesUsed } from '#tests/support/plans.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { anApprovedValuation } from '#tests/support/valuations.ts';
import { areWashTrades } from '#tests/support/wash-trades.ts';
import { ownOrdersOf } from './market.ts';
import { resaleJobs } from './resale.jobs.ts';
import { tradedSince } from './resale.queries.ts';
import { resaleInvariants } from './verify-resale.ts';
import { markWashTrades } from './wash-trades.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let owner: Person;
let sol: Person;
let ada: Person;
let bob: Person;
let propertyId: number;
beforeAll(async () => {
  t = await testPlatform({ schedulesOf: ['resale'] });
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform);
});
beforeEach(async () => {
  ({ id: propertyId } = await anApprovedProperty(t.platform, { shares: 100, owner, admin }));
  sol = await aUser(t.platform, { cash: 1_125_000 });
  ada = await aUser(t.platform, { cash: 500_000 });
  bob = await aUser(t.platform, { cash: 500_000 });
  await api(sol).investing.invest({ propertyId, shares: 100, requestId: newKey() });
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const list = (person: Person, shares: number, pricePerShareCents: number, more = {}, requestId = newKey()) =>
  api(person).resale.openListing({ propertyId, shares, pricePerShareCents, requestId, ...more });
const bid = (person: Person, shares: number, pricePerShareCents: number, more = {}, requestId = newKey()) =>
  api(person).resale.placeBid({ propertyId, shares, pricePerShareCents, requestId, ...more });
const buy = (
  person: Person,
  listingId: string,
  shares: number,
  expectedTotalCents: number,
  requestId = newKey(),
) => api(person).resale.buyShares({ listingId, shares, expectedTotalCents, requestId });
const cancelListing = (person: Person, listingId: string, requestId = newKey()) =>
  api(person).resale.cancelListing({ listingId, requestId });
const cancelBid = (person: Person, bidId: string, requestId = newKey()) =>
  api(person).resale.cancelBid({ bidId, requestId });
const reprice = (person: Person, listingId: string, pricePerShareCents: number, more = {}) =>
  api(person).resale.repriceListing({ listingId, pricePerShareCents, requestId: newKey(), ...more });

const free = (person: Person) => balanceOf(t.platform.db, accounts.userShares(person.id, propertyId));
const listed = (person: Person) => balanceOf(t.platform.db, accounts.userListed(person.id, propertyId));
const bidding = (person: Person) => balanceOf(t.platform.db, accounts.userBidding(person.id));
const cash = (person: Person) => cashOf(t.platform.db, person.id);
const orderOf = async (id: string) => {
  const [order] = await t.platform.db.select().from(resaleOrders).where(eq(resaleOrders.id, id));
  return order;
};
const tradesNow = async () =>
  (await api(ada).resale.trades({ propertyId })).map(({ shares, pricePerShareCents }) => [
    shares,
    pricePerShareCents,
  ]);

const refused = async (call: () => Promise<unknown>, code: string) => {
  const before = await ledgerState(t.platform);
  expect(await refusalOf(call())).toBe(code);
  expect(await ledgerState(t.platform)).toEqual(before);
};

describe('bids from before the server required a verified identity', () => {
  const env = { KYC_REQUIRED_TO_INVEST: '1' };

  test('trade no more, and are closed by a job with their cash and a notification, but for those of verified people', async () => {
    await verifyIdentity(bob, '219099993');
    const { id } = await bid(ada, 5, 10_000);
    await bid(bob, 5, 9_900);
    const strict = secondPlatform(t, { env });
    const book = () => api(on(strict, sol)).resale.book({ propertyId });
    expect((await book()).bids).toMatchObject([{ pricePerShareCents: 9_900, sharesLeft: 5 }]);
    await refused(() => list(on(strict, sol), 8, 9_800), 'TRADING_HALTED');
    const { id: above } = await list(on(strict, sol), 1, 10_001);
    await refused(() => reprice(on(strict, sol), above, 9_800), 'TRADING_HALTED');

    const close = resaleJobs.handlers['resale.closeUnverifiedBids'];
    await close(systemOf(t.platform), {});
    expect(await orderOf(id)).toMatchObject({ status: 'open', sharesLeft: 5 });
    await close(systemOf(strict), {});
    expect(await list(on(strict, sol), 8, 9_800)).toMatchObject({ sharesTraded: 5 });
    expect(await tradesNow()).toEqual([[5, 9_900]]);
    expect(await orderOf(id)).toMatchObject({ status: 'cancelled', sharesLeft: 5 });
    expect([await cash(ada), await bidding(ada)]).toEqual([500_000, 0]);
    const { items } = await api(ada).notifications.list({});
    expect(items[0]?.message).toMatch(
      /^Buying shares of .* now requires a verified identity, so your bid for 5 shares at \$100\.00 was canceled\. \$5\d\d\.\d\d is available again\.$/,
    );
  });
});

describe('what a seller was shown to sell immediately', () => {
  const shown = { shares: 5, proceedsCents: 50_180 };

  test('is what they get, or nothing is sold: bids that are gone are not replaced by lower ones', async () => {
    const { id: best } = await bid(ada, 3, 10_060);
    await bid(ada, 2, 10_000);
    await bid(bob, 20, 9_000);
    await cancelBid(ada, best);
    await refused(() => list(sol, 10, 9_000, { expectedSale: shown }), 'BIDS_CHANGED');
    await bid(ada, 3, 10_060);
    expect(await list(sol, 10, 9_000, { expectedSale: shown })).toMatchObject({
      sharesTraded: 10,
      tradedCents: 50_180 + 5 * 9_000,
    });
  });

  test('protects a changed price in the same way', async () => {
    const { id } = await list(sol, 10, 12_000);
    await bid(ada, 3, 10_060);
    await refused(() => reprice(sol, id, 9_000, { expectedSale: shown }), 'BIDS_CHANGED');
    await bid(bob, 2, 10_000);
    expect(await reprice(sol, id, 9_000, { expectedSale: shown })).toMatchObject({
      sharesTraded: 5,
      tradedCents: 50_180,
      sharesLeft: 5,
    });
  });

  test('may be newer figures when the answer to an order was lost: it still happens once', async () => {
    await bid(ada, 3, 10_060);
    const key = newKey();
    const first = await list(sol, 3, 9_000, { expectedSale: { shares: 3, proceedsCents: 30_180 } }, key);
    await bid(bob, 1, 9_500);
    const again = { expectedSale: { shares: 1, proceedsCents: 9_500 } };
    expect(await list(sol, 3, 9_000, again, key)).toEqual(first);
    expect(await refusalOf(list(sol, 4, 9_000, again, key))).toBe('KEY_REUSED');

    const { id } = await list(sol, 2, 10_000);
    const bought = await buy(bob, id, 1, 10_000, key);
    await reprice(sol, id, 11_000);
    expect(await buy(bob, id, 1, 11_000, key)).toEqual(bought);
    expect(await free(bob)).toBe(1);
  });
});

describe('a listing', () => {
  test('reserves its shares, which still count as held', async () => {
    const receipt = await list(sol, 30, 10_500);
    expect(receipt).toMatchObject({ sharesLeft: 30, sharesTraded: 0, tradedCents: 0, status: 'open' });
    expect([await free(sol), await listed(sol)]).toEqual([70, 30]);
    expect((await api(sol).portfolio.overview()).totalShares).toBe(100);
    expect(await api(sol).properties.detail({ id: propertyId })).toMatchObject({
      viewerShares: 100,
      investorCount: 1,
    });
    expect(await api(sol).resale.sellable()).toMatchObject([{ sharesFree: 70, sharesListed: 30 }]);
  });

  test('cannot offer what is listed already, or what is not held', async () => {
    await list(sol, 70, 10_500);
    await refused(() => list(sol, 31, 10_500), 'SHARES_NOT_HELD');
    await refused(() => list(ada, 1, 10_500), 'SHARES_NOT_HELD');
    await list(sol, 30, 10_500);
    expect(await free(sol)).toBe(0);
  });

  test('is bought in parts, and closed when nothing is left', async () => {
    const { id } = await list(sol, 5, 10_500);
    const receipt = await buy(ada, id, 3, 31_500);
    expect(receipt).toMatchObject({ shares: 3, amountCents: 31_500, feeCents: 0, totalCents: 31_500 });
    expect([await cash(ada), await cash(sol)]).toEqual([468_500, 131_500]);
    expect([await free(ada), await free(sol), await listed(sol)]).toEqual([3, 95, 2]);
    await refused(() => buy(bob, id, 3, 31_500), 'NOT_ENOUGH_SHARES');
    await buy(bob, id, 2, 21_000);
    expect(await orderOf(id)).toMatchObject({ status: 'filled', sharesLeft: 0 });
    await refused(() => buy(bob, id, 1, 10_500), 'LISTING_CLOSED');
  });

  test('sold leaves one audit row, its transfers, and an event for each side', async () => {
    const { id } = await list(sol, 5, 10_500);
    const receipt = await buy(ada, id, 5, 52_500);
    const { db } = t.platform;
    const [trade] = await db.select().from(resaleTrades).where(eq(resaleTrades.id, receipt.id));
    const operationId = trade?.operationId ?? newId();
    const moved = await db.select().from(ledgerTransfers).where(eq(ledgerTransfers.operationId, operationId));
    expect(
      moved.map(({ code, debitAccount, creditAccount, amount }) => [
        code,
        debitAccount,
        creditAccount,
        amount,
      ]),
    ).toEqual([
      ['resale', `user:${ada.id}:cash`, `user:${sol.id}:cash`, 52_500],
      ['resale_shares', `user:${sol.id}:listed:${propertyId}`, `user:${ada.id}:shares:${propertyId}`, 5],
    ]);
    const audits = await db.select().from(auditLog).where(eq(auditLog.operationId, operationId));
    expect(audits).toMatchObject([
      { action: 'resale.buyShares', actorId: ada.id, subject: `trade:${trade?.id}` },
    ]);
    const events = await db.select().from(outboxEvents).where(eq(outboxEvents.operationId, operationId));
    expect(events.map(({ type, userId, propertyId: of }) => [type, userId, of])).toEqual([
      ['resale.sharesTraded', sol.id, propertyId],
      ['resale.sharesTraded', ada.id, null],
    ]);
  });

  test('several at one moment notify their seller and their buyer once', async () => {
    const { db } = t.platform;
    await list(sol, 5, 10_500);
    await list(sol, 5, 10_600);
    const { sharesTraded } = await bid(ada, 10, 10_600);
    expect(sharesTraded).toBe(10);
    const traded = await db
      .select()
      .from(resaleTrades)
      .where(eq(resaleTrades.propertyId, propertyId))
      .orderBy(resaleTrades.seq);
    expect(traded.map(({ sellerId, buyerId }) => [sellerId, buyerId])).toEqual(
      Array(2).fill([sol.id, ada.id]),
    );
    const [first] = traded;
    const events = await db
      .select()
      .from(outboxEvents)
      .where(eq(outboxEvents.operationId, first?.operationId ?? newId()))
      .orderBy(outboxEvents.id);
    const tradeEvents = events.filter(({ type }) => type === 'resale.sharesTraded');
    expect(tradeEvents.map(({ userId, propertyId: of, payload }) => [userId, of, payload])).toEqual([
      [sol.id, propertyId, { tradeId: first?.id }],
      [ada.id, null, { tradeId: first?.id }],
    ]);
  });

  test("refuses the buyer's own listing", async () => {
    const { id } = await list(sol, 5, 5_000);
    await refused(() => buy(sol, id, 1, 5_000), 'OWN_LISTING');
  });

  test('with another total than the buyer was shown is refused, and bought at the new one', async () => {
    const { id } = await list(sol, 5, 10_500);
    await refused(() => buy(ada, id, 2, 20_000), 'PRICE_CHANGED');
    await reprice(sol, id, 9_900);
    await refused(() => buy(ada, id, 2, 21_000), 'PRICE_CHANGED');
    expect(await buy(ada, id, 2, 19_800)).toMatchObject({ totalCents: 19_800 });
  });

  test('costs 50 to 200% of the offering price, whatever was traded last', async () => {
    for (const price of [1, 4_999, 20_001, 999_999_999_999]) {
      await refused(() => list(sol, 1, price), 'PRICE_OUT_OF_BAND');
      await refused(() => bid(ada, 1, price), 'PRICE_OUT_OF_BAND');
    }
    await expect(list(sol, 1, 20_001)).rejects.toThrow('$50.00 to $200.00');
    await refused(() => list(sol, 2, 0), 'MALFORMED');
    const { id } = await list(sol, 2, 20_000);
    await buy(ada, id, 1, 20_000);
    await refused(() => list(sol, 1, 20_001), 'PRICE_OUT_OF_BAND');
    await refused(() => reprice(sol, id, 20_001), 'PRICE_OUT_OF_BAND');
    await refused(() => reprice(sol, id, 4_999), 'PRICE_OUT_OF_BAND');
    await reprice(sol, id, 5_000);
    expect(await api(ada).resale.listing({ id })).toMatchObject({
      property: { priceBand: { lowestCents: 5_000, highestCents: 20_000 } },
    });
    expect((await api(ada).resale.book({ propertyId })).property.priceBand).toEqual({
      lowestCents: 5_000,
      highestCents: 20_000,
    });
  });

  test('has the band that the operator has set', async () => {
    const env = { RESALE_PRICE_MIN_PERCENT: '90', RESALE_PRICE_MAX_PERCENT: '110' };
    const strict = secondPlatform(t, { env });
    const narrow = (person: Person, price: number) => list(on(strict, person), 1, price);
    await refused(() => narrow(sol, 8_999), 'PRICE_OUT_OF_BAND');
    await refused(() => narrow(sol, 11_001), 'PRICE_OUT_OF_BAND');
    await narrow(sol, 11_000);
  });

  test('cannot be bought without the money', async () => {
    const { id } = await list(sol, 50, 10_001);
    await refused(() => buy(ada, id, 50, 500_050), 'INSUFFICIENT_FUNDS');
  });

  test('canceled gives back what is left, once, and only its seller can', async () => {
    const { id } = await list(sol, 10, 10_000);
    await buy(ada, id, 4, 40_000);
    await refused(() => cancelListing(ada, id), 'ORDER_NOT_FOUND');
    await refused(() => cancelBid(sol, id), 'ORDER_NOT_FOUND');
    const key = newKey();
    const closed = await cancelListing(sol, id, key);
    expect(closed).toEqual({ id, status: 'cancelled', sharesLeft: 6 });
    expect([await free(sol), await listed(sol)]).toEqual([96, 0]);
    expect(await cancelListing(sol, id, key)).toEqual(closed);
    await refused(() => cancelListing(sol, id), 'ORDER_CLOSED');
    await refused(() => buy(ada, id, 1, 10_000), 'LISTING_CLOSED');
    expect(await orderOf(id)).toMatchObject({ status: 'cancelled', sharesLeft: 6, shares: 10 });
  });

  test('expires: from that moment it cannot be bought, and a job gives the shares back', async () => {
    const { id } = await list(sol, 10, 10_000, { expiresInDays: 7 });
    t.clock.advance(7 * DAY + HOUR);
    await refused(() => buy(ada, id, 1, 10_000), 'LISTING_CLOSED');
    expect((await api(ada).resale.listings({ propertyId })).items).toEqual([]);
    expect(await listed(sol)).toBe(10);
    await t.platform.jobs.drain();
    expect([await free(sol), await listed(sol)]).toEqual([100, 0]);
    expect(await orderOf(id)).toMatchObject({ status: 'expired', sharesLeft: 10 });
    await t.platform.jobs.drain();
    const { items } = await api(sol).notifications.list({});
    expect(items.filter(({ title }) => title === 'Your listing expired')).toMatchObject([
      {
        type: 'property',
        message: expect.stringMatching(/^10 shares of .* at \$100\.00 did not sell in time\./),
        actionUrl: `/share-resale?property=${propertyId}`,
      },
    ]);
  });

  test.each([
    [
      'trading is halted',
      () => api(admin).resale.haltTrading({ propertyId, reason: 'A pipe burst.' }),
      'You can list them again when trading resumes.',
    ],
    [
      'the property is off the market',
      () => api(admin).properties.setStatus({ id: propertyId, status: 'pending', reason: 'Roof' }),
      'The property is off the market, so they cannot be listed now.',
    ],
  ])('that expires while %s is not said to be listable now', async (_, stop, text) => {
    await list(sol, 10, 10_000, { expiresInDays: 7 });
    await stop();
    t.clock.advance(7 * DAY + HOUR);
    await t.platform.jobs.drain();
    const { items } = await api(sol).notifications.list({});
    expect(items.find(({ title }) => title === 'Your listing expired')?.message).toMatch(
      new RegExp(` did not sell in time\\. ${text}$`),
    );
  });

  test('that cannot be closed when it expires delays those of no other property', async () => {
    const terms = { expiresInDays: 7 };
    const { id: broken } = await list(sol, 10, 10_000, terms);
    const others: string[] = [];
    for (const seller of [ada, bob]) {
      const other = await anApprovedProperty(t.platform, { shares: 10, owner, admin });
      await api(seller).investing.invest({ propertyId: other.id, shares: 1, requestId: newKey() });
      const { id } = await list(seller, 1, 10_000, { ...terms, propertyId: other.id });
      others.push(id);
    }
    t.clock.advance(7 * DAY);
    const setListed = (balance: number) =>
      t.platform.db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(
          sql`update ledger_accounts set balance = ${balance}::int where id = ${accounts.userListed(sol.id, propertyId).id}`,
        );
      });
    await setListed(0);
    const job = resaleJobs.handlers['resale.closeExpiredOrders'](systemOf(t.platform), {});
    await expect(job).rejects.toThrow('1 item failed');
    const statuses = await Promise.all([broken, ...others].map(async (id) => (await orderOf(id))?.status));
    expect(statuses).toEqual(['open', 'expired', 'expired']);
    await setListed(10);
    await t.platform.jobs.drain();
  });

  test('repeated with the same key is the same listing, and with other input it is refused', async () => {
    const key = newKey();
    const receipt = await list(sol, 10, 10_000, {}, key);
    expect(await list(sol, 10, 10_000, {}, key)).toEqual(receipt);
    await refused(() => list(sol, 11, 10_000, {}, key), 'KEY_REUSED');
    expect(await listed(sol)).toBe(10);
  });

  test('bought many times at once sells no more than it has', async () => {
    const { id } = await list(sol, 8, 10_000);
    const { done, refused: codes } = await outcomes(
      Array.from({ length: 12 }, () => buy(ada, id, 1, 10_000)),
    );
    expect(done).toHaveLength(8);
    expect(new Set(codes)).toEqual(new Set(['LISTING_CLOSED']));
    expect([await cash(ada), await free(ada)]).toEqual([420_000, 8]);
  });

  test('of a property off the market is not for sale, comes back with it, and can be canceled meanwhile', async () => {
    const { id } = await list(sol, 10, 10_000);
    await api(admin).properties.setStatus({ id: propertyId, status: 'pending', reason: 'Roof' });
    await refused(() => buy(ada, id, 1, 10_000), 'LISTING_CLOSED');
    await refused(() => list(sol, 1, 10_000), 'NOT_OPEN');
    await refused(() => bid(ada, 1, 10_000), 'NOT_OPEN');
    expect((await api(ada).resale.listings({ propertyId })).items).toEqual([]);
    expect(await refusalOf(api(ada).resale.book({ propertyId }))).toBe('PROPERTY_NOT_FOUND');
    expect(await api(sol).resale.book({ propertyId })).toMatchObject({ closed: true });
    const own = async () => (await api(sol).resale.ownListings({ state: 'open' })).items;
    expect(await own()).toMatchObject([{ id, haltReason: 'The property is off the market.' }]);
    await api(admin).properties.setStatus({ id: propertyId, status: 'approved' });
    await buy(ada, id, 1, 10_000);
    await cancelListing(sol, id);
  });
});

describe('a bid', () => {
  test('reserves its money, and gives it back when it is canceled', async () => {
    const receipt = await bid(ada, 10, 9_500);
    expect(receipt).toMatchObject({ status: 'open', sharesLeft: 10, tradedCents: 0 });
    expect([await cash(ada), await bidding(ada)]).toEqual([405_000, 95_000]);
    expect(await api(ada).wallet.overview()).toMatchObject({
      availableCents: 405_000,
      reservedForBidsCents: 95_000,
    });
    await refused(() => cancelBid(bob, receipt.id), 'ORDER_NOT_FOUND');
    await cancelBid(ada, receipt.id);
    expect([await cash(ada), await bidding(ada)]).toEqual([500_000, 0]);
  });

  test('cannot reserve more than there is', async () => {
    await bid(ada, 40, 10_000);
    await refused(() => bid(ada, 11, 10_000), 'INSUFFICIENT_FUNDS');
  });

  test('takes the cheapest listings first, of one price the oldest, each at its price', async () => {
    const expensive = await list(sol, 5, 10_200);
    const old = await list(sol, 5, 10_000);
    const young = await list(sol, 5, 10_000);
    const receipt = await bid(ada, 12, 10_200);
    expect(receipt).toMatchObject({ sharesTraded: 12, tradedCents: 120_400, status: 'filled' });
    expect(await cash(ada)).toBe(500_000 - 120_400);
    expect([await orderOf(old.id), await orderOf(young.id), await orderOf(expensive.id)]).toMatchObject([
      { sharesLeft: 0 },
      { sharesLeft: 0 },
      { sharesLeft: 3 },
    ]);
    expect(await tradesNow()).toEqual([
      [2, 10_200],
      [5, 10_000],
      [5, 10_000],
    ]);
  });

  test('that is filled in part waits for the rest with the rest of the money', async () => {
    await list(sol, 5, 9_000);
    const receipt = await bid(ada, 8, 9_500);
    expect(receipt).toMatchObject({ sharesTraded: 5, tradedCents: 45_000, sharesLeft: 3, status: 'open' });
    expect([await cash(ada), await bidding(ada)]).toEqual([500_000 - 45_000 - 28_500, 28_500]);
  });

  test('waiting is filled by a listing at or below its price, at the price of the bid', async () => {
    const low = await bid(ada, 5, 9_500);
    const high = await bid(bob, 5, 9_800);
    const receipt = await list(sol, 8, 9_000);
    expect(receipt).toMatchObject({ sharesTraded: 8, tradedCents: 5 * 9_800 + 3 * 9_500, status: 'filled' });
    expect([await orderOf(high.id), await orderOf(low.id)]).toMatchObject([
      { status: 'filled' },
      { status: 'open', sharesLeft: 2 },
    ]);
    expect([await bidding(ada), await bidding(bob), await cash(sol)]).toEqual([19_000, 0, 177_500]);
    expect([await free(ada), await free(bob), await free(sol)]).toEqual([3, 5, 92]);
  });

  test('of one price is filled in the order of time', async () => {
    const first = await bid(ada, 5, 9_500);
    const second = await bid(bob, 5, 9_500);
    await list(sol, 6, 9_500);
    expect([await orderOf(first.id), await orderOf(second.id)]).toMatchObject([
      { sharesLeft: 0 },
      { sharesLeft: 4 },
    ]);
  });

  test('never meets the own listing, nor a listing the own bid', async () => {
    await list(sol, 5, 9_000);
    await refused(() => bid(sol, 1, 9_000), 'OWN_LISTING');
    await bid(sol, 1, 8_999);
    await refused(() => list(sol, 1, 8_999), 'OWN_BID');
    await list(sol, 1, 9_000);
  });

  test('expires like a listing, and its money comes back', async () => {
    const { id } = await bid(ada, 10, 9_500, { expiresInDays: 1 });
    t.clock.advance(DAY + HOUR);
    const late = await list(sol, 1, 9_500);
    expect(late).toMatchObject({ sharesTraded: 0, status: 'open' });
    await t.platform.jobs.drain();
    expect([await cash(ada), await bidding(ada)]).toEqual([500_000, 0]);
    expect(await orderOf(id)).toMatchObject({ status: 'expired' });
    expect((await api(ada).notifications.list({})).items).toContainEqual(
      expect.objectContaining({
        title: 'Your bid expired',
        message: expect.stringMatching(/^Your bid for 10 shares of .* \$950\.00 is available again\.$/),
      }),
    );
  });

  test('of many at once, all wait in order and none crosses another', async () => {
    await outcomes([...Array.from({ length: 10 }, (_, at) => bid(at % 2 ? ada : bob, 2, 9_000 + at))]);
    const { bids } = await api(sol).resale.book({ propertyId });
    expect(bids.map(({ pricePerShareCents }) => pricePerShareCents)).toEqual(
      Array.from({ length: 10 }, (_, at) => 9_009 - at),
    );
    const receipt = await list(sol, 20, 9_000);
    expect(receipt.status).toBe('filled');
  });

  test('finds the open orders of its person by an index without the closed ones', async () => {
    const { platform, close } = await testPlatform();
    await platform.db.execute(sql`vacuum analyze resale_orders`);
    const used = await indexesUsed(platform, 'resale_orders', (runner) =>
      ownOrdersOf(runner, [{ userId: ada.id, propertyId }]),
    );
    expect(used).toEqual(new Set(['resale_orders_user_open']));
    await close();
  });

  test('beyond fifty open orders in a property is refused', async () => {
    await outcomes(Array.from({ length: 50 }, () => bid(ada, 1, 5_000)));
    await refused(() => bid(ada, 1, 5_000), 'TOO_MANY_ORDERS');
    await bid(bob, 1, 5_000);
  });
});

describe('another price for a listing', () => {
  test('puts it behind those that have the price already', async () => {
    const moved = await list(sol, 5, 10_500);
    const there = await list(sol, 5, 10_000);
    await reprice(sol, moved.id, 10_000);
    await bid(ada, 6, 10_000);
    expect([await orderOf(there.id), await orderOf(moved.id)]).toMatchObject([
      { sharesLeft: 0 },
      { sharesLeft: 4, pricePerShareCents: 10_000 },
    ]);
  });

  test('meets the bids that it now can, with the shares that are listed', async () => {
    const { id } = await list(sol, 5, 10_500);
    await bid(ada, 3, 9_900);
    expect(await reprice(sol, id, 9_000)).toMatchObject({
      sharesTraded: 3,
      tradedCents: 29_700,
      sharesLeft: 2,
    });
    expect([await listed(sol), await free(sol), await free(ada)]).toEqual([2, 95, 3]);
  });

  test('is refused of others, unchanged, closed, or when it would meet the own bid', async () => {
    const { id } = await list(sol, 5, 10_500);
    await refused(() => reprice(ada, id, 9_000), 'ORDER_NOT_FOUND');
    await refused(() => reprice(sol, id, 10_500), 'PRICE_UNCHANGED');
    await bid(sol, 1, 9_000);
    await refused(() => reprice(sol, id, 9_000), 'OWN_BID');
    await cancelListing(sol, id);
    await refused(() => reprice(sol, id, 9_500), 'ORDER_CLOSED');
  });

  test('passes over a bid that is past its expiry and not closed yet, and leaves no crossed book', async () => {
    const { id } = await list(sol, 10, 10_000);
    await bid(ada, 5, 8_000, { expiresInDays: 1 });
    t.clock.advance(DAY);
    expect(await reprice(sol, id, 8_000)).toMatchObject({ sharesTraded: 0, sharesLeft: 10 });
    await expectBooksBalance(t.platform);
  });
});

describe('a halt', () => {
  test('refuses every trade and order with its reason shown, lets people cancel, and ends', async () => {
    const { id } = await list(sol, 5, 10_000);
    const { id: bidId } = await bid(ada, 1, 9_000);
    const reason = 'The appraisal is being reviewed.';
    await api(admin).resale.haltTrading({ propertyId, reason });
    for (const call of [
      () => buy(ada, id, 1, 10_000),
      () => list(sol, 1, 10_000),
      () => bid(ada, 1, 9_000),
      () => reprice(sol, id, 9_900),
    ]) {
      await refused(call, 'TRADING_HALTED');
    }
    expect(await api(sol).resale.book({ propertyId })).toMatchObject({ haltReason: reason });
    expect(await api(sol).resale.sellable()).toMatchObject([{ haltReason: reason }]);
    expect((await api(ada).resale.listings({ propertyId })).items).toMatchObject([{ haltReason: reason }]);
    await refused(() => api(admin).resale.haltTrading({ propertyId, reason }), 'ALREADY_HALTED');
    await cancelBid(ada, bidId);
    await api(admin).resale.resumeTrading({ propertyId });
    await refused(() => api(admin).resale.resumeTrading({ propertyId }), 'NOT_HALTED');
    await buy(ada, id, 1, 10_000);
  });

  test('needs a property, a reason and an admin', async () => {
    const missing = { propertyId: 2_000_000_000, reason: 'x' };
    await refused(() => api(admin).resale.haltTrading(missing), 'PROPERTY_NOT_FOUND');
    await refused(() => api(admin).resale.haltTrading({ propertyId, reason: ' ' }), 'MALFORMED');
    await refused(() => api(sol).resale.haltTrading({ propertyId, reason: 'x' }), 'ADMIN_REQUIRED');
  });
});

describe('a revaluation', () => {
  test('cancels the orders outside of the new band, gives back what they reserved, and notifies', async () => {
    await list(sol, 5, 19_000);
    const { id: listing } = await list(sol, 2, 10_000);
    const { id: low } = await bid(ada, 3, 5_000);
    const { id: high } = await bid(ada, 2, 9_900);
    const { id: other } = await bid(bob, 2, 10_000 - 200);
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 490_000 });
    // A share is worth $49.00, so prices are from $24.50 to $98.00.
    expect([await orderOf(listing), await orderOf(high)]).toMatchObject([
      { status: 'cancelled', sharesLeft: 2 },
      { status: 'cancelled', sharesLeft: 2 },
    ]);
    expect([await orderOf(low), await orderOf(other)]).toMatchObject([
      { status: 'open' },
      { status: 'open' },
    ]);
    expect([await free(sol), await listed(sol)]).toEqual([100, 0]);
    expect([await bidding(ada), await cash(ada)]).toEqual([15_000, 485_000]);
    const textOf = async (person: Person) => {
      const { items } = await api(person).notifications.list({});
      return items.find(({ title }) => title.includes('canceled'))?.message;
    };
    expect(await textOf(ada)).toMatch(
      /is now worth \$49\.00, so shares can trade at \$24\.50 to \$98\.00 each\. Your bid for 2 shares at \$99\.00 was canceled, and \$198\.00 is available again\.$/,
    );
    expect(await textOf(sol)).toMatch(/Your 2 orders at other prices were canceled\./);
    expect(await textOf(bob)).toBeUndefined();
  });

  test('that leaves out more orders than can be closed at once halts trading until a job has closed them', async () => {
    const bidders = await Promise.all(
      Array.from({ length: 9 }, () => aUser(t.platform, { cash: 50 * 20_000 })),
    );
    await Promise.all(bidders.flatMap((one) => Array.from({ length: 50 }, () => bid(one, 1, 20_000))));
    const openOrders = async () => {
      const orders = await t.platform.db
        .select()
        .from(resaleOrders)
        .where(eq(resaleOrders.propertyId, propertyId));
      return orders.filter(({ status }) => status === 'open').length;
    };
    const haltReason = async () => (await api(sol).resale.book({ propertyId })).haltReason;
    const closing = /^Orders outside the new price range are being canceled\./;
    // Prices are up to $190.00 now: a listing at that would sell to the bids outside.
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 950_000 });
    expect([await openOrders(), await haltReason()]).toEqual([250, expect.stringMatching(closing)]);
    await refused(() => list(sol, 1, 19_000), 'TRADING_HALTED');
    const resumed = await api(admin).resale.resumeTrading({ propertyId });
    expect(resumed.haltReason).toMatch(closing);
    expect([await openOrders(), await haltReason()]).toEqual([50, resumed.haltReason]);
    t.clock.advance(MINUTE);
    await t.platform.jobs.drain();
    expect([await openOrders(), await haltReason()]).toEqual([0, null]);
    for (const one of bidders) expect([await bidding(one), await cash(one)]).toEqual([0, 1_000_000]);
    expect((await list(sol, 1, 19_000)).sharesTraded).toBe(0);
  });

  test('too small to halt trading does so, too', async () => {
    const { id } = await list(sol, 5, 20_000);
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 995_000 });
    expect(await orderOf(id)).toMatchObject({ status: 'cancelled' });
    expect((await api(sol).resale.book({ propertyId })).haltReason).toBeNull();
    await refused(() => buy(ada, id, 1, 20_000), 'LISTING_CLOSED');
  });
});

describe('refused input', () => {
  test.each([
    { shares: 0 },
    { shares: 1.5 },
    { pricePerShareCents: 1_000_000_000_000 },
    { shares: 100_000_000, pricePerShareCents: 100_000 },
    { expiresInDays: 366 },
    { sellerId: 'x' },
  ])('%j', async (change) => {
    await refused(() => list(sol, 1, 100, change), 'MALFORMED');
    await refused(() => bid(ada, 1, 100, change), 'MALFORMED');
  });

  test('of a bid for more shares than the property has, so that a book always adds up', async () => {
    await refused(() => bid(ada, 101, 5_000), 'MORE_THAN_ALL_SHARES');
    await refused(() => bid(ada, 100_000_000, 5_000), 'MORE_THAN_ALL_SHARES');
    await bid(ada, 100, 5_000);
    expect((await api(ada).resale.book({ propertyId })).bids).toMatchObject([{ sharesLeft: 100 }]);
  });

  test('of another price at which a listing would cost more than money can count', async () => {
    const { id: wide } = await anApprovedProperty(t.platform, {
      shares: 11_000,
      price: 100,
      owner: admin,
      admin,
    });
    const holder = await aUser(t.platform, { cash: 1_100_000 });
    await api(holder).investing.invest({ propertyId: wide, shares: 10_000, requestId: newKey() });
    const boundless = secondPlatform(t, { env: { RESALE_PRICE_MAX_PERCENT: '10000' } });
    const reviewer = await anAdmin(t.platform);
    await anApprovedValuation(admin, reviewer, { propertyId: wide, amountCents: 11_000 * 1_000_000 });
    t.clock.advance(DAY);
    await t.platform.jobs.drain();
    const { id } = await list(on(boundless, holder), 10_000, 99_000_000, { propertyId: wide });
    await refused(() => reprice(on(boundless, holder), id, 100_000_000), 'BEYOND_MONEY');
  });

  test('of a property that does not exist, or a listing that never was', async () => {
    const nowhere = { propertyId: 2_000_000_000 };
    await refused(() => bid(ada, 1, 5_000, nowhere), 'NOT_OPEN');
    await refused(() => list(ada, 1, 5_000, nowhere), 'SHARES_NOT_HELD');
    await refused(() => buy(ada, newId(), 1, 5_000), 'LISTING_CLOSED');
    await refused(() => cancelListing(ada, newId()), 'ORDER_NOT_FOUND');
    const { id } = await bid(bob, 1, 5_000);
    await refused(() => buy(ada, id, 1, 5_000), 'LISTING_CLOSED');
  });

  test('of a visitor or with a read token', async () => {
    const { id } = await list(sol, 1, 5_000);
    const input = { listingId: id, shares: 1, expectedTotalCents: 5_000, requestId: newKey() };
    await refused(() => api(contextOf(t.platform)).resale.buyShares(input), 'UNAUTHORIZED');
    const reader = contextOf(t.platform, { ...ada.actor, scope: 'read' });
    await refused(() => api(reader).resale.buyShares(input), 'READ_ONLY_TOKEN');
  });
});

test('the volume of the last 30 days is added up without reading every trade that was ever made', async () => {
  const since = t.clock.now();
  const used = await indexesUsed(t.platform, 'resale_trades', (runner) => tradedSince(runner, since));
  expect(used).toContain('resale_trades_at');
});

describe('wash trades', () => {
  test('are found by the index of the pair, with statistics from when there were no trades', async () => {
    const { platform, close } = await testPlatform();
    await platform.db.execute(sql`vacuum analyze resale_trades`);
    const used = await indexesUsed(platform, 'resale_trades', (runner) =>
      markWashTrades(runner, [{ id: newKey(), sellerId: 'a', buyerId: 'b' }], new Date()),
    );
    expect(used).toEqual(new Set(['resale_trades_pkey', 'resale_trades_buyer']));
    await close();
  });

  const trade = async (seller: Person, buyer: Person, shares: number, price: number) => {
    const { id } = await list(seller, shares, price);
    await buy(buyer, id, shares, shares * price);
  };
  const seen = async (person: Person) => {
    const { volume, weeks } = await api(person).resale.tradingFigures({ propertyId });
    return {
      last: (await api(person).resale.book({ propertyId })).lastPriceCents,
      trades: (await api(person).resale.trades({ propertyId })).length,
      volume: volume.map(({ amountCents }) => amountCents),
      weeks: weeks.map(({ pricePerShareCents, shares }) => [pricePerShareCents, shares]),
    };
  };

  test('count for no price, volume or chart, and their money and shares stay where they went', async () => {
    await trade(sol, bob, 2, 10_100);
    const before = await seen(ada);
    const market = (await api(ada).resale.marketFigures()).tradedCents;
    await trade(sol, ada, 3, 20_000);
    await trade(sol, ada, 1, 19_000);
    expect(await seen(ada)).not.toEqual(before);
    await trade(ada, sol, 1, 5_000);
    expect(await seen(ada)).toEqual(before);
    expect((await api(ada).resale.marketFigures()).tradedCents).toBe(market);
    expect([await free(ada), await cash(ada)]).toEqual([3, 500_000 - 79_000 + 5_000]);
    const { items } = await api(admin).resale.washTrades({});
    expect(items.filter(({ property }) => property.id === propertyId)).toMatchObject([
      { trades: 3, shares: 5, amountCents: 84_000 },
    ]);
    expect(items[0]?.people.map(({ email }) => email).sort()).toEqual([sol.email, ada.email].sort());
  });

  test('are found in one moment, and not after more than thirty days', async () => {
    await list(sol, 5, 10_000);
    await trade(sol, ada, 1, 9_000);
    t.clock.advance(31 * DAY);
    await trade(ada, sol, 1, 9_500);
    expect((await seen(bob)).last).toBe(9_500);
    await trade(sol, ada, 1, 9_400);
    expect((await seen(bob)).last).toBe(9_000);
  });

  test('are marked exactly as the rule says, for any people, shares and times', async () => {
    const twin = await aUser(t.platform, { cash: 500_000 });
    await verifyIdentity(bob, '219099990');
    await verifyIdentity(twin, '219099990');
    const people = [sol, ada, bob, twin];
    const isSamePerson = (one: string, other: string) =>
      one === other || [one, other].every((id) => id === bob.id || id === twin.id);
    const step = fc.record({ seller: fc.nat(3), buyer: fc.nat(3), days: fc.constantFrom(0, 1, 16, 31) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        const { id } = await anApprovedProperty(t.platform, { shares: 40, owner, admin, price: 100 });
        for (const one of people) {
          await api(one).investing.invest({ propertyId: id, shares: 10, requestId: newKey() });
        }
        for (const { seller, buyer, days } of steps) {
          if (seller === buyer) continue;
          t.clock.advance(days * DAY);
          const [from, to] = [people[seller] as Person, people[buyer] as Person];
          const { id: listingId } = await list(from, 1, 100, { propertyId: id });
          await buy(to, listingId, 1, 100);
        }
        const trades = await t.platform.db.select().from(resaleTrades).where(eq(resaleTrades.propertyId, id));
        const marked = await t.platform.db
          .select()
          .from(resaleWashTrades)
          .where(eq(resaleWashTrades.propertyId, id));
        const expected = trades.filter(
          (one) =>
            isSamePerson(one.sellerId, one.buyerId) ||
            trades.some((other) => areWashTrades(one, other, isSamePerson)),
        );
        expect(marked.map(({ tradeId }) => tradeId).sort()).toEqual(expected.map((one) => one.id).sort());
      }),
      { numRuns: 6, seed: 20_240_117 },
    );
  });

  test('are those between two accounts of one person, and the way back by another of them', async () => {
    const twin = await aUser(t.platform, { cash: 500_000 });
    await trade(sol, ada, 1, 10_300);
    const before = await seen(ada);
    await verifyIdentity(sol, '219099991');
    await verifyIdentity(twin, '219099991');
    await trade(sol, twin, 2, 20_000);
    await list(twin, 1, 20_000);
    await bid(sol, 1, 20_000);
    expect(await seen(ada)).toEqual(before);
    await trade(sol, bob, 2, 19_000);
    expect((await seen(ada)).last).toBe(19_000);
    await trade(bob, twin, 1, 18_000);
    expect(await seen(ada)).toEqual(before);
  });

  test('are judged by what was verified when they were made', async () => {
    const twin = await aUser(t.platform, { cash: 500_000 });
    await trade(sol, twin, 2, 11_000);
    await verifyIdentity(sol, '219099992');
    await verifyIdentity(twin, '219099992');
    const drifts = () => Promise.all(resaleInvariants.map(({ drift }) => rows(t.platform.db, drift)));
    expect((await seen(ada)).last).toBe(11_000);
    expect((await drifts()).flat()).toEqual([]);
    await trade(sol, twin, 2, 12_000);
    // As when an account is cleared.
    await t.platform.db.execute(
      sql`update kyc_applications set status = 'in_progress' where user_id = ${twin.id}`,
    );
    expect((await seen(ada)).last).toBeNull();
    expect((await drifts()).flat()).toEqual([]);
    await t.platform.db.execute(
      sql`update kyc_applications set status = 'approved' where user_id = ${twin.id}`,
    );
  });

  test('are listed for admins page by page', async () => {
    await trade(sol, ada, 1, 10_000);
    await trade(ada, sol, 1, 10_000);
    await trade(sol, bob, 1, 10_000);
    await trade(bob, sol, 1, 10_000);
    const pairs = await allPages((cursor) =>
      api(admin).resale.washTrades({ limit: 1, ...(cursor ? { cursor } : {}) }),
    );
    const here = pairs.filter(({ property }) => property.id === propertyId);
    expect(here.map(({ people }) => people.some(({ id }) => id === bob.id))).toEqual([true, false]);
  });
});

test('sums of many amounts are shown, however large they are', async () => {
  const { id } = await list(sol, 1, 10_000);
  await buy(ada, id, 1, 10_000);
  const huge = sql`insert into resale_trades
      (id, operation_id, property_id, listing_id, seller_id, buyer_id, shares, price_per_share, amount, fee, at)
    select gen_random_uuid(), operation_id, property_id, listing_id, seller_id, buyer_id, 100000000, 99,
           9900000000, 0, at
    from resale_trades, generate_series(1, 30) where property_id = ${propertyId}`;
  const undo = new Error('undo');
  const figures = t.platform.db.transaction(async (tx) => {
    await tx.execute(huge);
    const platform = { ...t.platform, db: tx } as unknown as typeof t.platform;
    const person = { ...ada, platform };
    const { volume } = await api(person).resale.tradingFigures({ propertyId });
    const { tradedCents } = await api(person).resale.marketFigures();
    expect([volume[0]?.shares, volume[0]?.amountCents]).toEqual([3_000_000_001, 29_700_000_010_000]);
    expect(tradedCents).toBeGreaterThanOrEqual(29_700_000_010_000);
    throw undo;
  });
  await expect(figures).rejects.toBe(undo);
});

describe('what people see', () => {
  test('listings are those of others, under a pseudonym, with what they show of the price', async () => {
    await list(sol, 10, 12_000);
    await bid(ada, 1, 5_000);
    expect((await api(sol).resale.listings({ propertyId })).items).toEqual([]);
    const { items } = await api(ada).resale.listings({ propertyId });
    expect(items).toMatchObject([
      {
        seller: expect.stringMatching(/^User [0-9a-f]{4}$/),
        sharesLeft: 10,
        pricePerShareCents: 12_000,
        property: { id: propertyId, offeringPriceCents: 10_000, annualYieldBps: 750 },
      },
    ]);
    expect(JSON.stringify(items)).not.toContain(sol.id);
  });

  test.each(['newest', 'price', 'yield', 'discount'] as const)(
    'pages by %s neither skip nor repeat',
    async (sort) => {
      const prices = [9_000, 11_000, 10_000, 9_500, 10_000, 12_345, 9_000];
      for (const price of prices) await list(sol, 1, price);
      const seen = await allPages((cursor) =>
        api(ada).resale.listings({ propertyId, sort, limit: 2, ...(cursor ? { cursor } : {}) }),
      );
      const expected = sort === 'newest' ? prices.toReversed() : prices.toSorted((a, b) => a - b);
      expect(seen.map(({ pricePerShareCents }) => pricePerShareCents)).toEqual(expected);
    },
  );

  test('a ladder has a property’s listings by price, its cheapest first, and no own ones', async () => {
    for (const price of [10_300, 9_900, 10_100, 10_200]) await list(sol, 2, price);
    const ladderOf = async (person: Person) => (await api(person).resale.ladders({ propertyId })).items;
    expect(await ladderOf(sol)).toEqual([]);
    const [ladder, ...more] = await ladderOf(ada);
    expect(more).toEqual([]);
    expect(ladder).toMatchObject({ listings: 4, sharesForSale: 8, property: { id: propertyId } });
    expect(ladder?.best.map(({ pricePerShareCents }) => pricePerShareCents)).toEqual([9_900, 10_100, 10_200]);
    const { availableShares } = await api(ada).properties.detail({ id: propertyId });
    expect(ladder?.newShares).toEqual(
      availableShares > 0 ? { available: availableShares, fewest: 1, oneCostsCents: 10_250 } : null,
    );
  });

  test.each(['newest', 'price', 'yield', 'discount'] as const)(
    'ladders by %s stand in the order of their best listings, each once',
    async (sort) => {
      for (const price of [9_000, 11_000]) await list(sol, 1, price);
      const ladders = await allPages(async (cursor) => {
        const page = await api(ada).resale.ladders({ sort, limit: 1, ...(cursor ? { cursor } : {}) });
        return { ...page, items: page.items.map(({ property }) => property) };
      });
      const listings = await allPages((cursor) =>
        api(ada).resale.listings({ sort, limit: 100, ...(cursor ? { cursor } : {}) }),
      );
      expect(ladders.map(({ id }) => id)).toEqual([...new Set(listings.map(({ property }) => property.id))]);
    },
  );

  test('the book adds up the shares at each price, and marks own shares', async () => {
    await list(sol, 5, 10_000);
    await list(sol, 2, 10_000);
    await bid(ada, 3, 9_000);
    await bid(bob, 4, 9_000);
    const seen = await api(ada).resale.book({ propertyId });
    expect(seen.asks).toEqual([{ pricePerShareCents: 10_000, sharesLeft: 7, ownShares: 0 }]);
    expect(seen.bids).toEqual([{ pricePerShareCents: 9_000, sharesLeft: 7, ownShares: 3 }]);
    expect(seen).toMatchObject({
      lastPriceCents: null,
      closed: false,
      viewer: { sharesFree: 0, sharesListed: 0 },
    });
  });

  test('trades name nobody but show the viewer which are theirs; figures count them', async () => {
    const { id } = await list(sol, 5, 10_000);
    t.clock.advance(HOUR);
    await buy(ada, id, 2, 20_000);
    await buy(bob, id, 3, 30_000);
    const unsold = await list(sol, 5, 20_000);
    await cancelListing(sol, unsold.id);
    expect(await api(ada).resale.trades({ propertyId })).toMatchObject([
      { shares: 3, mine: null },
      { shares: 2, mine: 'bought' },
    ]);
    expect((await api(sol).resale.trades({ propertyId })).map(({ mine }) => mine)).toEqual(['sold', 'sold']);
    const figures = await api(ada).resale.tradingFigures({ propertyId });
    expect(figures.volume).toEqual([7, 30, 365].map((days) => ({ days, shares: 5, amountCents: 50_000 })));
    expect(figures.neverSold).toEqual({ listings: 1, of: 2 });
    expect(figures.medianSecondsToSell).toBe(3_600);
    expect(figures.weeks).toMatchObject([{ pricePerShareCents: 10_000, shares: 5 }]);
    expect(await api(ada).properties.detail({ id: propertyId })).toMatchObject({ weeklySharesSold: 100 });
  });

  test('a listing that closed after it sold in part has neither sold out nor stayed without a sale', async () => {
    const { id } = await list(sol, 5, 10_000);
    await buy(ada, id, 2, 20_000);
    await cancelListing(sol, id);
    const figures = await api(ada).resale.tradingFigures({ propertyId });
    expect(figures).toMatchObject({ medianSecondsToSell: null, neverSold: { listings: 0, of: 1 } });
  });

  test('own listings and bids are paged by whether they are open', async () => {
    const first = await list(sol, 5, 10_000);
    await list(sol, 6, 10_000);
    await cancelListing(sol, first.id);
    await bid(ada, 3, 9_000);
    const open = await api(sol).resale.ownListings({ state: 'open' });
    expect(open.items).toMatchObject([{ shares: 6, status: 'open', propertyName: 'Maple Court' }]);
    expect((await api(sol).resale.ownListings({ state: 'closed' })).items).toMatchObject([
      { id: first.id, status: 'cancelled' },
    ]);
    expect((await api(ada).resale.ownBids({ state: 'open' })).items).toMatchObject([{ shares: 3 }]);
    expect((await api(bob).resale.ownBids({ state: 'open' })).items).toEqual([]);
  });

  test('the cash history shows every movement of a resale with the balance after it', async () => {
    const { id } = await list(sol, 5, 10_000);
    await buy(ada, id, 2, 20_000);
    const placed = await bid(ada, 2, 9_000);
    await cancelBid(ada, placed.id);
    const { items } = await api(ada).wallet.movements({ limit: 3 });
    expect(
      items.map(({ kind, amountCents, balanceAfterCents, description }) => [
        kind,
        amountCents,
        balanceAfterCents,
        description,
      ]),
    ).toEqual([
      ['bid_released', 18_000, 480_000, 'Released from a bid on Maple Court'],
      ['bid_reserved', -18_000, 462_000, 'Reserved for a bid on Maple Court'],
      ['resale_purchase', -20_000, 480_000, 'Resale purchase of Maple Court'],
    ]);
    expect((await api(sol).wallet.movements({ limit: 1 })).items).toMatchObject([
      { kind: 'resale_sale', amountCents: 20_000, description: 'Resale of shares of Maple Court' },
    ]);
  });

  test('what a freeze releases names a property only where all of its bids are on one', async () => {
    const { id: otherId } = await anApprovedProperty(t.platform, { name: 'Birch Row' });
    const onOther = { propertyId: otherId, shares: 1, pricePerShareCents: 9_000 };
    const releasedOf = async (person: Person) => {
      await api(admin).freezes.freezeAccount({ userId: person.id, reason: 'An open question.' });
      const { items } = await api(person).wallet.movements({ limit: 2 });
      const { items: same } = await api(person).transactions.list({ limit: 2 });
      const inWallet = items.filter(({ kind }) => kind === 'bid_released');
      const listed = same.filter(({ type }) => type === 'bid_released');
      return [...inWallet, ...listed].map(({ description }) => description);
    };
    await list(sol, 2, 20_000);
    await api(sol).resale.placeBid({ ...onOther, requestId: newKey() });
    expect(new Set(await releasedOf(sol))).toEqual(new Set(['Released from a bid on Birch Row']));
    await bid(ada, 1, 9_000);
    await api(ada).resale.placeBid({ ...onOther, requestId: newKey() });
    expect(new Set(await releasedOf(ada))).toEqual(new Set(['Released from a bid on a property']));
  });
});

describe('lots', () => {
  /** Lots consumed by sales: shares, cost, proceeds, and the shares left. */
  const gains = async ({ id }: Person) =>
    (
      await rows<{ part: number[] }>(
        t.platform.db,
        sql`select json_build_array(shares, cost * 100, proceeds * 100, (proceeds - cost) * 100) as part
            from lot_disposals where user_id = ${id} order by disposed_at, trade_id, lot_id`,
      )
    ).map(({ part }) => part);

  /** Bob holds 3 shares bought at 100.00 and 4 bought at 120.00. */
  async function twoLots() {
    const cheap = await list(sol, 3, 10_000);
    await buy(bob, cheap.id, 3, 30_000);
    t.clock.advance(HOUR);
    const expensive = await list(sol, 4, 12_000);
    await buy(bob, expensive.id, 4, 48_000);
    const [one, two] = await api(bob).lots.open({ propertyId });
    return { cheap: one?.id ?? '', expensive: two?.id ?? '' };
  }

  test('a purchase is a lot whose cost has the fee in it; a sale takes the oldest first', async () => {
    expect(await api(sol).lots.open({ propertyId })).toMatchObject([
      { sharesLeft: 100, sharesFree: 100, costCents: 1_025_000, pricePerShareCents: 10_000 },
    ]);
    await twoLots();
    expect(await gains(sol)).toEqual([
      [3, 30_750, 30_000, -750],
      [4, 41_000, 48_000, 7_000],
    ]);
    await bid(ada, 5, 11_000);
    await list(bob, 5, 11_000);
    expect(await gains(bob)).toEqual([
      [3, 30_000, 33_000, 3_000],
      [2, 24_000, 22_000, -2_000],
    ]);
    expect(await api(bob).lots.open({ propertyId })).toMatchObject([{ sharesLeft: 2, costCents: 24_000 }]);
  });

  test('a listing can choose its lots; other sales leave them alone', async () => {
    const { cheap, expensive } = await twoLots();
    const chosen = await list(bob, 3, 13_000, { lots: [{ lotId: expensive, shares: 3 }] });
    expect(await api(bob).lots.open({ propertyId })).toMatchObject([
      { id: cheap, sharesFree: 3 },
      { id: expensive, sharesLeft: 4, sharesFree: 1 },
    ]);
    const rest = await list(bob, 4, 12_500);
    await buy(ada, rest.id, 4, 50_000);
    await buy(ada, chosen.id, 2, 26_000);
    expect(await gains(bob)).toEqual([
      [3, 30_000, 37_500, 7_500],
      [1, 12_000, 12_500, 500],
      [2, 24_000, 26_000, 2_000],
    ]);
    await cancelListing(bob, chosen.id);
    expect(await api(bob).lots.open({ propertyId })).toMatchObject([
      { id: expensive, sharesLeft: 1, sharesFree: 1 },
    ]);
  });

  test('chosen lots are sold immediately to waiting bids as well', async () => {
    const { expensive } = await twoLots();
    await bid(ada, 2, 13_000);
    await list(bob, 3, 13_000, { lots: [{ lotId: expensive, shares: 3 }] });
    expect(await gains(bob)).toEqual([[2, 24_000, 26_000, 2_000]]);
  });

  test('only free shares of the own lots of the property can be chosen, as many as are listed', async () => {
    const { cheap, expensive } = await twoLots();
    const [other] = await api(sol).lots.open({ propertyId });
    const choose = (shares: number, lots: { lotId: string; shares: number }[]) => () =>
      list(bob, shares, 13_000, { lots });
    await refused(choose(4, [{ lotId: cheap, shares: 4 }]), 'LOTS_NOT_FREE');
    await refused(choose(1, [{ lotId: other?.id ?? '', shares: 1 }]), 'LOTS_NOT_FREE');
    await refused(
      choose(2, [
        { lotId: expensive, shares: 1 },
        { lotId: expensive, shares: 1 },
      ]),
      'LOTS_NOT_FREE',
    );
    await refused(choose(2, [{ lotId: expensive, shares: 1 }]), 'MALFORMED');
    await list(bob, 4, 13_000, { lots: [{ lotId: expensive, shares: 4 }] });
    await refused(choose(1, [{ lotId: expensive, shares: 1 }]), 'LOTS_NOT_FREE');
  });

  test('an expired listing frees the lots it had chosen', async () => {
    const { expensive } = await twoLots();
    await list(bob, 4, 13_000, { lots: [{ lotId: expensive, shares: 4 }], expiresInDays: 1 });
    t.clock.advance(2 * DAY);
    await t.platform.jobs.drain();
    expect(await api(bob).lots.open({ propertyId })).toMatchObject([{ sharesFree: 3 }, { sharesFree: 4 }]);
  });
});

test('listings, bids and trades cannot be deleted or rewritten, only closed', async () => {
  const { id } = await list(sol, 5, 10_000);
  await buy(ada, id, 2, 20_000);
  for (const statement of [
    sql`delete from resale_orders`,
    sql`update resale_trades set shares = 1`,
    sql`delete from lot_disposals`,
  ]) {
    await expect(rows(t.platform.db, statement)).rejects.toThrow();
  }
});
