import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, on, type Person } from '../support/actors.ts';
import { expectBooksBalance, refusalOf } from '../support/checks.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { aFiledValuation } from '../support/valuations.ts';

let t: PostgresPlatform;
let second: Platform;
let admin: Person;
let owner: Person;
let ada: Person;
beforeAll(async () => {
  t = await postgresPlatform();
  second = await t.another();
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform);
  ada = await aUser(t.platform, { cash: 5_000_000 });
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const ROUNDS = 4;

const approve = (by: Person, valuationId: string) =>
  api(by).valuations.approve({ valuationId, requestId: newKey() });
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => refusalOf(Promise.reject(error)),
  );

async function revalued(amountCents: number) {
  const { id: propertyId } = await anApprovedProperty(t.platform, {
    owner,
    admin,
    shares: 100,
    price: 10_000,
  });
  return { propertyId, valuationId: await aFiledValuation(owner, { propertyId, amountCents }) };
}

test('of two admins who approve one valuation, one does, and the other learns of it', async () => {
  const other = on(second, await anAdmin(t.platform));
  for (let round = 0; round < ROUNDS; round += 1) {
    const { valuationId } = await revalued(1_200_000);
    const outcomes = await Promise.all([
      outcomeOf(approve(admin, valuationId)),
      outcomeOf(approve(other, valuationId)),
    ]);
    expect(outcomes.sort()).toEqual(['ALREADY_DECIDED', 'done']);
  }
});

test('of two valuations that are approved at one moment, the one that goes beyond a tenth halts trading', async () => {
  const other = on(second, await anAdmin(t.platform));
  for (let round = 0; round < ROUNDS; round += 1) {
    const { propertyId, valuationId } = await revalued(1_060_000);
    const next = await aFiledValuation(owner, { propertyId, amountCents: 1_110_000 });
    const decided = await Promise.all([approve(admin, valuationId), approve(other, next)]);
    expect(decided.map(({ haltedUntil }) => haltedUntil !== null)).toEqual([false, true]);
  }
});

test('an order beside an approval is filled at the old value before, canceled by it, or refused', async () => {
  const buyer = on(second, await aUser(t.platform, { cash: 5_000_000 }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const { propertyId, valuationId } = await revalued(3_000_000);
    await api(ada).investing.invest({ propertyId, shares: 5, requestId: newKey() });
    const offer = { propertyId, shares: 5, pricePerShareCents: 9_000, requestId: newKey() };
    const { id: listingId } = await api(ada).resale.openListing(offer);
    const purchase = { listingId, shares: 5, expectedTotalCents: 45_000, requestId: newKey() };
    const bid = { propertyId, shares: 2, pricePerShareCents: 8_000, requestId: newKey() };
    const [approved, bought, bidden] = await Promise.all([
      outcomeOf(approve(admin, valuationId)),
      outcomeOf(api(buyer).resale.buyShares(purchase)),
      outcomeOf(api(buyer).resale.placeBid(bid)),
    ]);
    expect(approved).toBe('done');
    expect(['done', 'LISTING_CLOSED']).toContain(bought);
    expect(['done', 'TRADING_HALTED']).toContain(bidden);
    expect(await api(ada).resale.book({ propertyId })).toMatchObject({ asks: [], bids: [] });
    const later = { propertyId, shares: 1, pricePerShareCents: 20_000, requestId: newKey() };
    expect(await outcomeOf(api(buyer).resale.placeBid(later))).toBe('TRADING_HALTED');
    const { holdings } = await api(bought === 'done' ? buyer : ada).portfolio.overview();
    expect(holdings.find((one) => one.propertyId === propertyId)).toMatchObject({
      shares: 5,
      valueCents: 150_000,
    });
  }
});
