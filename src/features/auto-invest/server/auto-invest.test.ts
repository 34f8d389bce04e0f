import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { autoInvestDecisions } from '#db/schema/auto-invest.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  fund,
  newKey,
  type Offering,
  type Person,
  systemOf,
} from '#tests/support/actors.ts';
import { cashOf, expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { dealShares } from '../allocation.rules.ts';
import type { AutoInvestSettings } from '../auto-invest.contract.ts';
import { defaultSettings } from '../auto-invest.rules.ts';
import { buy } from './buy.ts';
import { planRun } from './plan-run.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform);
});
/** What a test put on the market leaves it again, so that the runs of later tests do not look at it. */
const onMarket = new Set<number>();
afterEach(async () => {
  for (const id of onMarket) await api(admin).properties.setStatus({ id, status: 'pending' });
  onMarket.clear();
  await expectBooksBalance(t.platform);
});
afterAll(() => t.close());

const settingsWith = (changes: Partial<AutoInvestSettings> = {}): AutoInvestSettings => ({
  ...defaultSettings,
  enabled: true,
  ...changes,
});

/** A person with Auto-Invest on; the cash comes before, so that the deposit starts no run. */
async function anInvestor(changes: Partial<AutoInvestSettings> = {}, cash = 500_000): Promise<Person> {
  const person = await aUser(t.platform, { cash });
  await api(person).autoInvest.saveSettings(settingsWith(changes));
  return person;
}

const approve = async (offering: Offering = {}) => {
  const { id } = await anApprovedProperty(t.platform, { owner, admin, annualYield: '9', ...offering });
  onMarket.add(id);
  await t.platform.jobs.drain();
  return id;
};
const overviewOf = (person: Person) => api(person).autoInvest.overview();
/** Everything that was decided for a person about a property, newest first. */
const decidedFor = async (person: Person, propertyId: number) =>
  (await api(person).autoInvest.decisions({ limit: 50 })).items.filter(
    (one) => one.propertyId === propertyId,
  );
const sharesOf = async (person: Person, propertyId: number) =>
  (await api(person).portfolio.overview()).holdings.find((one) => one.propertyId === propertyId)?.shares ?? 0;
/** Turns Auto-Invest off, so that the runs of later tests leave the person alone. */
const stop = (...people: Person[]) =>
  Promise.all(people.map((person) => api(person).autoInvest.saveSettings(defaultSettings)));
const daily = async () => {
  await planRun(systemOf(t.platform), { trigger: 'daily', slot: `test:${newKey()}` });
  await t.platform.jobs.drain();
};

test('a newly approved property is matched at once and bought after a day, once', async () => {
  const ada = await anInvestor();
  const property = await approve();
  const { upcoming } = await overviewOf(ada);
  expect(upcoming).toMatchObject([
    { propertyId: property, outcome: 'matched', shares: 5, amountCents: 50_000 },
  ]);
  expect(await sharesOf(ada, property)).toBe(0);
  t.clock.advance(24 * HOUR);
  await t.platform.jobs.drain();
  expect(await sharesOf(ada, property)).toBe(5);
  const { recent, investedThisMonthCents, purchases } = await overviewOf(ada);
  expect(recent).toMatchObject([{ outcome: 'bought', shares: 5, trigger: 'approval' }]);
  expect([investedThisMonthCents, purchases]).toEqual([50_000, 1]);
  await daily();
  expect(await sharesOf(ada, property)).toBe(5);
  expect((await decidedFor(ada, property))[0]?.reason).toBe('Auto-Invest already bought it for you.');
  await stop(ada);
});

test('a match that was skipped is not bought, then or in any later run', async () => {
  const ada = await anInvestor();
  const property = await approve();
  const [match] = (await overviewOf(ada)).upcoming;
  await api(ada).autoInvest.skip({ decisionId: match?.id ?? '' });
  expect(await refusalOf(api(owner).autoInvest.skip({ decisionId: match?.id ?? '' }))).toBe(
    'MATCH_NOT_FOUND',
  );
  t.clock.advance(25 * HOUR);
  await t.platform.jobs.drain();
  await daily();
  expect(await sharesOf(ada, property)).toBe(0);
  expect((await decidedFor(ada, property)).map(({ reason }) => reason)).toContain('You skipped it.');
  await stop(ada);
});

test('what a person cancelled is never bought again for them, and their monthly limit gets it back', async () => {
  const ada = await anInvestor();
  const property = await approve({ minimumShares: 90 });
  t.clock.advance(24 * HOUR);
  await t.platform.jobs.drain();
  const [purchase] = await api(ada).investing.cancellable();
  await api(ada).investing.cancelPurchase({ investmentId: purchase?.id ?? '', requestId: newKey() });
  expect((await overviewOf(ada)).investedThisMonthCents).toBe(0);
  await daily();
  expect(await sharesOf(ada, property)).toBe(0);
  expect((await decidedFor(ada, property))[0]?.reason).toBe('You cancelled a purchase of it.');
  await stop(ada);
});

test('says in words why it does not buy', async () => {
  const property = await approve({ annualYield: '7', price: 10_000 });
  const people: [Partial<AutoInvestSettings>, number, string][] = [
    [{ minYieldBps: 750 }, 500_000, 'Its yield of 7.0% is below your minimum of 7.5%.'],
    [{ propertyTypes: ['Retail'] }, 500_000, 'Residential is not one of your property types.'],
    [
      { reserveCents: 490_000 },
      500_000,
      'Your available cash after the $4,900 that you keep does not cover a share with the fee.',
    ],
    [{}, 10_000, 'Your available cash does not cover a share with the fee.'],
    [{ paused: true }, 500_000, 'Auto-Invest is paused.'],
  ];
  const investors = await Promise.all(people.map(([changes, cash]) => anInvestor(changes, cash)));
  await daily();
  for (const [at, [, , reason]] of people.entries()) {
    const [decision] = await decidedFor(investors[at] as Person, property);
    expect([decision?.outcome, decision?.reason]).toEqual(['declined', reason]);
  }
  await stop(...investors);
});

test('the limit per property counts what was bought by hand', async () => {
  const property = await approve();
  const ada = await anInvestor({ maxPerPropertyCents: 60_000 });
  await api(ada).investing.invest({ propertyId: property, shares: 4, requestId: newKey() });
  await daily();
  expect(await sharesOf(ada, property)).toBe(6);
  await stop(ada);
});

test('the monthly limit bounds a run over many properties, and begins again with the month', async () => {
  const ada = await anInvestor({ monthlyLimitCents: 100_000 });
  for (let many = 0; many < 3; many += 1) await approve({ annualYield: '11' });
  t.clock.advance(24 * HOUR);
  await t.platform.jobs.drain();
  expect((await overviewOf(ada)).investedThisMonthCents).toBe(100_000);
  await stop(ada);
});

test('a purchase is decided by the settings of its moment: a limit that was lowered meanwhile holds', async () => {
  const ada = await anInvestor();
  const property = await approve();
  await api(ada).autoInvest.saveSettings(settingsWith({ maxPerPropertyCents: 10_000 }));
  const order = { propertyId: property, shares: 2, requestId: newKey() };
  expect(await refusalOf(buy(ada, order))).toBe('OUTSIDE_SETTINGS');
  await api(ada).autoInvest.saveSettings(settingsWith({ paused: true }));
  expect(await refusalOf(buy(ada, { ...order, shares: 1, requestId: newKey() }))).toBe('OUTSIDE_SETTINGS');
  await stop(ada);
});

test('a deposit that has arrived is invested for its owner alone', async () => {
  const property = await approve({ annualYield: '12' });
  const [ada, bea] = [await anInvestor({}, 0), await anInvestor({}, 0)];
  await fund(ada, 60_000);
  expect([await sharesOf(ada, property), await sharesOf(bea, property)]).toEqual([5, 0]);
  expect(await cashOf(t.platform.db, ada.id)).toBe(60_000 - 51_250);
  await stop(ada, bea);
});

test('a monthly plan invests its amount on its day, and again in the next month', async () => {
  const property = await approve({ annualYield: '13', shares: 1_000 });
  const day = t.clock.now().getUTCDate();
  const ada = await anInvestor({ recurring: { amountCents: 20_000, day }, maxPerPropertyCents: 100_000 });
  for (const many of [1, 2]) {
    await planRun(systemOf(t.platform), { trigger: 'recurring', slot: `test:${newKey()}` });
    await t.platform.jobs.drain();
    expect(await sharesOf(ada, property)).toBe(2 * many);
  }
  await stop(ada);
});

test('of few shares a run deals half, fairly, and anyone can recount it', async () => {
  const people = [await anInvestor(), await anInvestor(), await anInvestor()];
  const property = await approve({ shares: 14, minimumShares: 0 });
  t.clock.advance(24 * HOUR);
  await t.platform.jobs.drain();
  const shares = await Promise.all(people.map((person) => sharesOf(person, property)));
  expect(shares.toSorted()).toEqual([2, 2, 3]);
  const first = people[0] as Person;
  const bought = (await decidedFor(first, property)).find(({ outcome }) => outcome === 'bought');
  expect(bought?.wasDealt).toBe(true);
  const runId = bought?.runId ?? '';
  const { orders, offeredShares, minimumOrderShares } = await api(owner).autoInvest.allocation({
    runId,
    propertyId: property,
  });
  expect(offeredShares).toBe(7);
  expect(orders).toHaveLength(people.length);
  expect(dealShares(orders, offeredShares, minimumOrderShares)).toEqual(
    orders.map(({ allocatedShares }) => allocatedShares),
  );
  await stop(...people);
});

test('a property that left the market between match and purchase is not bought', async () => {
  const ada = await anInvestor();
  const property = await approve();
  await api(admin).properties.setStatus({ id: property, status: 'pending' });
  onMarket.delete(property);
  t.clock.advance(24 * HOUR);
  await t.platform.jobs.drain();
  expect((await decidedFor(ada, property))[0]).toMatchObject({
    outcome: 'declined',
    reason: 'It is no longer on the market.',
    wasDealt: false,
  });
  await stop(ada);
});

test('exactly one decision for each run, person and property, however often its jobs are repeated', async () => {
  const ada = await anInvestor();
  const property = await approve();
  const slot = `test:${newKey()}`;
  const plan = () => planRun(systemOf(t.platform), { trigger: 'daily', slot });
  const { runId } = await plan();
  expect(await plan()).toEqual({ runId: null, decisions: 0 });
  await t.platform.jobs.drain();
  const stored = await t.platform.db
    .select()
    .from(autoInvestDecisions)
    .where(eq(autoInvestDecisions.runId, runId ?? ''));
  const own = stored.filter(({ userId, propertyId }) => userId === ada.id && propertyId === property);
  expect(own).toHaveLength(1);
  await stop(ada);
});

test('a test decides by the same rules, lists a simulated match and buys nothing', async () => {
  const ada = await anInvestor({ minYieldBps: 750 });
  const { match } = await api(ada).autoInvest.simulate({});
  expect(match).toMatchObject({
    outcome: 'simulated',
    propertyId: null,
    amountCents: 50_000,
    annualYieldBps: 750,
  });
  expect((await overviewOf(ada)).recent[0]?.outcome).toBe('simulated');
  expect(await cashOf(t.platform.db, ada.id)).toBe(500_000);
  await api(ada).autoInvest.saveSettings(settingsWith({ minYieldBps: 800 }));
  expect(await api(ada).autoInvest.simulate({})).toEqual({
    match: null,
    reason: 'Its yield of 7.5% is below your minimum of 8.0%.',
  });
  for (let many = 0; many < 12; many += 1)
    await api(ada)
      .autoInvest.saveSettings(settingsWith())
      .then(() => api(ada).autoInvest.simulate({}));
  expect((await overviewOf(ada)).recent).toHaveLength(10);
  await stop(ada);
  expect(await refusalOf(api(ada).autoInvest.simulate({}))).toBe('NOT_ENABLED');
});

test('spending more needs a recent sign-in, spending less does not', async () => {
  const ada = await anInvestor();
  t.clock.advance(DAY);
  const save = (changes: Partial<AutoInvestSettings>) =>
    api(ada).autoInvest.saveSettings(settingsWith(changes));
  expect(await refusalOf(save({ monthlyLimitCents: 500_000 }))).toBe('CONFIRM_IDENTITY');
  expect((await save({ monthlyLimitCents: 100_000 })).monthlyLimitCents).toBe(100_000);
});
