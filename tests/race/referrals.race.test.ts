import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { invest } from '#features/investing/server/index.ts';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import { fundPromotions } from '#features/referrals/server/index.ts';
import { reachTier } from '#features/referrals/server/reach-tier.ts';
import { withdraw } from '#features/wallet/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { monthAfter, monthOf } from '#kernel/months.ts';
import { after, DAY } from '#kernel/time.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, type Person, systemOf } from '../support/actors.ts';
import { verifyIdentity } from '../support/applicants.ts';
import { cashOf, expectBooksBalance, outcomes, refusalOf } from '../support/checks.ts';
import { postgresPlatform } from '../support/platform.ts';
import { issueStatementsFrom } from '../support/statements.ts';

let t: Awaited<ReturnType<typeof postgresPlatform>>;
const inDays = (days: number): Promise<Platform> =>
  t.another({ clock: { now: () => after(new Date(), days * DAY) } });
let propertyId: number;
beforeAll(async () => {
  t = await postgresPlatform();
  // A month's statements never change, and after servers with clocks ahead have issued them its days come again here.
  await issueStatementsFrom(t.platform, monthAfter(monthOf(new Date()), 12));
  ({ id: propertyId } = await anApprovedProperty(t.platform, { shares: 1_000 }));
  const buyer = await aUser(t.platform, { cash: 5_000_000 });
  await api(buyer).investing.invest({ propertyId, shares: 400, requestId: newKey() });
  const whenFinal = await inDays(5);
  await whenFinal.jobs.drain();
  await setPromotionsTo(30_750);
});
afterEach(() => expectBooksBalance(t.platform));
afterAll(() => t.close());

const TIER = 3;
const REWARD_CENTS = 10_250;
const promotions = () => balanceOf(t.platform.db, accounts.promotions());

/** Adds what the promotions account lacks of an amount. */
async function setPromotionsTo(cents: number): Promise<void> {
  const amountCents = cents - (await promotions());
  await fundPromotions(systemOf(t.platform), { amountCents, requestId: newKey() });
}

let lastSsn = 5_670;
/** A verified person with an open reward. */
async function rewarded(): Promise<Person> {
  const person = await aUser(t.platform);
  lastSsn += 1;
  await verifyIdentity(person, `212-34-${lastSsn}`);
  await reachTier(systemOf(t.platform), { userId: person.id, tier: TIER });
  return person;
}

const choose = (person: Person, id = propertyId) =>
  api(person).referrals.chooseReward({ tier: TIER, propertyId: id, requestId: newKey() });

/** The same call one after another until `isOver`; answers how often it succeeded. */
async function repeat(call: () => Promise<unknown>, isOver: () => boolean): Promise<number> {
  let done = 0;
  while (!isOver()) {
    await call().then(
      () => {
        done += 1;
      },
      (error) => {
        if (!(error instanceof DomainError)) throw error;
      },
    );
  }
  return done;
}

test('a tier that is reached, chosen and bought many times at once is one reward, paid and bought once', async () => {
  const system = systemOf(t.platform);
  const person = await aUser(t.platform);
  await verifyIdentity(person, '212-34-5601');
  const reward = { userId: person.id, tier: TIER };
  const many = Array.from({ length: 8 });
  const reached = await Promise.all(many.map(() => reachTier(system, reward)));
  expect(reached.filter((one) => one.reached)).toHaveLength(1);
  await outcomes(many.map(() => choose(person)));
  const servers = [t.platform, await t.another(), await t.another()];
  await Promise.all(servers.map(({ jobs }) => jobs.drain()));
  const { rewards, bonusShares } = await api(person).referrals.overview();
  expect({ status: rewards[0]?.status, bonusShares }).toEqual({ status: 'granted', bonusShares: 1 });
  expect(await promotions()).toBe(20_500);
  expect(await cashOf(t.platform.db, person.id)).toBe(0);
});

test('the money of a reward is never anybody’s to spend or withdraw, however fast they try while it is bought', async () => {
  const before = await promotions();
  const person = await rewarded();
  await choose(person);
  const caller = {
    platform: t.platform,
    caller: { actor: { ...person.actor, authenticatedAt: new Date() } },
  };
  let over = false;
  const spenders = [
    () => invest(caller, { propertyId, shares: 1, requestId: newKey() }),
    () => withdraw(caller, { amountCents: REWARD_CENTS, requestId: newKey() }),
    () => withdraw(caller, { amountCents: 500, requestId: newKey() }),
  ].map((call) => repeat(call, () => over));
  await t.platform.jobs.drain();
  over = true;
  expect(await Promise.all(spenders)).toEqual([0, 0, 0]);
  expect((await api(person).referrals.overview()).rewards).toMatchObject([
    { status: 'granted', paidCents: REWARD_CENTS },
  ]);
  expect(await promotions()).toBe(before - REWARD_CENTS);
});

test('of many rewards for the last money as many are bought as it pays for, and the others when there is more', async () => {
  await setPromotionsTo(2 * REWARD_CENTS);
  const admin = await anAdmin(t.platform);
  const people = await Promise.all(Array.from({ length: 5 }, rewarded));
  await Promise.all(people.map((person) => choose(person)));
  const servers = [t.platform, await t.another()];
  await Promise.all(servers.map(({ jobs }) => jobs.drain()));
  const statuses = async () =>
    Promise.all(people.map(async (one) => (await api(one).referrals.overview()).rewards[0]?.status));
  expect((await statuses()).sort()).toEqual(['granted', 'granted', 'pending', 'pending', 'pending']);
  expect(await promotions()).toBe(0);
  const { items } = await api(admin).notifications.list({ limit: 100 });
  expect(items.filter(({ title }) => title === 'A referral reward needs funding')).toHaveLength(3);
  await setPromotionsTo(4 * REWARD_CENTS);
  const later = [await inDays(6), await inDays(6)];
  await Promise.all(later.map(({ jobs }) => jobs.drain()));
  expect(await statuses()).toEqual(people.map(() => 'granted'));
  expect(await promotions()).toBe(REWARD_CENTS);
});

test('what a reward bought is never canceled, not even while it is bought, and two servers take its money back once', async () => {
  const before = await promotions();
  const open = await anApprovedProperty(t.platform, { minimumShares: 5, fundingDays: 1 });
  const person = await rewarded();
  await choose(person, open.id);
  /** Cancels the purchase as soon as it is there. */
  const cancelled = async () => {
    for (;;) {
      const [purchase] = (await api(person).investing.investments({})).items;
      if (!purchase) continue;
      return refusalOf(
        api(person).investing.cancelPurchase({ investmentId: purchase.id, requestId: newKey() }),
      );
    }
  };
  const [refusal] = await Promise.all([cancelled(), t.platform.jobs.drain()]);
  expect(refusal).toBe('REWARD_PURCHASE');
  const servers = [await inDays(8), await inDays(8)];
  await Promise.all(servers.map(({ jobs }) => jobs.drain()));
  const { rewards } = await api(person).referrals.overview();
  expect(rewards[0]).toMatchObject({ status: 'open', paidCents: null });
  expect(await promotions()).toBe(before);
  expect(await cashOf(t.platform.db, person.id)).toBe(0);
});
