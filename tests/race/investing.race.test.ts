import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { investedMonths } from '#db/schema/investing.ts';
import { resaleOrders } from '#db/schema/resale.ts';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, on, type Person } from '../support/actors.ts';
import { verifyIdentity } from '../support/applicants.ts';
import { cashOf, expectBooksBalance, outcomes } from '../support/checks.ts';
import { type PostgresPlatform, postgresPlatform, USUAL_LIMITS } from '../support/platform.ts';

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

const offer = (shares: number, price = 10_000) =>
  anApprovedProperty(t.platform, { shares, price, admin, owner });
const buyers = (many: number, cash: number) =>
  Promise.all(Array.from({ length: many }, () => aUser(t.platform, { cash })));
/** Every other caller on the second server. */
const spread = (people: readonly Person[]) => people.map((one, at) => (at % 2 ? on(second, one) : one));
const invest = (person: Person, propertyId: number, shares: number, requestId = newKey()) =>
  api(person).investing.invest({ propertyId, shares, requestId });
const held = (person: Person, propertyId: number) =>
  balanceOf(t.platform.db, accounts.userShares(person.id, propertyId));
const left = (propertyId: number) => balanceOf(t.platform.db, accounts.propertyAvailable(propertyId));

describe('buying at once, on two servers', () => {
  test('twenty buyers of one share each, ten shares: exactly ten are sold', async () => {
    const { id } = await offer(10);
    const people = await buyers(20, 20_000);
    const { done, refused } = await outcomes(spread(people).map((one) => invest(one, id, 1)));
    expect(done).toHaveLength(10);
    expect(refused).toEqual(Array(10).fill('NOT_ENOUGH_SHARES'));
    expect(await left(id)).toBe(0);
    for (const one of people)
      expect(await cashOf(t.platform.db, one.id)).toBe((await held(one, id)) ? 9_750 : 20_000);
  });

  test('orders of several shares never sell more than there is', async () => {
    const { id } = await offer(25, 100);
    const people = await buyers(16, 10_000);
    const { done } = await outcomes(spread(people).map((one, at) => invest(one, id, 1 + (at % 5))));
    const sold = done.reduce((sum, { shares }) => sum + shares, 0);
    expect(sold).toBeLessThanOrEqual(25);
    expect(await left(id)).toBe(25 - sold);
  });

  test('one order sent twenty times with one key has one effect and one answer', async () => {
    const { id } = await offer(100);
    const [ada] = (await buyers(1, 1_000_000)) as [Person];
    const key = newKey();
    const copies = spread(Array(20).fill(ada));
    const { done, refused } = await outcomes(copies.map((one) => invest(one, id, 2, key)));
    expect(refused).toEqual([]);
    expect(done).toHaveLength(20);
    for (const receipt of done) expect(receipt).toEqual(done[0]);
    expect(await held(ada, id)).toBe(2);
    expect(await invest(ada, id, 2, key)).toEqual(done[0]);
  });

  test('one key with two different orders: one has an effect, the other is refused', async () => {
    const { id } = await offer(100);
    const [ada] = (await buyers(1, 1_000_000)) as [Person];
    const key = newKey();
    const { done, refused } = await outcomes(
      spread(Array(10).fill(ada)).map((one, at) => invest(one, id, 1 + (at % 2), key)),
    );
    expect(new Set(done.map((receipt) => receipt.shares)).size).toBe(1);
    expect(refused).toEqual(Array(5).fill('KEY_REUSED'));
    expect(await held(ada, id)).toBe(done[0]?.shares);
  });

  test('one key for an order and a deposit: one of them has an effect, nothing breaks', async () => {
    const { id } = await offer(100, 100);
    for (let round = 0; round < 8; round += 1) {
      const [ada] = (await buyers(1, 10_000)) as [Person];
      const key = newKey();
      const { done, refused } = await outcomes<unknown>([
        invest(ada, id, 1, key),
        api(on(second, ada)).wallet.deposit({ amountCents: 10_000, requestId: key }),
      ]);
      expect([done.length, refused]).toEqual([1, ['KEY_REUSED']]);
    }
  });

  test('ten different orders and cash for one: one is bought', async () => {
    const { id } = await offer(100);
    const [ada] = (await buyers(1, 10_250)) as [Person];
    const { done, refused } = await outcomes(spread(Array(10).fill(ada)).map((one) => invest(one, id, 1)));
    expect(done).toHaveLength(1);
    expect(refused).toEqual(Array(9).fill('INSUFFICIENT_FUNDS'));
    expect(await cashOf(t.platform.db, ada.id)).toBe(0);
  });

  test('buyers of several properties in opposite order never block each other for good', async () => {
    const [a, b] = [await offer(200, 100), await offer(200, 100)];
    const people = await buyers(6, 100_000);
    const orders = people.flatMap((one, at) =>
      Array.from({ length: 8 }, (_, step) => invest(one, (at + step) % 2 ? a.id : b.id, 1)),
    );
    const { done, refused } = await outcomes(orders);
    expect([done.length, refused]).toEqual([48, []]);
  });
});

describe('the limits on investing', () => {
  let limited: PostgresPlatform;
  let other: Platform;
  beforeAll(async () => {
    limited = await postgresPlatform({ env: USUAL_LIMITS });
    other = await limited.another();
  });
  afterAll(() => limited.close());

  test('are never gone over by purchases at once of one person, of several properties on two servers', async () => {
    const boss = await anAdmin(limited.platform);
    const offering = { shares: 1_000, admin: boss, owner: boss };
    const ids: number[] = [];
    for (const _ of [1, 2, 3]) ids.push((await anApprovedProperty(limited.platform, offering)).id);
    for (let round = 0; round < 5; round += 1) {
      const ada = await aUser(limited.platform, { cash: 5_000_000 });
      const orders = Array.from({ length: 24 }, (_, at) =>
        invest(at % 2 ? on(other, ada) : ada, ids[at % 3] ?? 0, 5 + (at % 7)),
      );
      const { done, refused } = await outcomes(orders);
      const bought = done.reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect(bought).toBeLessThanOrEqual(1_000_000);
      // At the end fewer shares remain than any refused order asked for; the largest order is of eleven.
      expect(bought).toBeGreaterThan(1_000_000 - 11 * 10_000);
      expect(new Set(refused)).toEqual(new Set(['MONTHLY_LIMIT']));
      expect((await api(ada).investing.limits()).monthly?.leftCents).toBe(1_000_000 - bought);
    }
    await expectBooksBalance(limited.platform);
  });

  test('are never gone over by two accounts of one person, by purchases and bids at once', async () => {
    const boss = await anAdmin(limited.platform);
    const offering = { shares: 1_000, admin: boss, owner: boss };
    const ids: number[] = [];
    for (const _ of [1, 2, 3]) ids.push((await anApprovedProperty(limited.platform, offering)).id);
    for (let round = 0; round < 5; round += 1) {
      const people = [
        await aUser(limited.platform, { cash: 5_000_000 }),
        on(other, await aUser(limited.platform, { cash: 5_000_000 })),
      ];
      for (const one of people) await verifyIdentity(one, `513-44-${1_000 + round}`);
      const orders = people.flatMap((one, server) =>
        Array.from({ length: 12 }, (_, at) =>
          at % 4 === 3
            ? api(one).resale.placeBid({
                propertyId: ids[at % 3] ?? 0,
                shares: 5 + (at % 7),
                pricePerShareCents: 10_000,
                requestId: newKey(),
              })
            : invest(one, ids[(at + server) % 3] ?? 0, 5 + (at % 7)),
        ),
      );
      const { refused } = await outcomes<unknown>(orders);
      expect(new Set(refused)).toEqual(new Set(['MONTHLY_LIMIT']));
      const rests = await Promise.all(people.map((one) => api(one).investing.limits()));
      const spent = await limited.platform.db
        .select({ cents: sql<number>`sum(amount_cents)::float8` })
        .from(investedMonths)
        .where(
          inArray(
            investedMonths.userId,
            people.map(({ id }) => id),
          ),
        );
      const reserved = rests.reduce((sum, { reservedCents }) => sum + reservedCents, 0);
      const total = (spent[0]?.cents ?? 0) + reserved;
      expect(total).toBeLessThanOrEqual(1_000_000);
      expect(rests.map(({ monthly }) => monthly?.leftCents)).toEqual(Array(2).fill(1_000_000 - total));
    }
    await expectBooksBalance(limited.platform);
  });
});

describe('buying while the property is reset', () => {
  test('an order is either before the reset or refused, and nothing is sold after it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await offer(100, 100);
      const people = spread(await buyers(10, 10_000));
      const orders = people.map((one) => invest(one, id, 1));
      const reset = api(admin).properties.setStatus({ id, status: 'pending' });
      const { done, refused } = await outcomes(orders);
      const { availableShares } = await reset;
      expect(refused.every((code) => code === 'PROPERTY_NOT_FOUND')).toBe(true);
      expect(await left(id)).toBe(100 - done.length);
      expect(availableShares).toBe(100 - done.length);
    }
  });
});

describe('reviewing at once', () => {
  test('of two admins who approve and reject, one wins and the other is refused', async () => {
    const other = await anAdmin(t.platform);
    for (let round = 0; round < 5; round += 1) {
      const { id } = await offer(10);
      await api(admin).properties.setStatus({ id, status: 'pending' });
      const { done, refused } = await outcomes([
        api(admin).properties.setStatus({ id, status: 'approved' }),
        api(on(second, other)).properties.setStatus({ id, status: 'rejected', reason: 'No deed.' }),
      ]);
      expect(done).toHaveLength(1);
      expect(refused).toEqual(['STATUS_NOT_ALLOWED']);
      expect((await api(admin).properties.detail({ id })).status).toBe(done[0]?.status);
    }
  });
});

describe('a purchase and the freeze of its buyer, at once', () => {
  const freeze = ({ id: userId }: Person) =>
    api(admin).freezes.freezeAccount({ userId, reason: 'A court asks for it.' });

  test('no purchase is booked after the freeze is answered', async () => {
    const { id } = await offer(10_000, 100);
    const people = await buyers(12, 20_000);
    await Promise.all(
      people.map(async (person) => {
        let atFreeze = -1;
        const freezing = freeze(person).then(async () => {
          atFreeze = await held(person, id);
        });
        const asked = spread(Array(8).fill(person)).map((one) => invest(one, id, 1));
        const { done, refused } = await outcomes(asked);
        await freezing;
        expect(new Set(refused)).toEqual(new Set(refused.length > 0 ? ['ACCOUNT_FROZEN'] : []));
        expect(await held(person, id)).toBe(done.length);
        expect(atFreeze).toBe(done.length);
        expect(await outcomes([invest(person, id, 1)])).toMatchObject({ refused: ['ACCOUNT_FROZEN'] });
      }),
    );
  });

  test('no bid or listing stays open, and no withdrawal begins after it', async () => {
    const { id } = await offer(1_000, 100);
    const people = await buyers(6, 20_000);
    for (const person of people) await invest(person, id, 10);
    await Promise.all(
      people.map(async (person) => {
        const [onFirst, onSecond] = spread([person, person]) as [Person, Person];
        const answers = await outcomes<unknown>([
          freeze(person),
          api(onFirst).resale.placeBid({
            propertyId: id,
            shares: 1,
            pricePerShareCents: 60,
            requestId: newKey(),
          }),
          api(onSecond).resale.openListing({
            propertyId: id,
            shares: 1,
            pricePerShareCents: 150,
            requestId: newKey(),
          }),
          api(onFirst).wallet.withdraw({ amountCents: 1_000, requestId: newKey() }),
        ]);
        expect(answers.refused.filter((code) => code !== 'ACCOUNT_FROZEN')).toEqual([]);
      }),
    );
    await t.platform.jobs.drain();
    const frozen = people.map((person) => person.id);
    const open = and(inArray(resaleOrders.userId, frozen), eq(resaleOrders.status, 'open'));
    expect(await t.platform.db.$count(resaleOrders, open)).toBe(0);
  });
});
