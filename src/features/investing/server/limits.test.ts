import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { investedMonths } from '#db/schema/investing.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  contextOf,
  newKey,
  type Person,
} from '../../../../tests/support/actors.ts';
import { applyForReview, decideOn } from '../../../../tests/support/applicants.ts';
import { cashOf, expectBooksBalance, outcomes, refusalOf } from '../../../../tests/support/checks.ts';
import { testPlatform, USUAL_LIMITS } from '../../../../tests/support/platform.ts';
import { testFiles } from '../../../../tests/support/ports.ts';
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
afterEach(() => expectBooksBalance(t.platform));
afterAll(() => t.close());

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
      '$4,000.00 of your limit of $10,000.00 for this calendar month is left. It is whole again on Dec 1, 2026.',
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

  test('are kept by purchases of one batch together, and by each person alone', async () => {
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
    const kept = await t.platform.db.select().from(investedMonths).where(eq(investedMonths.userId, ada.id));
    expect(kept).toEqual([{ userId: ada.id, month: '2026-11', amountCents: 1_000_000 }]);
  });

  test('count what was cancelled no more, in the month in which it was bought', async () => {
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

  test('hold for the money of distributions too', async () => {
    await reinvest(ada, { propertyId, shares: 100, requestId: newKey() });
    expect(await refusalOf(reinvest(ada, { propertyId, shares: 1, requestId: newKey() }))).toBe(
      'MONTHLY_LIMIT',
    );
  });

  test('are told before a lack of money', async () => {
    const poor = await aUser(t.platform, { cash: 100 });
    expect(await refusalOf(invest(poor, 101))).toBe('MONTHLY_LIMIT');
    expect(await refusalOf(invest(poor, 100))).toBe('INSUFFICIENT_FUNDS');
  });

  test('are for signed-in people to read', async () => {
    expect(await refusalOf(api(contextOf(t.platform)).investing.limits())).toBe('UNAUTHORIZED');
  });
});

describe('where a verified identity is required', () => {
  let strict: Product;
  beforeAll(async () => {
    strict = await testPlatform({
      env: { ...USUAL_LIMITS, KYC_REQUIRED_TO_INVEST: '1' },
      replace: { files: testFiles() },
    });
  });
  afterAll(() => strict.close());

  test('nobody invests before the approval, and everybody after it', async () => {
    const { platform } = strict;
    const reviewer = await anAdmin(platform);
    const person = await aUser(platform, { cash: 1_000_000 });
    const { id } = await anApprovedProperty(platform, { owner: reviewer, admin: reviewer });
    const buy = () => api(person).investing.invest({ propertyId: id, shares: 1, requestId: newKey() });
    const required = async () => (await api(person).investing.limits()).kycRequired;
    expect([await refusalOf(buy()), await required()]).toEqual(['KYC_REQUIRED', true]);
    await applyForReview(person);
    expect([await refusalOf(buy()), await required()]).toEqual(['KYC_REQUIRED', true]);
    await decideOn(person, 'approved', { admin: reviewer });
    expect((await buy()).shares).toBe(1);
    expect(await required()).toBe(false);
  });
});
