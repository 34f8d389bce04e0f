import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { properties } from '#db/schema/properties.ts';
import { referralRewards, referrals } from '#db/schema/referrals.ts';
import { signUpCommand } from '#features/identity/server/index.ts';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import { legalErrors } from '#features/legal/legal.contract.ts';
import { taxFiguresOf } from '#features/tax/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { HOUR } from '#kernel/time.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import type { Config } from '#platform/server/runtime/config.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  contextOf,
  fund,
  newKey,
  PASSWORD,
  type Person,
  personOf,
  systemOf,
} from '#tests/support/actors.ts';
import { verifyIdentity } from '#tests/support/applicants.ts';
import { cashOf, expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { indexesUsed } from '#tests/support/plans.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { startTestServer } from '#tests/support/server.ts';
import { REWARD_TIERS } from '../referrals.rules.ts';
import { buyReward, purchaseKeyOf } from './buy-reward.ts';
import { setAsideBefore } from './fund-promotions.ts';
import { fundPromotions } from './index.ts';
import { reachTier } from './reach-tier.ts';
import { recordReferral } from './record-referral.ts';
import { nextWaiting } from './referrals.jobs.ts';
import { rewardChoices } from './referrals.queries.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let ada: Person;
let property: number;
let lastSsn = 1_000;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  property = (
    await anApprovedProperty(t.platform, { admin, shares: 10_000, price: 10_000, name: 'Maple Court' })
  ).id;
});
beforeEach(async () => {
  ada = await aUser(t.platform);
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const [first] = REWARD_TIERS;
const overviewOf = (person: Person) => api(person).referrals.overview();
const codeOf = async (person: Person) => (await api(person).referrals.makeCode()).code;
function ssn(): string {
  lastSsn += 1;
  return `212-34-${lastSsn}`;
}

/** Someone who signed up by a code. */
async function invited(
  referralCode: string,
  name = { firstName: 'Ana', lastName: 'Pereira' },
): Promise<Person> {
  const email = `a${newKey()}@x.test`;
  const account = { email, password: PASSWORD, ...name, emailConfirmed: true, referralCode };
  const { id } = await signUpCommand(contextOf(t.platform), account);
  await t.platform.jobs.drain();
  return personOf(t.platform, { id, email, role: 'user' });
}

async function buys(person: Person, shares = 1) {
  await fund(person, 10_000 * shares * 2);
  return api(person).investing.invest({ propertyId: property, shares, requestId: newKey() });
}

async function later(hours: number): Promise<void> {
  t.clock.advance(hours * HOUR);
  await t.platform.jobs.drain();
}

/** A person who has reached the first tier, verified, with the reward still open. */
async function rewarded(): Promise<Person> {
  const person = await aUser(t.platform);
  await verifyIdentity(person, ssn());
  await reachTier(systemOf(t.platform), { userId: person.id, tier: first.referrals });
  return person;
}

/** Fees are the platform's once escrow is released; without a minimum that is at each purchase's release. */
async function promotionsOf(amountCents: number): Promise<void> {
  await buys(await aUser(t.platform), 60);
  await later(72);
  await fundPromotions(systemOf(t.platform), { amountCents, requestId: newKey() });
}

const choose = (person: Person, propertyId = property) =>
  api(person).referrals.chooseReward({ tier: first.referrals, propertyId, requestId: newKey() });
const titlesOf = async (person: Person) =>
  (await api(person).notifications.list({ limit: 10 })).items.map(({ title }) => title);
const rewardOf = async (person: Person) => (await overviewOf(person)).rewards[0];

test('a code is made once, and counts in any letters', async () => {
  const code = await codeOf(ada);
  expect(await codeOf(ada)).toBe(code);
  await invited(code.toLowerCase());
  expect(await overviewOf(ada)).toMatchObject({
    enabled: true,
    code,
    link: `${t.platform.origin}/?ref=${code}`,
    totalReferrals: 1,
    successfulReferrals: 0,
    moreForNextReward: 3,
  });
});

test('an unknown code, an own one and that of a frozen account record nothing, and nobody is invited twice', async () => {
  const code = await codeOf(ada);
  await invited('ABCDEFGH');
  await recordReferral(systemOf(t.platform), { userId: ada.id, code });
  const ana = await invited(code);
  const eve = await aUser(t.platform);
  await recordReferral(systemOf(t.platform), { userId: ana.id, code: await codeOf(eve) });
  await api(admin).freezes.freezeAccount({ userId: eve.id, reason: 'A court asks for it.' });
  await invited((await overviewOf(eve)).code ?? '');
  const found = await t.platform.db.select().from(referrals).where(eq(referrals.inviterId, ada.id));
  expect(found.map(({ invitedId }) => invitedId)).toEqual([ana.id]);
  expect(await overviewOf(eve)).toMatchObject({ totalReferrals: 0 });
});

test('the code of a closed account records nothing', async () => {
  const eve = await aUser(t.platform);
  const code = await codeOf(eve);
  await api(eve).ownData.closeAccount({ confirmation: 'Close my account', requestId: newKey() });
  const ana = await invited(code);
  expect(await t.platform.db.select().from(referrals).where(eq(referrals.invitedId, ana.id))).toEqual([]);
});

test('shows invited people masked, with their invested amounts', async () => {
  const ana = await invited(await codeOf(ada));
  expect((await api(ada).referrals.list({})).items).toMatchObject([
    { name: 'Ana P.', email: 'a•••@x.test', investmentStatus: 'Not Invested', totalInvestedCents: 0 },
  ]);
  await buys(ana, 2);
  await buys(ana, 1);
  const { items } = await api(ada).referrals.list({});
  expect(items).toMatchObject([{ investmentStatus: 'Active Investor', totalInvestedCents: 30_000 }]);
  expect(JSON.stringify(items)).not.toContain('Pereira');
});

test('an invited person who closed the account is shown as that, without a name or an address', async () => {
  const ana = await invited(await codeOf(ada));
  await api(ana).ownData.closeAccount({ confirmation: 'Close my account', requestId: newKey() });
  expect((await api(ada).referrals.list({})).items).toMatchObject([{ name: 'Closed account', email: null }]);
});

test('a referral is successful after the time to cancel, with a verified tax number that is neither the inviter’s nor another’s', async () => {
  const own = ssn();
  await verifyIdentity(ada, own);
  const code = await codeOf(ada);
  const [ana, twin, again] = [await invited(code), await invited(code), await invited(code)];
  for (const person of [ana, twin, again]) await buys(person);
  await verifyIdentity(twin, own);
  await later(49);
  expect(await overviewOf(ada)).toMatchObject({ successfulReferrals: 0 });
  const number = ssn();
  for (const account of [ana, again]) await verifyIdentity(account, number);
  expect(await overviewOf(ada)).toMatchObject({ successfulReferrals: 1, moreForNextReward: 2 });
});

test('a person who had another account before counts only for who invited that one too, and a tier is given once to all accounts of an inviter', async () => {
  const [own, others] = [ssn(), [ssn(), ssn(), ssn()]];
  const second = await aUser(t.platform);
  for (const inviter of [ada, second]) await verifyIdentity(inviter, own);
  for (const inviter of [ada, second])
    for (const number of others) {
      t.clock.advance(HOUR);
      const person = await invited(await codeOf(inviter));
      await verifyIdentity(person, number);
      await buys(person);
    }
  await later(50);
  await later(1);
  expect(await overviewOf(ada)).toMatchObject({ successfulReferrals: 3, rewards: [{ tier: 3 }] });
  expect(await overviewOf(second)).toMatchObject({ totalReferrals: 3, successfulReferrals: 0, rewards: [] });

  const tier = { tier: first.referrals };
  expect(await reachTier(systemOf(t.platform), { userId: second.id, ...tier })).toEqual({ reached: false });
  expect(await reachTier(systemOf(t.platform), { userId: ada.id, ...tier })).toEqual({ reached: false });
});

test('a purchase that was canceled makes no referral successful', async () => {
  const open = await anApprovedProperty(t.platform, { admin, shares: 100, price: 10_000, minimumShares: 50 });
  const ana = await invited(await codeOf(ada));
  for (const person of [ada, ana]) await verifyIdentity(person, ssn());
  await fund(ana, 20_000);
  const order = { propertyId: open.id, shares: 1, requestId: newKey() };
  const { id: investmentId } = await api(ana).investing.invest(order);
  await later(24);
  await api(ana).investing.cancelPurchase({ investmentId, requestId: newKey() });
  await later(72);
  expect(await overviewOf(ada)).toMatchObject({ totalReferrals: 1, successfulReferrals: 0 });
});

test('a purchase makes a referral successful only once its offering is funded', async () => {
  const offering = { admin, shares: 100, price: 10_000, minimumShares: 50 };
  const { id: propertyId } = await anApprovedProperty(t.platform, offering);
  const [ana, other] = [await invited(await codeOf(ada)), await aUser(t.platform, { cash: 600_000 })];
  for (const person of [ada, ana]) await verifyIdentity(person, ssn());
  await fund(ana, 20_000);
  await api(ana).investing.invest({ propertyId, shares: 1, requestId: newKey() });
  await later(72);
  expect(await overviewOf(ada)).toMatchObject({ totalReferrals: 1, successfulReferrals: 0 });
  await api(other).investing.invest({ propertyId, shares: 49, requestId: newKey() });
  await later(72);
  expect(await overviewOf(ada)).toMatchObject({ totalReferrals: 1, successfulReferrals: 1 });
});

test('three successful referrals bring one reward, once; an own account that was verified before the inviter is none of them', async () => {
  const code = await codeOf(ada);
  const own = ssn();
  const buysVerified = async (number: string) => {
    const person = await invited(code);
    await verifyIdentity(person, number);
    await buys(person);
    await later(50);
  };
  for (const number of [own, ssn(), ssn()]) await buysVerified(number);
  expect(await overviewOf(ada)).toMatchObject({ isVerified: false, successfulReferrals: 0, rewards: [] });
  await verifyIdentity(ada, own);
  await later(1);
  expect(await overviewOf(ada)).toMatchObject({ isVerified: true, successfulReferrals: 2, rewards: [] });
  await buysVerified(ssn());
  await later(1);
  const { rewards, moreForNextReward } = await overviewOf(ada);
  expect(rewards).toMatchObject([{ tier: 3, shares: 1, status: 'open' }]);
  expect(moreForNextReward).toBe(7);
});

test('each tier pays for its own number of shares, once', async () => {
  const person = await rewarded();
  for (const { referrals: tier } of REWARD_TIERS)
    await reachTier(systemOf(t.platform), { userId: person.id, tier });
  const { id } = await anApprovedProperty(t.platform, { admin, shares: 100, price: 1_000, minimumShares: 0 });
  for (const amountCents of [10_762, 10_763]) await promotionsOf(amountCents);
  const before = await balanceOf(t.platform.db, accounts.promotions());
  for (const { referrals: tier } of REWARD_TIERS)
    await api(person).referrals.chooseReward({ tier, propertyId: id, requestId: newKey() });
  await later(1);
  await later(1);
  const { rewards, bonusShares } = await overviewOf(person);
  expect(rewards.map(({ tier, paidCents }) => [tier, paidCents])).toEqual([
    [3, 1_025],
    [10, 5_125],
    [25, 15_375],
  ]);
  const { holdings } = await api(person).portfolio.overview();
  expect([bonusShares, holdings.map(({ propertyId, shares }) => [propertyId, shares])]).toEqual([
    21,
    [[id, 21]],
  ]);
  expect(await balanceOf(t.platform.db, accounts.promotions())).toBe(before - 21_525);
  await api(admin).properties.setStatus({ id, status: 'pending', reason: 'A new deed.' });
});

test('a reward without money waits, admins are notified once, and it is granted when there is some', async () => {
  const person = await rewarded();
  const promised = await balanceOf(t.platform.db, accounts.promotions());
  expect(promised).toBe(0);
  await choose(person);
  await t.platform.jobs.drain();
  await later(2);
  await choose(person);
  await t.platform.jobs.drain();
  expect(await rewardOf(person)).toMatchObject({ status: 'pending', paidCents: null });
  const { items } = await api(admin).notifications.list({ limit: 100 });
  expect(items.filter(({ title }) => title === 'A referral reward needs funding')).toHaveLength(1);
  await promotionsOf(10_250);
  await later(1);
  expect(await rewardOf(person)).toMatchObject({
    status: 'granted',
    paidCents: 10_250,
    property: { id: property, name: 'Maple Court' },
  });
  expect(await overviewOf(person)).toMatchObject({ bonusShares: 1 });
  expect(await cashOf(t.platform.db, person.id)).toBe(0);
  expect(await balanceOf(t.platform.db, accounts.promotions())).toBe(0);
  const [lot] = await api(person).lots.open({ propertyId: property });
  expect(lot).toMatchObject({ pricePerShareCents: 10_000, costCents: 10_250 });
  expect(await refusalOf(choose(person))).toBe('REWARD_TAKEN');
  const year = t.clock.now().getUTCFullYear();
  expect(await taxFiguresOf(t.platform, person.id, year)).toMatchObject({
    miscellaneous: { rewardsCents: 10_250 },
  });
  expect(await taxFiguresOf(t.platform, person.id, year - 1)).toMatchObject({
    miscellaneous: { rewardsCents: 0 },
  });
  const { items: movements } = await api(person).wallet.movements({ limit: 3 });
  expect(movements).toMatchObject([
    { kind: 'processing_fee', balanceAfterCents: 0 },
    { kind: 'investment', balanceAfterCents: 250 },
    { kind: 'reward', amountCents: 10_250, description: 'Reward that paid for shares of Maple Court' },
  ]);
});

test('the reward of a person who is frozen or has to accept new terms waits, and delays no other', async () => {
  const [frozen, asked, next] = [await rewarded(), await rewarded(), await rewarded()];
  for (const person of [frozen, asked, next]) await choose(person);
  await t.platform.jobs.drain();
  await t.platform.db
    .update(referralRewards)
    .set({ reachedAt: t.clock.now() })
    .where(inArray(referralRewards.userId, [frozen.id, asked.id]));
  const waiting = await nextWaiting(t.platform.db, undefined);
  const oneByOne: typeof waiting = [];
  for (;;) {
    const [one] = await nextWaiting(t.platform.db, oneByOne.at(-1), 1);
    if (!one) break;
    oneByOne.push(one);
  }
  expect(oneByOne).toEqual(waiting);
  expect(waiting.map(({ userId }) => userId).sort()).toEqual([frozen.id, asked.id, next.id].sort());
  await api(admin).freezes.freezeAccount({ userId: frozen.id, reason: 'A court order. '.repeat(33).trim() });
  const consent = vi.spyOn(t.platform.consent, 'refusalFor');
  const required = new DomainError(legalErrors.CONSENT_REQUIRED);
  consent.mockImplementation(async (_, userId) => (userId === asked.id ? required : null));
  for (const _ of [1, 2, 3]) await promotionsOf(10_250);
  await later(1);
  const rewards = () => Promise.all([frozen, asked, next].map(rewardOf));
  expect(await rewards()).toMatchObject([
    { status: 'pending', refusal: null },
    { status: 'pending', refusal: null },
    { status: 'granted' },
  ]);
  consent.mockRestore();
  await api(admin).freezes.unfreezeAccount({ userId: frozen.id, reason: 'The order was lifted.' });
  await later(1);
  expect((await rewards()).map((reward) => reward?.status)).toEqual(['granted', 'granted', 'granted']);
});

test('a reward that waited is announced, even if the worker stops right after its purchase', async () => {
  const person = await rewarded();
  await choose(person);
  await t.platform.jobs.drain();
  await promotionsOf(10_250);
  const requestId = purchaseKeyOf({ tier: first.referrals, attempt: 1 });
  await buyReward(
    { platform: t.platform, caller: person.caller },
    { propertyId: property, shares: 1, requestId },
  );
  await later(1);
  expect(await titlesOf(person)).toContain('Your referral reward is here');
});

test('a reward that cannot be bought costs nothing, and another property can be chosen', async () => {
  const person = await rewarded();
  await promotionsOf(10_250);
  await choose(person);
  await api(admin).properties.setStatus({ id: property, status: 'pending', reason: 'A new deed.' });
  await t.platform.jobs.drain();
  expect(await rewardOf(person)).toMatchObject({ status: 'open', paidCents: null });
  expect((await rewardOf(person))?.refusal).toContain('does not exist');
  expect(await titlesOf(person)).toContain('Choose your reward again');
  expect(await balanceOf(t.platform.db, accounts.promotions())).toBe(10_250);
  await api(admin).properties.setStatus({ id: property, status: 'approved' });
  await choose(person);
  await t.platform.jobs.drain();
  expect(await rewardOf(person)).toMatchObject({ status: 'granted' });
});

test('what a reward bought cannot be canceled, and its money goes back when the offering fails', async () => {
  const person = await rewarded();
  await promotionsOf(10_250);
  const open = await anApprovedProperty(t.platform, {
    admin,
    price: 10_000,
    minimumShares: 5,
    fundingDays: 1,
    name: 'Elm Court',
  });
  const promised = await balanceOf(t.platform.db, accounts.promotions());
  await choose(person, open.id);
  await t.platform.jobs.drain();
  expect(await rewardOf(person)).toMatchObject({ status: 'granted' });
  expect(await balanceOf(t.platform.db, accounts.promotions())).toBe(promised - 10_250);
  const [purchase] = (await api(person).investing.investments({})).items;
  expect(purchase?.cancellableUntil).toBeNull();
  const cancel = { investmentId: purchase?.id ?? '', requestId: newKey() };
  expect(await refusalOf(api(person).investing.cancelPurchase(cancel))).toBe('REWARD_PURCHASE');
  await later(25);
  expect(await rewardOf(person)).toMatchObject({ status: 'open', paidCents: null, grantedAt: null });
  expect((await rewardOf(person))?.refusal).toBe(
    'Its purchase was refunded, so the reward is available again.',
  );
  expect(await cashOf(t.platform.db, person.id)).toBe(0);
  expect(await balanceOf(t.platform.db, accounts.promotions())).toBe(promised);
  const titles = await titlesOf(person);
  expect(titles).toContain('Choose another property for your reward');
  expect(titles).not.toContain('Purchase refunded');
  await choose(person);
  await t.platform.jobs.drain();
  expect(await rewardOf(person)).toMatchObject({ status: 'granted', property: { id: property } });
});

test('a reward whose property costs more than a reward may meanwhile is not bought', async () => {
  const person = await rewarded();
  await promotionsOf(20_500);
  const promised = await balanceOf(t.platform.db, accounts.promotions());
  await choose(person);
  await t.platform.db
    .update(properties)
    .set({ pricePerShareCents: 10_001 })
    .where(eq(properties.id, property));
  await t.platform.jobs.drain();
  expect(await rewardOf(person)).toMatchObject({ status: 'open', paidCents: null });
  expect((await rewardOf(person))?.refusal).toContain('costs more');
  expect(await balanceOf(t.platform.db, accounts.promotions())).toBe(promised);
  await t.platform.db
    .update(properties)
    .set({ pricePerShareCents: 10_000 })
    .where(eq(properties.id, property));
});

test('a reward is not bought from an owner who turns out to be the same person', async () => {
  const [number, owner] = [ssn(), await aUser(t.platform)];
  const { id } = await anApprovedProperty(t.platform, { admin, owner, price: 10_000 });
  const person = await aUser(t.platform);
  await verifyIdentity(person, number);
  await reachTier(systemOf(t.platform), { userId: person.id, tier: first.referrals });
  await promotionsOf(20_500);
  await choose(person, id);
  await verifyIdentity(owner, number);
  await t.platform.jobs.drain();
  expect(await rewardOf(person)).toMatchObject({ status: 'open', paidCents: null });
  expect((await rewardOf(person))?.refusal).toBe('A referral reward cannot buy shares of your own property.');
  expect(await cashOf(t.platform.db, owner.id)).toBe(0);
});

test('a reward needs a verified inviter, and an offering at $100 a share or less', async () => {
  await reachTier(systemOf(t.platform), { userId: ada.id, tier: first.referrals });
  expect(await refusalOf(choose(ada))).toBe('VERIFY_FOR_REWARD');
  await verifyIdentity(ada, ssn());
  const costly = await anApprovedProperty(t.platform, { admin, price: 10_001 });
  const other = { tier: first.referrals, propertyId: costly.id, requestId: newKey() };
  expect(await refusalOf(api(ada).referrals.chooseReward(other))).toBe('NOT_A_CHOICE');
});

test('promotions are funded from earned fees only, once for each key', async () => {
  const before = await balanceOf(t.platform.db, accounts.promotions());
  const system = systemOf(t.platform);
  expect(await refusalOf(fundPromotions(system, { amountCents: 900_000_000, requestId: newKey() }))).toBe(
    'FEES_TOO_LOW',
  );
  await promotionsOf(100);
  const request = { amountCents: 100, requestId: newKey() };
  await fundPromotions(system, request);
  await fundPromotions(system, request);
  expect(await balanceOf(t.platform.db, accounts.promotions())).toBe(before + 200);
});

test('a property can be chosen for a reward however many others have higher yields', async () => {
  const asked = { userId: ada.id, shares: 1, now: t.clock.now() };
  /** Copies the row of the property, without what the database computes of it. */
  async function copy(tx: Transaction, table: string, key: string, changed: SQL): Promise<void> {
    const [columns] = await rows<{ names: string }>(
      tx,
      sql`select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
          where table_name = ${table} and is_generated = 'NEVER'`,
    );
    const [into, names, id] = [table, columns?.names ?? '', key].map((text) => sql.raw(text));
    await tx.execute(sql`
      insert into ${into} (${names}) overriding system value
      select ${names} from (
        select (jsonb_populate_record(one, jsonb_build_object(${key}::text, 100000 + n) || ${changed})).*
        from ${into} one, generate_series(1, 100) n where one.${id} = ${property}) copies`);
  }
  const undone = t.platform.db.transaction(async (tx) => {
    await copy(tx, 'properties', 'id', sql`'{"annual_yield": 99}'::jsonb`);
    await copy(tx, 'offerings', 'property_id', sql`'{}'::jsonb`);
    await copy(tx, 'ledger_accounts', 'property_id', sql`jsonb_build_object('id', one.id || ' ' || n)`);
    expect((await rewardChoices(tx, asked)).map(({ id }) => id)).not.toContain(property);
    expect(await rewardChoices(tx, { ...asked, propertyId: property })).toMatchObject([{ id: property }]);
    tx.rollback();
  });
  await expect(undone).rejects.toThrow('Rollback');
});

test('what was set aside for promotions is found by its index, however long the ledger is', async () => {
  const used = await indexesUsed(t.platform, 'ledger_transfers', setAsideBefore);
  expect(used).toEqual(new Set(['ledger_transfers_promotions']));
});

test('a link stores its code in the browser, and sign-up sends it', async () => {
  const server = await startTestServer(t.platform);
  const code = await codeOf(ada);
  const linked = await fetch(`${server.url}/api/login?ref=${code.toLowerCase()}`, { redirect: 'manual' });
  const cookie = linked.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(
    new RegExp(`^commonhold-referral=${code}; .*HttpOnly; SameSite=Lax; Max-Age=2592000`),
  );
  expect(
    (await fetch(`${server.url}/api/login?ref=nonsense`, { redirect: 'manual' })).headers.get('set-cookie'),
  ).toBeNull();
  const responseHeaders = new Headers();
  const [pair = ''] = cookie.split(';');
  await api({ ...contextOf(t.platform), cookies: pair, responseHeaders }).identity.signUp({
    email: `${newKey()}@x.test`,
    password: PASSWORD,
    firstName: 'Ana',
    lastName: 'Pereira',
  });
  await t.platform.jobs.drain();
  expect(await overviewOf(ada)).toMatchObject({ totalReferrals: 1 });
  expect(responseHeaders.get('set-cookie')).toContain('commonhold-referral=;');
  await server.close();
});

test('switched off, it makes no code, counts no sign-up and shows earlier rewards', async () => {
  const person = await rewarded();
  const code = await codeOf(person);
  const config: Config = { ...t.platform.config, hasReferrals: false };
  const off = { ...t.platform, config };
  const asPerson = { ...person, platform: off };
  expect(await overviewOf(asPerson)).toMatchObject({ enabled: false, code: null, rewards: [{ tier: 3 }] });
  expect(await refusalOf(api(asPerson).referrals.makeCode())).toBe('REFERRALS_OFF');
  expect(await refusalOf(choose(asPerson))).toBe('REFERRALS_OFF');
  expect(code).toHaveLength(8);
});
