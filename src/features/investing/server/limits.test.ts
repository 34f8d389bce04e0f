import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { investedMonths } from '#db/schema/investing.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  contextOf,
  newKey,
  type Person,
} from '#tests/support/actors.ts';
import { applyForReview, decideOn, fillApplication, verifyIdentity } from '#tests/support/applicants.ts';
import { cashOf, expectBooksBalance, outcomes, refusalOf } from '#tests/support/checks.ts';
import { newMailTo, tokenIn } from '#tests/support/mails.ts';
import { testPlatform, USUAL_LIMITS } from '#tests/support/platform.ts';
import { testFiles } from '#tests/support/ports.ts';
import { reinvest } from './index.ts';

type Product = Awaited<ReturnType<typeof testPlatform>>;

let t: Product;
let admin: Person;
let owner: Person;
let ada: Person;
let propertyId: number;
beforeAll(async () => {
  t = await testPlatform({ env: USUAL_LIMITS });
  t.clock.moveTo(new Date('2026-11-15T12:00:00Z'));
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform);
  ({ id: propertyId } = await anApprovedProperty(t.platform, { shares: 100_000, owner, admin }));
});
beforeEach(async () => {
  t.clock.moveTo(new Date('2026-11-15T12:00:00Z'));
  ada = await aUser(t.platform, { cash: 15_000_000 });
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

/** Shares cost $100 each. */
const invest = (person: Person, shares: number, requestId = newKey()) =>
  api(person).investing.invest({ propertyId, shares, requestId });
const left = async (person: Person) => {
  const { monthly, annual } = await api(person).investing.limits();
  return [monthly?.leftCents, annual?.leftCents];
};

describe('the limits on investing', () => {
  test('are $10,000 in a calendar month, without the fee, and one share more is refused', async () => {
    expect(await left(ada)).toEqual([1_000_000, 10_000_000]);
    await invest(ada, 60);
    expect(await left(ada)).toEqual([400_000, 9_400_000]);
    const before = await cashOf(t.platform.db, ada.id);
    await expect(invest(ada, 41)).rejects.toThrow(
      'You can invest $4,000.00 more this calendar month (limit $10,000.00). Your limit resets on Dec 1, 2026.',
    );
    expect(await refusalOf(invest(ada, 41))).toBe('MONTHLY_LIMIT');
    expect(await cashOf(t.platform.db, ada.id)).toBe(before);
    await invest(ada, 40);
    expect(await left(ada)).toEqual([0, 9_000_000]);
    expect(await refusalOf(invest(ada, 1))).toBe('MONTHLY_LIMIT');
  });

  test('are $100,000 in a calendar year, and whole again in the next', async () => {
    for (let month = 1; month <= 10; month += 1) {
      t.clock.moveTo(new Date(Date.UTC(2027, month - 1, 28)));
      await invest(ada, 100);
    }
    t.clock.moveTo(new Date('2027-11-02T12:00:00Z'));
    expect(await left(ada)).toEqual([1_000_000, 0]);
    expect(await refusalOf(invest(ada, 1))).toBe('ANNUAL_LIMIT');
    t.clock.moveTo(new Date('2028-01-01T00:00:00Z'));
    await invest(ada, 100);
    expect(await left(ada)).toEqual([0, 9_000_000]);
  });

  test('count a purchase once, however often it is sent', async () => {
    const key = newKey();
    for (const _ of [1, 2, 3]) await invest(ada, 70, key);
    expect(await left(ada)).toEqual([300_000, 9_300_000]);
  });

  test('are respected by purchases of one batch together, and by each person alone', async () => {
    const bob = await aUser(t.platform, { cash: 2_000_000 });
    const { done, refused } = await outcomes(
      [ada, bob].flatMap((person) => Array.from({ length: 12 }, () => invest(person, 10))),
    );
    expect(done).toHaveLength(20);
    expect(refused).toEqual(Array(4).fill('MONTHLY_LIMIT'));
    expect([await left(ada), await left(bob)]).toEqual([
      [0, 9_000_000],
      [0, 9_000_000],
    ]);
    const stored = await t.platform.db.select().from(investedMonths).where(eq(investedMonths.userId, ada.id));
    expect(stored).toEqual([{ userId: ada.id, month: '2026-11', amountCents: 1_000_000 }]);
  });

  test('are those of a person: accounts with one verified tax number share them', async () => {
    const [one, other, typed] = [ada, await aUser(t.platform, { cash: 5_000_000 }), await aUser(t.platform)];
    const number = '512-33-9001';
    await fillApplication(typed, number);
    for (const account of [one, other]) await verifyIdentity(account, number);
    await invest(one, 60);
    expect([await left(one), await left(other)]).toEqual([
      [400_000, 9_400_000],
      [400_000, 9_400_000],
    ]);
    expect(await left(typed)).toEqual([1_000_000, 10_000_000]);
    expect(await refusalOf(invest(other, 41))).toBe('MONTHLY_LIMIT');
    await invest(other, 10);
    expect(await refusalOf(invest(one, 31))).toBe('MONTHLY_LIMIT');
    const { done, refused } = await outcomes(
      [one, other].flatMap((account) => Array.from({ length: 4 }, () => invest(account, 10))),
    );
    expect([done.length, new Set(refused)]).toEqual([3, new Set(['MONTHLY_LIMIT'])]);
    expect([await left(one), await left(other)]).toEqual([
      [0, 9_000_000],
      [0, 9_000_000],
    ]);
    t.clock.moveTo(new Date('2027-01-01T12:00:00Z'));
    expect(await left(other)).toEqual([1_000_000, 10_000_000]);
  });

  test('do not count canceled purchases, in the month of the purchase', async () => {
    const open = await anApprovedProperty(t.platform, { shares: 1_000, owner, admin, minimumShares: 1_000 });
    t.clock.moveTo(new Date('2026-11-30T12:00:00Z'));
    const order = { propertyId: open.id, shares: 100, requestId: newKey() };
    const { id: investmentId } = await api(ada).investing.invest(order);
    expect(await left(ada)).toEqual([0, 9_000_000]);
    t.clock.moveTo(new Date('2026-12-01T12:00:00Z'));
    await api(ada).investing.cancelPurchase({ investmentId, requestId: newKey() });
    expect(await left(ada)).toEqual([1_000_000, 10_000_000]);
    t.clock.moveTo(new Date('2026-11-30T13:00:00Z'));
    expect(await left(ada)).toEqual([1_000_000, 10_000_000]);
  });

  describe('on the resale market', () => {
    let traded: number;
    let seller: Person;
    beforeEach(async () => {
      const name = 'Resold House';
      ({ id: traded } = await anApprovedProperty(t.platform, { shares: 400, owner, admin, name }));
      seller = await aUser(t.platform, { cash: 1_100_000 });
      await api(seller).investing.invest({ propertyId: traded, shares: 100, requestId: newKey() });
    });
    const list = (shares: number, pricePerShareCents: number) =>
      api(seller).resale.openListing({ propertyId: traded, shares, pricePerShareCents, requestId: newKey() });
    const buy = (person: Person, listingId: string, shares: number, price: number) =>
      api(person).resale.buyShares({
        listingId,
        shares,
        expectedTotalCents: shares * price,
        requestId: newKey(),
      });
    const bid = (person: Person, shares: number, pricePerShareCents: number) =>
      api(person).resale.placeBid({ propertyId: traded, shares, pricePerShareCents, requestId: newKey() });

    test('count a purchase at its trade price, beside purchases from owners', async () => {
      const { id } = await list(80, 15_000);
      await invest(ada, 25);
      await buy(ada, id, 40, 15_000);
      expect(await left(ada)).toEqual([150_000, 9_150_000]);
      expect(await refusalOf(buy(ada, id, 11, 15_000))).toBe('MONTHLY_LIMIT');
      await expect(buy(ada, id, 11, 15_000)).rejects.toThrow(
        'You can invest $1,500.00 more this calendar month',
      );
      await buy(ada, id, 10, 15_000);
      expect(await refusalOf(invest(ada, 1))).toBe('MONTHLY_LIMIT');
    });

    test('count the reserve of an open bid until it is canceled, and once when it is filled', async () => {
      const { id } = await bid(ada, 60, 10_000);
      expect(await api(ada).investing.limits()).toMatchObject({ reservedCents: 600_000 });
      expect(await left(ada)).toEqual([400_000, 9_400_000]);
      expect(await refusalOf(invest(ada, 41))).toBe('MONTHLY_LIMIT');
      expect(await refusalOf(reinvest(ada, { propertyId, shares: 41, requestId: newKey() }))).toBe(
        'MONTHLY_LIMIT',
      );
      expect(await refusalOf(bid(ada, 41, 9_999))).toBe('MONTHLY_LIMIT');
      await list(20, 9_000);
      expect(await left(ada)).toEqual([400_000, 9_400_000]);
      await api(ada).resale.cancelBid({ bidId: id, requestId: newKey() });
      expect(await left(ada)).toEqual([800_000, 9_800_000]);
    });

    test('count the open bids and purchases of all accounts of a person', async () => {
      const other = await aUser(t.platform, { cash: 2_000_000 });
      for (const account of [ada, other]) await verifyIdentity(account, '512-33-9002');
      await bid(ada, 60, 10_000);
      expect(await api(other).investing.limits()).toMatchObject({ reservedCents: 0 });
      expect(await left(other)).toEqual([400_000, 9_400_000]);
      expect(await refusalOf(bid(other, 41, 9_999))).toBe('MONTHLY_LIMIT');
      await invest(other, 30);
      await list(20, 9_000);
      const { id } = await list(80, 15_000);
      expect(await refusalOf(buy(other, id, 7, 15_000))).toBe('MONTHLY_LIMIT');
      await buy(other, id, 6, 15_000);
      expect(await left(ada)).toEqual([10_000, 9_010_000]);
    });

    test('count a bid in the month in which it is filled, and before that in every month', async () => {
      await bid(ada, 70, 10_000);
      t.clock.moveTo(new Date('2026-12-02T12:00:00Z'));
      expect(await left(ada)).toEqual([300_000, 9_300_000]);
      await list(70, 10_000);
      expect(await left(ada)).toEqual([300_000, 9_300_000]);
      t.clock.moveTo(new Date('2026-11-30T12:00:00Z'));
      expect((await left(ada))[0]).toBe(1_000_000);
    });

    test('are respected by the orders of one batch together', async () => {
      const { id } = await list(100, 20_000);
      const orders = await outcomes<unknown>([
        ...Array.from({ length: 4 }, () => buy(ada, id, 10, 20_000)),
        ...Array.from({ length: 4 }, () => bid(ada, 10, 9_000)),
      ]);
      expect(new Set(orders.refused)).toEqual(new Set(['MONTHLY_LIMIT']));
      const [monthly = 0] = await left(ada);
      expect(monthly).toBeLessThan(200_000);
    });

    test('leave sellers alone', async () => {
      const other = await aUser(t.platform, { cash: 3_000_000 });
      await bid(other, 90, 11_000);
      await list(90, 11_000);
      expect(await left(seller)).toEqual([0, 9_000_000]);
    });
  });

  test('apply to reinvested distributions too', async () => {
    await reinvest(ada, { propertyId, shares: 100, requestId: newKey() });
    expect(await refusalOf(reinvest(ada, { propertyId, shares: 1, requestId: newKey() }))).toBe(
      'MONTHLY_LIMIT',
    );
  });

  test('are reported before a lack of money', async () => {
    const poor = await aUser(t.platform, { cash: 100 });
    expect(await refusalOf(invest(poor, 101))).toBe('MONTHLY_LIMIT');
    expect(await refusalOf(invest(poor, 100))).toBe('INSUFFICIENT_FUNDS');
  });

  test('can be read by signed-in people only', async () => {
    expect(await refusalOf(api(contextOf(t.platform)).investing.limits())).toBe('UNAUTHORIZED');
  });
});

describe('where a verified identity is required', () => {
  let strict: Product;
  let owner: Person;
  beforeAll(async () => {
    strict = await testPlatform({
      env: { ...USUAL_LIMITS, KYC_REQUIRED_TO_INVEST: '1' },
      replace: { files: testFiles() },
    });
    owner = await aUser(strict.platform);
    await applyForReview(owner);
    await decideOn(owner, 'approved');
  });
  afterAll(() => strict.close());

  test('a property is approved only once its owner is verified, and the admin sees that before', async () => {
    const { platform } = strict;
    const [reviewer, newOwner] = [await anAdmin(platform), await aUser(platform)];
    const { id } = await aPendingProperty(platform, { owner: newOwner });
    const approve = () => api(reviewer).properties.setStatus({ id, status: 'approved' });
    const isMissing = async () =>
      (await api(reviewer).properties.adminList({ limit: 1 })).items[0]?.ownerVerificationMissing;
    expect([await refusalOf(approve()), await isMissing()]).toEqual(['OWNER_NOT_VERIFIED', true]);
    await applyForReview(newOwner);
    expect([await refusalOf(approve()), await isMissing()]).toEqual(['OWNER_NOT_VERIFIED', true]);
    await decideOn(newOwner, 'approved', { admin: reviewer });
    expect(await isMissing()).toBe(false);
    expect(await approve()).toMatchObject({ id, status: 'approved' });
  });

  test('a property of an owner without a verified identity can be rejected', async () => {
    const { platform } = strict;
    const reviewer = await anAdmin(platform);
    const { id } = await aPendingProperty(platform, { owner: await aUser(platform) });
    const rejection = { id, status: 'rejected' as const, reason: 'No deed.' };
    expect(await api(reviewer).properties.setStatus(rejection)).toMatchObject({ status: 'rejected' });
  });

  test('nobody invests before the approval, and everyone after it', async () => {
    const { platform } = strict;
    const reviewer = await anAdmin(platform);
    const person = await aUser(platform, { cash: 1_000_000 });
    const { id } = await anApprovedProperty(platform, { owner, admin: reviewer });
    const buy = () => api(person).investing.invest({ propertyId: id, shares: 1, requestId: newKey() });
    const required = async () => (await api(person).investing.limits()).kycRequired;
    expect([await refusalOf(buy()), await required()]).toEqual(['KYC_REQUIRED', true]);
    await applyForReview(person);
    expect([await refusalOf(buy()), await required()]).toEqual(['KYC_REQUIRED', true]);
    await decideOn(person, 'approved', { admin: reviewer });
    expect((await buy()).shares).toBe(1);
    expect(await required()).toBe(false);
  });

  test('nobody buys on resale or bids before the approval, and holders can always sell', async () => {
    const { platform } = strict;
    const reviewer = await anAdmin(platform);
    const [verified, stranger] = [
      await aUser(platform, { cash: 1_000_000 }),
      await aUser(platform, { cash: 1_000_000 }),
    ];
    await applyForReview(verified);
    await decideOn(verified, 'approved', { admin: reviewer });
    const { id } = await anApprovedProperty(platform, { owner, admin: reviewer });
    await api(verified).investing.invest({ propertyId: id, shares: 10, requestId: newKey() });
    const order = { propertyId: id, shares: 2, pricePerShareCents: 10_000 };
    const { id: listingId } = await api(verified).resale.openListing({ ...order, requestId: newKey() });
    const buy = () =>
      api(stranger).resale.buyShares({
        listingId,
        shares: 1,
        expectedTotalCents: 10_000,
        requestId: newKey(),
      });
    const bid = (pricePerShareCents: number) =>
      api(stranger).resale.placeBid({ ...order, pricePerShareCents, requestId: newKey() });
    const before = await cashOf(platform.db, stranger.id);
    expect(await Promise.all([buy(), bid(10_000), bid(9_000)].map(refusalOf))).toEqual(
      Array(3).fill('KYC_REQUIRED'),
    );
    expect(await cashOf(platform.db, stranger.id)).toBe(before);
    await applyForReview(stranger);
    expect(await refusalOf(buy())).toBe('KYC_REQUIRED');
    await decideOn(stranger, 'approved', { admin: reviewer });
    expect([(await buy()).shares, (await bid(9_000)).sharesLeft]).toEqual([1, 2]);
  });

  test('an approval that is emptied with its account leaves no bid that a sale could fill, and every listing', async () => {
    const { platform } = strict;
    const reviewer = await anAdmin(platform);
    const [seller, bidder] = [
      await aUser(platform, { cash: 1_000_000 }),
      await aUser(platform, { cash: 100_000, emailConfirmed: false }),
    ];
    for (const one of [seller, bidder]) {
      await applyForReview(one);
      await decideOn(one, 'approved', { admin: reviewer });
    }
    const { id } = await anApprovedProperty(platform, { owner, admin: reviewer });
    for (const one of [seller, bidder]) {
      await api(one).investing.invest({ propertyId: id, shares: 4, requestId: newKey() });
    }
    const order = { propertyId: id, shares: 2 };
    const cash = await cashOf(platform.db, bidder.id);
    await api(bidder).resale.placeBid({ ...order, pricePerShareCents: 10_000, requestId: newKey() });
    await api(bidder).resale.openListing({ ...order, pricePerShareCents: 12_000, requestId: newKey() });
    const visitor = api(contextOf(platform));
    strict.mails.sent.length = 0;
    await visitor.identity.requestPasswordReset({ email: bidder.email });
    const token = tokenIn(await newMailTo(strict, bidder.email));
    const { code: invitationCode } = await api(seller).referrals.makeCode();
    await visitor.identity.resetPassword({ token, newPassword: 'Quiet-Harbor-Lantern-42', invitationCode });
    const { sharesTraded } = await api(seller).resale.openListing({
      ...order,
      pricePerShareCents: 10_000,
      requestId: newKey(),
    });
    expect([sharesTraded, await cashOf(platform.db, bidder.id)]).toEqual([0, cash]);
    expect((await api(seller).resale.listings({ propertyId: id })).items).toHaveLength(1);
    expect((await api(seller).referrals.overview()).totalReferrals).toBe(1);
  });
});
