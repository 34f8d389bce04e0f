import { inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { properties } from '#db/schema/properties.ts';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import { closeOffering, refundChunk, releaseEscrow } from '#features/offerings/server/index.ts';
import { MAX_PENDING_PROPERTIES } from '#features/properties/properties.contract.ts';
import { after, type Clock, DAY, HOUR } from '#kernel/time.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  fund,
  newKey,
  on,
  type Person,
  systemOf,
} from '../support/actors.ts';
import { cashOf, expectBooksBalance, outcomes, refusalOf } from '../support/checks.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { approveWithMortgage } from '../support/valuations.ts';

let t: PostgresPlatform;
let second: Platform;
/** Servers whose clocks run ahead: for one of them the time to cancel is over, for the other the deadline as well. */
let settled: Platform;
let overdue: Platform;
let admin: Person;
const clockAhead = (milliseconds: number): Clock => ({ now: () => after(new Date(), milliseconds) });
beforeAll(async () => {
  t = await postgresPlatform();
  second = await t.another();
  settled = await t.another({ clock: clockAhead(48 * HOUR) });
  overdue = await t.another({ clock: clockAhead(60 * DAY) });
  admin = await anAdmin(t.platform);
});
afterEach(() => expectBooksBalance(t.platform));
afterAll(() => t.close());

const ROUNDS = 6;

test('two admins who pay the lender at once pay it once', async () => {
  const colleague = on(second, await anAdmin(t.platform));
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await aUser(t.platform);
    const { id } = await aPendingProperty(t.platform, { owner, shares: 20, price: 10_000 });
    const figures = { amountCents: 400_000, debtCents: 90_000, repaymentCents: 90_000, minimumShares: 10 };
    await approveWithMortgage(admin, { propertyId: id, ...figures });
    await buy(await buyer(), id, 10);
    await close(settled, id);
    const pay = (by: Person) =>
      api(by).offerings.payLender({ id, amountCents: 90_000, reference: 'Loan 4711', requestId: newKey() });
    const { done, refused } = await outcomes([pay(admin), pay(colleague)]);
    expect([done, refused]).toEqual([[{ paidCents: 90_000 }], ['LENDER_AMOUNT_CHANGED']]);
    expect(await balanceOf(t.platform.db, accounts.propertyMortgage(id))).toBe(0);
  }
});

async function offering(minimumShares: number, shares = 20) {
  const owner = await aUser(t.platform);
  const { id } = await anApprovedProperty(t.platform, { shares, price: 10_000, owner, admin, minimumShares });
  return { id, owner };
}
const buyer = () => aUser(t.platform, { cash: 205_000 });
const buy = (person: Person, propertyId: number, shares: number) =>
  api(person).investing.invest({ propertyId, shares, requestId: newKey() });
const cancel = (person: Person, investmentId: string) =>
  api(person).investing.cancelPurchase({ investmentId, requestId: newKey() });
const close = (platform: Platform, propertyId: number) => closeOffering(systemOf(platform), { propertyId });
const cash = (person: Person) => cashOf(t.platform.db, person.id);
const escrowOf = (id: number) => balanceOf(t.platform.db, accounts.propertyEscrow(id));
const refundNoticesOf = async (person: Person) =>
  (await api(person).notifications.list({ limit: 50 })).items.flatMap(
    ({ message }) => /got (\S+) back for your shares/.exec(message)?.[1] ?? [],
  );
const leftOf = (id: number) => balanceOf(t.platform.db, accounts.propertyAvailable(id));

describe('canceling at once', () => {
  test('a purchase canceled ten times on two servers is refunded once', async () => {
    const { id } = await offering(20);
    const ada = await buyer();
    const { id: investmentId } = await buy(ada, id, 5);
    const people = Array.from({ length: 10 }, (_, at) => (at % 2 ? on(second, ada) : ada));
    const { done, refused } = await outcomes(people.map((one) => cancel(one, investmentId)));
    expect(done).toHaveLength(1);
    expect(refused).toEqual(Array(9).fill('ALREADY_REFUNDED'));
    expect([await cash(ada), await leftOf(id), await escrowOf(id)]).toEqual([205_000, 20, 0]);
  });

  test('canceled shares are sold again while others buy, and never more than there are', async () => {
    const { id } = await offering(20);
    const [ada, bob] = [await buyer(), await buyer()];
    const { id: investmentId } = await buy(ada, id, 15);
    const { done } = await outcomes<unknown>([
      cancel(ada, investmentId),
      ...Array.from({ length: 12 }, (_, at) => buy(at % 2 ? on(second, bob) : bob, id, 1)),
    ]);
    const bought = done.length - 1;
    expect([await leftOf(id), await escrowOf(id)]).toEqual([20 - bought, bought * 10_250]);
  });
});

describe('closing at once', () => {
  test('of a cancellation and the release of its money one wins, and nobody is paid twice', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, owner } = await offering(10, 10);
      const ada = await buyer();
      const { id: investmentId } = await buy(ada, id, 10);
      const [{ done, refused }, { outcome }] = await Promise.all([
        outcomes([cancel(ada, investmentId)]),
        close(settled, id),
      ]);
      expect(await escrowOf(id)).toBe(0);
      if (done.length === 1) {
        expect(outcome).toBe(null);
        expect([await cash(ada), await cash(owner), await leftOf(id)]).toEqual([205_000, 0, 10]);
      } else {
        expect([outcome, refused]).toEqual(['funded', ['OFFERING_CLOSED']]);
        expect([await cash(ada), await cash(owner), await leftOf(id)]).toEqual([102_500, 100_000, 0]);
      }
    }
  });

  test('two servers that close and pay out the same offering pay it once', async () => {
    const { id, owner } = await offering(10, 10);
    await buy(await buyer(), id, 10);
    const servers = [settled, overdue, settled, overdue];
    const closed = await Promise.all(servers.map((one) => close(one, id)));
    expect(closed.filter(({ outcome }) => outcome === 'funded')).toHaveLength(1);
    await Promise.all(servers.map((one) => releaseEscrow(systemOf(one), { propertyId: id })));
    expect([await cash(owner), await escrowOf(id)]).toEqual([100_000, 0]);
  });

  test('an order is either refunded with the offering that fails or refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await offering(20);
      const people = await Promise.all(Array.from({ length: 6 }, buyer));
      const [ada, ...others] = people as [Person, ...Person[]];
      await buy(ada, id, 2);
      const [{ refused }, { outcome }] = await Promise.all([
        outcomes(others.map((one, at) => buy(at % 2 ? on(second, one) : one, id, 1))),
        close(overdue, id),
      ]);
      expect(outcome).toBe('failed');
      // Once the offering has failed, only its holders still see the property.
      expect(refused.every((code) => code === 'NOT_OPEN' || code === 'PROPERTY_NOT_FOUND')).toBe(true);
      const chunk = (server: Platform) => refundChunk(systemOf(server), { propertyId: id, maxInvestors: 2 });
      let done = false;
      while (!done) done = (await Promise.all([chunk(overdue), chunk(second)])).every((one) => one.done);
      expect([await escrowOf(id), await leftOf(id)]).toEqual([0, 20]);
      for (const one of people) expect(await cash(one)).toBe(205_000);
    }
  });

  test('an owner who buys from several servers while others do buys nothing', async () => {
    const { id, owner } = await offering(10);
    await fund(owner, 205_000);
    const people = await Promise.all(Array.from({ length: 3 }, buyer));
    const servers = [t.platform, second];
    const { done, refused } = await outcomes([
      ...servers.flatMap((one) => [1, 2, 3].map(() => buy(on(one, owner), id, 2))),
      ...people.map((one) => buy(one, id, 2)),
    ]);
    expect(done).toHaveLength(3);
    expect(refused).toEqual(Array(6).fill('OWN_OFFERING'));
    expect([await cash(owner), await escrowOf(id)]).toEqual([205_000, 61_500]);
  });

  test('terms that are changed while someone buys bind the purchase or are refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await offering(20);
      const ada = await buyer();
      const { refused } = await outcomes<unknown>([
        buy(ada, id, 1),
        api(on(second, admin)).offerings.setOfferingTerms({ id, minimumShares: 5, fundingDays: 9 }),
      ]);
      expect(refused.every((code) => code === 'OFFERING_HAS_PURCHASES')).toBe(true);
      const { minimumShares } = (await api(admin).properties.detail({ id })).offering;
      expect(minimumShares).toBe(refused.length === 0 ? 5 : 20);
    }
  });
});

test('ten submissions at once of an owner who may have one more waiting: one is accepted', async () => {
  const owner = await aUser(t.platform);
  const now = new Date();
  const row = {
    ...{ name: 'Maple Court', location: 'Austin, TX', propertyType: 'residential' as const, description: '' },
    ...{ pricePerShareCents: 100, totalShares: 1, annualYieldBps: 500, valuationCents: 100 },
    ...{ ownerId: owner.id, createdAt: now, updatedAt: now },
  };
  const seeded = await t.platform.db
    .insert(properties)
    .values(Array.from({ length: MAX_PENDING_PROPERTIES - 1 }, () => row))
    .returning({ id: properties.id });
  const { done, refused } = await outcomes(
    Array.from({ length: 10 }, (_, at) =>
      aPendingProperty(t.platform, { owner: at % 2 ? on(second, owner) : owner }),
    ),
  );
  expect([done.length, refused]).toEqual([1, Array(9).fill('TOO_MANY_SUBMISSIONS')]);
  const ids = seeded.map(({ id }) => id);
  await t.platform.db.delete(properties).where(inArray(properties.id, ids));
});

describe('submitting a rejected property again', () => {
  const submission = {
    name: 'Maple Court South',
    location: 'Austin, TX',
    propertyType: 'residential' as const,
    pricePerShare: '100.00',
    totalShares: 30,
    annualYield: '7.50',
  };
  const resubmit = (owner: Person, id: number, totalShares = 30) =>
    api(owner).properties.resubmit({ id, submission: { ...submission, totalShares }, requestId: newKey() });
  const versionsOf = async (id: number) =>
    (await api(admin).properties.simpleFormVersions({ id })).earlier.length;
  async function rejected() {
    const { id, owner } = await offering(0);
    await api(admin).properties.setStatus({ id, status: 'pending' });
    await api(admin).properties.setStatus({ id, status: 'rejected', reason: 'No deed.' });
    return { id, owner };
  }

  test('ten times on two servers: one correction is accepted, and one version is stored', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, owner } = await rejected();
      const { done, refused } = await outcomes(
        Array.from({ length: 10 }, (_, at) => resubmit(at % 2 ? on(second, owner) : owner, id, 10 + at)),
      );
      expect([done.length, await versionsOf(id)]).toEqual([1, 1]);
      expect(refused).toEqual(Array(9).fill('NOT_REJECTED'));
      expect(await leftOf(id)).toBe(done[0]?.totalShares);
    }
  });

  test('while an admin resets it: one of them wins, and the other is refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, owner } = await rejected();
      const { done, refused } = await outcomes<unknown>([
        resubmit(owner, id),
        api(on(second, admin)).properties.setStatus({ id, status: 'pending' }),
      ]);
      expect(done).toHaveLength(1);
      const resubmitted = refused[0] === 'STATUS_UNCHANGED';
      expect([await versionsOf(id), await leftOf(id)]).toEqual(resubmitted ? [1, 30] : [0, 20]);
      if (!resubmitted) expect(refused).toEqual(['NOT_REJECTED']);
    }
  });

  test('while an admin rejects and another approves what came before: terms that nobody saw are never approved', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, owner } = await rejected();
      await resubmit(owner, id, 31);
      const [seen] = (await api(admin).properties.adminList({ status: 'pending', limit: 1 })).items;
      expect(seen).toMatchObject({ id, totalShares: 31, submissionNumber: 2 });
      const reason = 'The photos are old.';
      const approve = async (server: Platform): Promise<unknown> =>
        api(on(server, admin))
          .properties.setStatus({ id, status: 'approved', submissionNumber: 2 })
          .catch(async (error) => {
            if ((await refusalOf(Promise.reject(error))) !== 'STATUS_NOT_ALLOWED') throw error;
            return approve(server);
          });
      const { refused } = await outcomes<unknown>([
        api(admin)
          .properties.setStatus({ id, status: 'rejected', reason })
          .then(() => resubmit(owner, id, 10)),
        ...[t.platform, second, second].map(approve),
      ]);
      const { status, totalShares } = await api(admin).properties.detail({ id });
      expect([totalShares, status]).toEqual(status === 'approved' ? [31, 'approved'] : [10, 'pending']);
      expect(refused).toHaveLength(3);
    }
  });

  test('while its purchases are refunded: it waits for the last of them', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, owner } = await offering(0);
      const people = await Promise.all(Array.from({ length: 3 }, buyer));
      for (const one of people) await buy(one, id, 2);
      await api(admin).properties.setStatus({ id, status: 'pending' });
      await api(admin).properties.setStatus({ id, status: 'rejected', reason: 'No deed.' });
      const chunk = (server: Platform) => refundChunk(systemOf(server), { propertyId: id, maxInvestors: 1 });
      const { done } = await outcomes<unknown>([
        ...[t.platform, second, t.platform].map(chunk),
        resubmit(owner, id),
        resubmit(on(second, owner), id),
      ]);
      expect(done.length).toBeGreaterThanOrEqual(3);
      while (!(await chunk(t.platform)).done);
      const resubmitted = (await versionsOf(id)) === 1;
      expect([await escrowOf(id), await leftOf(id)]).toEqual([0, resubmitted ? 30 : 20]);
      for (const one of people) expect(await cash(one)).toBe(205_000);
    }
  });
});

describe('deciding on a property whose escrow is being paid out', () => {
  const review = (status: 'pending' | 'approved' | 'rejected') => (id: number) =>
    api(on(second, admin)).properties.setStatus({ id, status, reason: 'The deed is in doubt.' });
  const hold = (id: number) =>
    api(on(second, admin)).offerings.holdRelease({ id, reason: 'A lien has turned up.' });
  const release = (platform: Platform, propertyId: number) =>
    releaseEscrow(systemOf(platform), { propertyId });

  test.each([
    ['a reset', review('pending')],
    ['a hold', hold],
  ])(
    '%s and the release of its money: one comes first, and nothing moves after the decision',
    async (_, decide) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id, owner } = await offering(0);
        await buy(await buyer(), id, 4);
        const [{ proceedsCents }] = await Promise.all([release(t.platform, id), decide(id)]);
        expect([0, 40_000]).toContain(proceedsCents);
        expect([await cash(owner), await escrowOf(id)]).toEqual(
          proceedsCents === 0 ? [0, 41_000] : [40_000, 0],
        );
        expect(await release(t.platform, id)).toEqual({ proceedsCents: 0 });
      }
    },
  );

  test('a rejection refunds what was not released, once, while servers refund, release and sell at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, owner } = await offering(0);
      const people = await Promise.all(Array.from({ length: 4 }, buyer));
      for (const one of people) {
        await buy(one, id, 1);
        await buy(one, id, 1);
      }
      const [ada] = people as [Person, ...Person[]];
      await review('pending')(id);
      const chunk = (server: Platform) =>
        refundChunk(systemOf(server), { propertyId: id, maxInvestors: 1, maxPurchases: 1 });
      await outcomes<unknown>([
        review('rejected')(id),
        chunk(t.platform),
        chunk(second),
        release(second, id),
        api(ada).resale.openListing({
          propertyId: id,
          shares: 1,
          pricePerShareCents: 10_000,
          requestId: newKey(),
        }),
      ]);
      let done = false;
      while (!done) done = (await Promise.all([chunk(t.platform), chunk(second)])).every((one) => one.done);
      for (const one of people) expect(await cash(one)).toBe(205_000);
      expect([await cash(owner), await escrowOf(id), await leftOf(id)]).toEqual([0, 0, 20]);
      for (const one of people) expect(await refundNoticesOf(one)).toEqual(['$205.00']);
    }
  });

  test('a sale of shares and the refund of their purchase: one wins, and no share is in two places', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await offering(0);
      const [ada, bob] = [await buyer(), await buyer()];
      await buy(ada, id, 2);
      const { id: listingId } = await api(ada).resale.openListing({
        propertyId: id,
        shares: 2,
        pricePerShareCents: 10_000,
        requestId: newKey(),
      });
      await review('pending')(id);
      await review('rejected')(id);
      const [, { refunded }] = await Promise.all([
        outcomes([api(on(second, ada)).resale.cancelListing({ listingId, requestId: newKey() })]),
        refundChunk(systemOf(t.platform), { propertyId: id }),
      ]);
      expect([0, 1]).toContain(refunded);
      await refundChunk(systemOf(second), { propertyId: id });
      expect([await cash(ada), await cash(bob), await leftOf(id)]).toEqual([205_000, 205_000, 20]);
    }
  });
});
