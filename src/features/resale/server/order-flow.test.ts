import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import { present } from '#kernel/assert.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, type Person } from '#tests/support/actors.ts';
import { cashOf, expectBooksBalance, ledgerState, refusalOf } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const CASH = 20_000;
const SHARES = 30;
const PEOPLE = 3;

interface Entry {
  do: 'list' | 'bid';
  who: number;
  shares: number;
  price: number;
}
type OnOrder =
  | { do: 'buy'; which: number; who: number; shares: number }
  | { do: 'cancel'; which: number }
  | { do: 'reprice'; which: number; price: number };
type Step = Entry | OnOrder;

const who = fc.nat(PEOPLE - 1);
const shares = fc.integer({ min: 1, max: 12 });
const price = fc.integer({ min: 95, max: 105 }).map((dollars) => dollars * 10);
const which = fc.nat(30);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('list' as const), who, shares, price }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('bid' as const), who, shares, price }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('buy' as const), who, which, shares }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reprice' as const), which, price }) },
);

interface ModelOrder {
  id: string;
  side: 'list' | 'bid';
  who: number;
  price: number;
  left: number;
}

/** The market as a few lines of arithmetic: orders in their order of time, and what everyone has. */
class Model {
  cash = Array<number>(PEOPLE).fill(CASH);
  free = Array<number>(PEOPLE).fill(SHARES);
  orders: ModelOrder[] = [];

  /** Puts an order at the end of the queue and lets it meet the best of the other side, until nothing meets it. */
  enter(order: ModelOrder): void {
    for (;;) {
      const best = this.orders
        .filter((one) => one.left > 0 && one.side !== order.side)
        .filter((one) => (order.side === 'bid' ? one.price <= order.price : one.price >= order.price))
        .sort((a, b) => (order.side === 'bid' ? a.price - b.price : b.price - a.price))[0];
      if (!best || order.left === 0) break;
      this.deal(order.side === 'bid' ? best : order, order.side === 'bid' ? order : best, best.price);
    }
    this.orders.push(order);
  }

  private deal(listing: ModelOrder, bid: ModelOrder, at: number): void {
    const many = Math.min(listing.left, bid.left);
    listing.left -= many;
    bid.left -= many;
    this.cash[listing.who]! += many * at;
    this.cash[bid.who]! += many * (bid.price - at);
    this.free[bid.who]! += many;
  }

  crossesOwn(side: 'list' | 'bid', person: number, limit: number): boolean {
    return this.orders.some(
      (one) =>
        one.left > 0 &&
        one.who === person &&
        one.side !== side &&
        (side === 'bid' ? one.price <= limit : one.price >= limit),
    );
  }
}

/** Plays a step on the model: the refusal or null, and the call to make. */
function play(model: Model, one: Step): { refusal: string | null; order?: ModelOrder } {
  return 'which' in one ? playOnOrder(model, one) : playEntry(model, one);
}

function playEntry(model: Model, one: Entry): { refusal: string | null; order?: ModelOrder } {
  const order = { id: '', side: one.do, who: one.who, price: one.price, left: one.shares };
  if (one.do === 'list' && model.free[one.who]! < one.shares) return { refusal: 'SHARES_NOT_HELD' };
  if (model.crossesOwn(one.do, one.who, one.price)) {
    return { refusal: one.do === 'list' ? 'OWN_BID' : 'OWN_LISTING' };
  }
  if (one.do === 'list') model.free[one.who]! -= one.shares;
  else {
    const copy = structuredClone({ cash: model.cash, orders: model.orders, free: model.free });
    model.cash[one.who]! -= one.shares * one.price;
    model.enter(order);
    if (model.cash[one.who]! >= 0) return { refusal: null, order };
    Object.assign(model, copy);
    return { refusal: 'INSUFFICIENT_FUNDS' };
  }
  model.enter(order);
  return { refusal: null, order };
}

function playOnOrder(model: Model, one: OnOrder): { refusal: string | null; order: ModelOrder } {
  const order = present(model.orders[one.which % model.orders.length], 'an order');
  if (one.do === 'cancel') {
    if (order.left === 0) return { refusal: 'ORDER_CLOSED', order };
    if (order.side === 'list') model.free[order.who]! += order.left;
    else model.cash[order.who]! += order.left * order.price;
    order.left = 0;
    return { refusal: null, order };
  }
  if (order.side !== 'list')
    return { refusal: one.do === 'buy' ? 'LISTING_CLOSED' : 'ORDER_NOT_FOUND', order };
  if (one.do === 'reprice') {
    if (order.left === 0) return { refusal: 'ORDER_CLOSED', order };
    if (order.price === one.price) return { refusal: 'PRICE_UNCHANGED', order };
    if (model.crossesOwn('list', order.who, one.price)) return { refusal: 'OWN_BID', order };
    model.orders.splice(model.orders.indexOf(order), 1);
    order.price = one.price;
    model.enter(order);
    return { refusal: null, order };
  }
  if (order.left === 0) return { refusal: 'LISTING_CLOSED', order };
  if (order.who === one.who) return { refusal: 'OWN_LISTING', order };
  if (order.left < one.shares) return { refusal: 'NOT_ENOUGH_SHARES', order };
  if (model.cash[one.who]! < one.shares * order.price) return { refusal: 'INSUFFICIENT_FUNDS', order };
  order.left -= one.shares;
  model.cash[one.who]! -= one.shares * order.price;
  model.cash[order.who]! += one.shares * order.price;
  model.free[one.who]! += one.shares;
  return { refusal: null, order };
}

test('random order flow conserves money and shares, never crosses the book, and replays identically', async () => {
  const flow = fc.array(step, { minLength: 10, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(flow, async (steps) => {
      const { id: propertyId } = await anApprovedProperty(t.platform, { price: 1_000, owner: admin, admin });
      const people: Person[] = [];
      for (let at = 0; at < PEOPLE; at += 1) {
        const person = await aUser(t.platform, { cash: CASH + SHARES * 1_025 });
        await api(person).investing.invest({ propertyId, shares: SHARES, requestId: newKey() });
        people.push(person);
      }
      const model = new Model();
      const accepted: { call: () => Promise<unknown>; answer: unknown }[] = [];

      const callOf = (one: Step, order: ModelOrder | undefined): (() => Promise<unknown>) => {
        const requestId = newKey();
        const person = people[one.do === 'cancel' || one.do === 'reprice' ? (order?.who ?? 0) : one.who]!;
        const { resale } = api(person);
        if (one.do === 'list' || one.do === 'bid') {
          const input = { propertyId, shares: one.shares, pricePerShareCents: one.price, requestId };
          return () => (one.do === 'list' ? resale.openListing(input) : resale.placeBid(input));
        }
        const id = order?.id ?? '';
        if (one.do === 'cancel') {
          return () =>
            order?.side === 'list'
              ? resale.cancelListing({ listingId: id, requestId })
              : resale.cancelBid({ bidId: id, requestId });
        }
        if (one.do === 'reprice') {
          return () => resale.repriceListing({ listingId: id, pricePerShareCents: one.price, requestId });
        }
        const expectedTotalCents = one.shares * (order?.price ?? 0);
        return () => resale.buyShares({ listingId: id, shares: one.shares, expectedTotalCents, requestId });
      };

      for (const one of steps) {
        const target =
          'which' in one ? model.orders[one.which % Math.max(1, model.orders.length)] : undefined;
        if ('which' in one && !target) continue;
        const call = callOf(one, target);
        const { refusal, order } = play(model, one);
        if (refusal !== null) {
          expect([one, await refusalOf(call())]).toEqual([one, refusal]);
          continue;
        }
        const answer = (await call()) as { id: string };
        if (order && order.id === '') order.id = answer.id;
        accepted.push({ call, answer });
        const { asks, bids } = await api(people[0]!).resale.book({ propertyId });
        if (asks[0] && bids[0])
          expect(asks[0].pricePerShareCents).toBeGreaterThan(bids[0].pricePerShareCents);
      }

      let [money, held] = [0, 0];
      for (const [at, person] of people.entries()) {
        const { db } = t.platform;
        const [cash, bidding] = [
          await cashOf(db, person.id),
          await balanceOf(db, accounts.userBidding(person.id)),
        ];
        const [free, listed] = [
          await balanceOf(db, accounts.userShares(person.id, propertyId)),
          await balanceOf(db, accounts.userListed(person.id, propertyId)),
        ];
        expect([cash, free]).toEqual([model.cash[at], model.free[at]]);
        money += cash + bidding;
        held += free + listed;
      }
      expect([money, held]).toEqual([PEOPLE * CASH, PEOPLE * SHARES]);

      const before = await ledgerState(t.platform);
      for (const { call, answer } of accepted) expect(await call()).toEqual(answer);
      expect(await ledgerState(t.platform)).toEqual(before);
    }),
    { numRuns: 12, seed: 20_240_117 },
  );
}, 120_000);

test('an owner who lowers the price of a rejected property sells nothing to earlier bids', async () => {
  const owner = await aUser(t.platform, { cash: 1_025 });
  const ada = await aUser(t.platform, { cash: 20_000 });
  const { id } = await anApprovedProperty(t.platform, { owner, admin, price: 10_000, shares: 10 });
  const bid = { propertyId: id, shares: 2, pricePerShareCents: 10_000, expiresInDays: 30 };
  await api(ada).resale.placeBid({ ...bid, requestId: newKey() });
  await api(admin).properties.setStatus({ id, status: 'pending' });
  await api(admin).properties.setStatus({ id, status: 'rejected', reason: 'The deed is missing.' });
  const submission = {
    name: 'Harbor House',
    streetAddress: '1 Quay Street',
    location: 'Austin, TX',
    propertyType: 'residential',
    pricePerShare: '5.00',
    totalShares: 10,
    annualYield: '7.00',
    minimumShares: 0,
  } as const;
  await api(owner).properties.resubmit({ id, submission, requestId: newKey() });
  // While the job that closes those bids has not run, the property stays off the market.
  const approve = () => api(admin).properties.setStatus({ id, status: 'approved' });
  expect(await refusalOf(approve())).toBe('EARLIER_BIDS_OPEN');
  await t.platform.jobs.drain();
  expect((await api(ada).notifications.list({})).items).toContainEqual(
    expect.objectContaining({
      title: 'Your bid was canceled',
      message: expect.stringMatching(
        /your bid for 2 shares at \$100\.00 was canceled\. \$200\.00 is available/,
      ),
    }),
  );
  await approve();
  t.clock.advance(1);
  const newBid = await api(ada).resale.placeBid({ ...bid, pricePerShareCents: 400, requestId: newKey() });
  await api(admin).properties.setStatus({ id, status: 'pending' });
  await approve();
  await api(ada).resale.cancelBid({ bidId: newBid.id, requestId: newKey() });
  await api(owner).investing.invest({ propertyId: id, shares: 2, requestId: newKey() });
  const listing = { propertyId: id, shares: 2, pricePerShareCents: 500, expiresInDays: 30 };
  const sold = await api(owner).resale.openListing({ ...listing, requestId: newKey() });
  expect([sold.sharesTraded, await cashOf(t.platform.db, ada.id)]).toEqual([0, 20_000]);
});
