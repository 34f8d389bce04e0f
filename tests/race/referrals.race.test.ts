import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import { fundPromotions } from '#features/referrals/server/index.ts';
import { payReward } from '#features/referrals/server/pay-reward.ts';
import { reachTier } from '#features/referrals/server/reach-tier.ts';
import { after, DAY } from '#kernel/time.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anApprovedProperty, api, aUser, newKey, systemOf } from '../support/actors.ts';
import { verifyIdentity } from '../support/applicants.ts';
import { cashOf, expectBooksBalance, outcomes } from '../support/checks.ts';
import { postgresPlatform } from '../support/platform.ts';

let t: Awaited<ReturnType<typeof postgresPlatform>>;
/** A server by whose clock the purchases are final. */
let ahead: Platform;
beforeAll(async () => {
  t = await postgresPlatform();
  ahead = await t.another({ clock: { now: () => after(new Date(), 5 * DAY) } });
});
afterAll(() => t.close());

test('a tier that is reached, chosen and paid many times at once is one reward, paid and bought once', async () => {
  const system = systemOf(t.platform);
  const { id: propertyId } = await anApprovedProperty(t.platform, { shares: 1_000 });
  const buyer = await aUser(t.platform, { cash: 2_000_000 });
  await api(buyer).investing.invest({ propertyId, shares: 100, requestId: newKey() });
  await ahead.jobs.drain();
  await fundPromotions(system, { amountCents: 20_500, requestId: newKey() });
  const person = await aUser(t.platform);
  await verifyIdentity(person, '212-34-5678');
  const reward = { userId: person.id, tier: 3 };
  const many = Array.from({ length: 8 });
  const reached = await Promise.all(many.map(() => reachTier(system, reward)));
  expect(reached.filter((one) => one.reached)).toHaveLength(1);
  await outcomes(
    many.map(() => api(person).referrals.chooseReward({ tier: 3, propertyId, requestId: newKey() })),
  );
  await Promise.all([...many.map(() => payReward(system, reward)), t.platform.jobs.drain()]);
  await t.platform.jobs.drain();
  const { rewards, bonusShares } = await api(person).referrals.overview();
  expect({ status: rewards[0]?.status, bonusShares }).toEqual({ status: 'granted', bonusShares: 1 });
  expect(await balanceOf(t.platform.db, accounts.promotions())).toBe(10_250);
  expect(await cashOf(t.platform.db, person.id)).toBe(0);
  await expectBooksBalance(t.platform);
});
