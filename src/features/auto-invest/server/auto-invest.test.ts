import { and, eq, ne } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  autoInvestDecisions,
  autoInvestOffers,
  autoInvestPurchases,
  autoInvestRuns,
} from '#db/schema/auto-invest.ts';
import { washSaleAdjustments } from '#db/schema/lots.ts';
import { properties } from '#db/schema/properties.ts';
import { GRACE_DAYS } from '#features/legal/legal.rules.ts';
import { legalVersions } from '#features/legal/server/documents.ts';
import { after, DAY, dayText, formatDate, HOUR } from '#kernel/time.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  fund,
  newKey,
  on,
  type Person,
  type PropertyTerms,
  systemOf,
} from '#tests/support/actors.ts';
import { cashOf, expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { allocateShares } from '../allocation.rules.ts';
import { type AutoInvestSettings, MAX_SHOWN_ORDERS } from '../auto-invest.contract.ts';
import { defaultSettings, REFUSAL_RETENTION_DAYS } from '../auto-invest.rules.ts';
import { buy } from './buy.ts';
import { type DecisionRow, rankTextOf } from './decisions.ts';
import { loadRunState, offeredProperties, peopleOf } from './facts.ts';
import { planRun } from './plan-run.ts';
import { recordOutcomes } from './record-outcomes.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let owner: Person;
/** Another admin, who owns nothing and invests in nothing. */
let other: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  other = await anAdmin(t.platform);
  owner = await aUser(t.platform);
});
/** Properties that a test put on the market; taken off after it, so that later tests do not see them. */
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

const approve = async (offering: PropertyTerms = {}) => {
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
  Promise.all(
    people.map(async (person) => {
      const { settings } = await overviewOf(person);
      return api(person).autoInvest.saveSettings({ ...settings, enabled: false });
    }),
  );
const daily = async () => {
  await planRun(systemOf(t.platform), { trigger: 'daily', slot: `test:${newKey()}` });
  await t.platform.jobs.drain();
};

test('a newly approved property is matched immediately and bought after a day, once', async () => {
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

test('every match can be skipped, and the one that is bought next comes first', async () => {
  const ada = await anInvestor();
  const first = await approve();
  t.clock.advance(HOUR);
  await approve();
  const [match] = await t.platform.db
    .select()
    .from(autoInvestDecisions)
    .where(and(eq(autoInvestDecisions.userId, ada.id), ne(autoInvestDecisions.propertyId, first)));
  const many = Array.from({ length: 20 }, (_, at) => ({
    ...(match as DecisionRow),
    id: newKey(),
    propertyId: 1_000_000 + at,
  }));
  await t.platform.db.insert(autoInvestDecisions).values(many);
  const { upcoming } = await overviewOf(ada);
  expect(upcoming).toHaveLength(22);
  expect(upcoming[0]?.propertyId).toBe(first);
  for (const { id } of upcoming) await api(ada).autoInvest.skip({ decisionId: id });
  expect((await overviewOf(ada)).upcoming).toEqual([]);
  await stop(ada);
});

test('a page of the history has the counts of each run as a whole, and purchases alone can be listed', async () => {
  const ids = [await approve({ annualYield: '12' }), await approve(), await approve({ annualYield: '5' })];
  const ada = await anInvestor({ monthlyLimitCents: 100_000, amountCents: 100_000 });
  await daily();
  const { items, nextCursor } = await api(ada).autoInvest.decisions({ limit: 2 });
  expect(items.map(({ propertyId, outcome }) => [propertyId, outcome])).toEqual([
    [ids[0], 'bought'],
    [ids[1], 'declined'],
  ]);
  const rest = await api(ada).autoInvest.decisions({ limit: 2, cursor: nextCursor ?? undefined });
  expect(rest.items.map(({ propertyId }) => propertyId)).toEqual([ids[2]]);
  for (const { inRun } of [...items, ...rest.items])
    expect(inRun).toEqual({ properties: 3, bought: 1, declined: 2 });
  const bought = await api(ada).autoInvest.decisions({ boughtOnly: true });
  expect(bought.items.map(({ propertyId }) => propertyId)).toEqual([ids[0]]);
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

test('a canceled purchase is never made again for its person, and returns to their monthly limit', async () => {
  const ada = await anInvestor();
  const property = await approve({ minimumShares: 90 });
  t.clock.advance(24 * HOUR);
  await t.platform.jobs.drain();
  const [purchase] = await api(ada).investing.cancellable();
  await api(ada).investing.cancelPurchase({ investmentId: purchase?.id ?? '', requestId: newKey() });
  const { investedThisMonthCents, purchases, recent } = await overviewOf(ada);
  expect([investedThisMonthCents, purchases]).toEqual([0, 0]);
  expect(recent).toMatchObject([{ outcome: 'bought', refund: 'cancelled' }]);
  expect((await decidedFor(ada, property))[0]?.inRun.bought).toBe(0);
  await daily();
  expect(await sharesOf(ada, property)).toBe(0);
  expect((await decidedFor(ada, property))[0]?.reason).toBe('You canceled a purchase of it.');
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
      'Your available cash after the $4,900.00 that you keep does not cover 1 share with the fee.',
    ],
    [{}, 10_000, 'Your available cash does not cover 1 share with the fee.'],
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

test('says why it buys fewer shares than someone wanted, or none because too few are left', async () => {
  const [ada, bea] = [await anInvestor(), await anInvestor({ amountCents: 10_000 })];
  const [few, last] = [await approve({ shares: 6 }), await approve({ shares: 1 })];
  t.clock.advance(24 * HOUR);
  await t.platform.jobs.drain();
  const bought = async (person: Person) =>
    (await decidedFor(person, few)).find(({ outcome }) => outcome === 'bought');
  expect(await bought(ada)).toMatchObject({
    shares: 2,
    reason:
      'It matches your settings. You wanted 5 shares, but one run may buy at most half of the shares left.',
  });
  expect(await bought(bea)).toMatchObject({ shares: 1, reason: 'It matches your settings.' });
  await stop(bea);
  await daily();
  expect((await decidedFor(ada, last))[0]?.reason).toBe(
    'Too few shares are left: one run may buy at most half of the shares left.',
  );
  await stop(ada);
});

test('the limit per property counts purchases by hand', async () => {
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
  while ((await overviewOf(ada)).investedThisMonthCents > 0) t.clock.advance(DAY);
  await daily();
  const { investedThisMonthCents, purchases } = await overviewOf(ada);
  expect([investedThisMonthCents, purchases]).toEqual([50_000, 3]);
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

test.each([
  ['the amount of a match', { amountCents: 10_000 }, 'It would exceed your amount per match.'],
  ['the types', { propertyTypes: ['Retail' as const] }, 'Residential is not one of your property types.'],
])('a run buys nothing against %s that were changed after it was planned', async (_, changes, reason) => {
  const property = await approve({ annualYield: '18' });
  const ada = await anInvestor({ amountCents: 50_000 });
  await planRun(systemOf(t.platform), { trigger: 'deposit', slot: `test:${newKey()}`, userId: ada.id });
  await api(ada).autoInvest.saveSettings(settingsWith({ amountCents: 50_000, ...changes }));
  await t.platform.jobs.drain();
  expect((await decidedFor(ada, property)).map((one) => one.reason)).toContain(reason);
  expect(await sharesOf(ada, property)).toBe(0);
  await stop(ada);
});

test('a monthly plan that is lowered or ended after its run was planned buys no more than it now may', async () => {
  const properties = [await approve({ annualYield: '20' }), await approve({ annualYield: '20' })];
  const day = t.clock.now().getUTCDate();
  const plan = (amountCents: number) => ({
    recurring: { amountCents, day },
    maxPerPropertyCents: 10_000,
  });
  const [ada, bea] = [await anInvestor(plan(30_000)), await anInvestor(plan(30_000))];
  await planRun(systemOf(t.platform), { trigger: 'recurring', slot: `test:${newKey()}` });
  await api(ada).autoInvest.saveSettings(settingsWith(plan(10_000)));
  await api(bea).autoInvest.saveSettings(settingsWith({ ...plan(0), recurring: null }));
  await t.platform.jobs.drain();
  const boughtBy = async (person: Person) =>
    (await Promise.all(properties.map((property) => sharesOf(person, property)))).toSorted();
  expect([await boughtBy(ada), await boughtBy(bea)]).toEqual([
    [0, 1],
    [0, 0],
  ]);
  await stop(ada, bea);
});

test('a run counts what another one is about to buy, and two runs buy a property once', async () => {
  const property = await approve({ annualYield: '16' });
  const ada = await anInvestor();
  const plan = (trigger: 'daily' | 'deposit') =>
    planRun(systemOf(t.platform), { trigger, slot: `test:${newKey()}`, userId: ada.id });
  await plan('deposit');
  await plan('daily');
  expect((await decidedFor(ada, property)).map(({ reason }) => reason)).toEqual([
    'Another run is buying it for you.',
    'It matches your settings.',
  ]);
  await t.platform.jobs.drain();
  expect(await sharesOf(ada, property)).toBe(5);
  expect(await refusalOf(buy(ada, { propertyId: property, shares: 1, requestId: newKey() }))).toBe(
    'OUTSIDE_SETTINGS',
  );
  await stop(ada);
});

test('a decision says bought exactly when its purchase was made, also with two workers at one run', async () => {
  const property = await approve({ annualYield: '17' });
  const system = systemOf(t.platform);
  const [ada, bea] = [await anInvestor(), await anInvestor()];
  const { runId } = await planRun(system, {
    trigger: 'daily',
    slot: `test:${newKey()}`,
    propertyId: property,
  });
  const orderOf = async (person: Person) => {
    const [decision] = await decidedFor(person, property);
    return { propertyId: property, shares: decision?.shares ?? 0, requestId: decision?.id ?? '' };
  };
  const refused = ({ requestId: decisionId }: { requestId: string }) =>
    recordOutcomes(system, { runId: runId ?? '', outcomes: [{ decisionId, reason: 'No cash.' }] });
  const [ofAda, ofBea] = [await orderOf(ada), await orderOf(bea)];
  await buy(ada, ofAda);
  expect(await refused(ofAda)).toEqual({ bought: 1, declined: 0 });
  expect((await decidedFor(ada, property))[0]).toMatchObject({
    outcome: 'bought',
    reason: 'It matches your settings.',
  });
  expect(await refused(ofBea)).toEqual({ bought: 0, declined: 1 });
  expect(await refusalOf(buy(bea, ofBea))).toBe('DECISION_OVER');
  await t.platform.jobs.drain();
  expect([await sharesOf(ada, property), await sharesOf(bea, property)]).toEqual([5, 0]);
  await stop(ada, bea);
});

test('a purchase that was canceled between match and purchase is not bought again', async () => {
  const property = await approve({ minimumShares: 90 });
  const ada = await anInvestor();
  const order = { propertyId: property, shares: 1, requestId: newKey() };
  const { id: investmentId } = await api(ada).investing.invest(order);
  await api(ada).investing.cancelPurchase({ investmentId, requestId: newKey() });
  expect(await refusalOf(buy(ada, { ...order, requestId: newKey() }))).toBe('OUTSIDE_SETTINGS');
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

test('after many deposits of a day the next ones wait for the daily run', async () => {
  const property = await approve({ annualYield: '12' });
  const ada = await anInvestor({}, 0);
  const limited = secondPlatform(t, { env: { RATE_LIMITS: 'on' } });
  for (let many = 0; many < 20; many += 1) await limited.limits.tryConsume('depositRun', ada.id);
  await fund(on(limited, ada), 60_000);
  expect(await sharesOf(ada, property)).toBe(0);
  await daily();
  expect(await sharesOf(ada, property)).toBe(5);
  await stop(ada);
});

test('a deposit takes nothing from those who were matched at the approval, and its owner reads why it buys less', async () => {
  const ada = await anInvestor();
  const [property, few] = [await approve({ shares: 12 }), await approve({ shares: 9 })];
  const executeAt = formatDate(after(t.clock.now(), 24 * HOUR));
  const bea = await anInvestor({}, 0);
  await fund(bea, 200_000);
  const half = `one run may buy at most half of the shares left by the matches of its approval, which come first on ${executeAt}.`;
  const [less] = await decidedFor(bea, property);
  expect([less?.shares, less?.reason]).toEqual([
    1,
    `It matches your settings. You wanted 5 shares, but ${half}`,
  ]);
  expect((await decidedFor(bea, few))[0]?.reason).toBe(`Too few shares are left: ${half}`);
  t.clock.advance(24 * HOUR);
  await t.platform.jobs.drain();
  expect([await sharesOf(ada, property), await sharesOf(ada, few)]).toEqual([5, 4]);
  await daily();
  expect(await sharesOf(bea, few)).toBe(2);
  await stop(ada, bea);
});

test('a monthly plan invests once a month, on its day or later when no server ran then, and says when its amount is spent', async () => {
  const property = await approve({ annualYield: '13', shares: 1_000 });
  const lower = await approve({ annualYield: '12' });
  const now = t.clock.now();
  const ada = await anInvestor({
    recurring: { amountCents: 20_000, day: now.getUTCDate() },
    maxPerPropertyCents: 100_000,
  });
  const plan = async () => {
    await planRun(systemOf(t.platform), { trigger: 'recurring', slot: `test:${newKey()}` });
    await t.platform.jobs.drain();
    return sharesOf(ada, property);
  };
  expect([await plan(), await plan()]).toEqual([2, 2]);
  expect((await decidedFor(ada, lower))[0]?.reason).toBe('This month’s amount has already been invested.');
  t.clock.moveTo(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 0, 9)));
  expect(await plan()).toBe(4);
  await stop(ada);
});

test('a purchase shows the price and yield at which it was made, not those of the match', async () => {
  const ada = await anInvestor();
  const property = await approve();
  const setFigures = (figures: { pricePerShareCents: number; annualYieldBps: number }) =>
    t.platform.db.update(properties).set(figures).where(eq(properties.id, property));
  await setFigures({ pricePerShareCents: 20_000, annualYieldBps: 950 });
  t.clock.advance(24 * HOUR);
  await t.platform.jobs.drain();
  const bought = (await decidedFor(ada, property)).find(({ outcome }) => outcome === 'bought');
  await setFigures({ pricePerShareCents: 10_000, annualYieldBps: 900 });
  expect(bought).toMatchObject({ shares: 2, amountCents: 40_000, annualYieldBps: 950 });
  await stop(ada);
});

test('of few shares a run allocates half, fairly, and anyone can recount it', async () => {
  const people = [await anInvestor(), await anInvestor(), await anInvestor()];
  const property = await approve({ shares: 14, minimumShares: 0 });
  t.clock.advance(24 * HOUR);
  await t.platform.jobs.drain();
  const shares = await Promise.all(people.map((person) => sharesOf(person, property)));
  expect(shares.toSorted()).toEqual([2, 2, 3]);
  const first = people[0] as Person;
  const bought = (await decidedFor(first, property)).find(({ outcome }) => outcome === 'bought');
  expect(bought?.wasAllocated).toBe(true);
  const runId = bought?.runId ?? '';
  const { orders, offeredShares, minimumOrderShares } = await api(owner).autoInvest.allocation({
    runId,
    propertyId: property,
  });
  expect(offeredShares).toBe(7);
  const own = await api(first).autoInvest.allocation({ runId, propertyId: property });
  const place = 1 + own.orders.findIndex(({ isOwn }) => isOwn);
  expect(own.own).toEqual({ ...own.orders[place - 1], place });
  expect(own.own?.rank).toBe(sha256(own.ownRankText));
  expect(orders).toHaveLength(people.length);
  expect(allocateShares(orders, offeredShares, minimumOrderShares)).toEqual(
    orders.map(({ allocatedShares }) => allocatedShares),
  );
  await stop(...people);
});

test('an allocation among many people has the first of them and the own place, and its file has all', async () => {
  const [ada, many, runId, propertyId] = [await aUser(t.platform), MAX_SHOWN_ORDERS + 20, newKey(), 1];
  const now = t.clock.now();
  const run = { id: runId, trigger: 'daily' as const, slot: 'many', startedAt: now, executeAt: now };
  await t.platform.db.insert(autoInvestRuns).values({ ...run, allocatedAt: now, finishedAt: now });
  const offer = { id: newKey(), runId, propertyId, offeredShares: 1, minimumOrderShares: 1 };
  await t.platform.db.insert(autoInvestOffers).values(offer);
  const people = [ada.id, ...Array.from({ length: many - 1 }, (_, at) => `person-${at}`)];
  const wish = { propertyName: 'Elm', annualYieldBps: 500, pricePerShareCents: 100, wantedShares: 1 };
  const result = { outcome: 'declined' as const, reason: '', allocatedShares: 0, decidedAt: now };
  await t.platform.db.insert(autoInvestDecisions).values(
    people.map((userId) => {
      const rank = sha256(rankTextOf(propertyId, userId, runId));
      return { id: newKey(), runId, userId, propertyId, rank, ...wish, ...result };
    }),
  );
  const { csv } = await api(ada).autoInvest.allocationFile({ runId, propertyId });
  const ranks = csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
  const { orderCount, orders, own, ownRankText } = await api(ada).autoInvest.allocation({
    runId,
    propertyId,
  });
  expect(ranks).toEqual(ranks.toSorted());
  expect([ranks.length, orderCount]).toEqual([many, many]);
  expect(orders.map(({ rank }) => rank)).toEqual(ranks.slice(0, MAX_SHOWN_ORDERS));
  expect(own).toMatchObject({ rank: sha256(ownRankText), place: 1 + ranks.indexOf(sha256(ownRankText)) });
  for (const table of [autoInvestDecisions, autoInvestOffers])
    await t.platform.db.delete(table).where(eq(table.runId, runId));
  await t.platform.db.delete(autoInvestRuns).where(eq(autoInvestRuns.id, runId));
});

test('a purchase within 30 days of a sale at a loss disallows the loss, and its shares cost that much more', async () => {
  const property = await approve({ annualYield: '14' });
  const ada = await anInvestor();
  const ben = await aUser(t.platform, { cash: 100_000 });
  const sell = async (shares: number, pricePerShareCents: number) => {
    const order = { propertyId: property, shares, pricePerShareCents, requestId: newKey() };
    const { id: listingId } = await api(ada).resale.openListing(order);
    const bought = { listingId, shares, expectedTotalCents: shares * pricePerShareCents };
    await api(ben).resale.buyShares({ ...bought, requestId: newKey() });
  };
  await api(ada).investing.invest({ propertyId: property, shares: 3, requestId: newKey() });
  await sell(3, 9_000);
  t.clock.advance(20 * DAY);
  await daily();
  expect(await sharesOf(ada, property)).toBe(5);
  // The day on which its money leaves escrow, and the next one.
  for (const _ of [1, 2]) {
    t.clock.advance(DAY);
    await t.platform.jobs.drain();
  }
  const moved = await t.platform.db
    .select({ lotId: washSaleAdjustments.replacementLotId, cents: washSaleAdjustments.disallowedCents })
    .from(washSaleAdjustments)
    .where(eq(washSaleAdjustments.userId, ada.id));
  const bought = await t.platform.db
    .select({ lotId: autoInvestPurchases.investmentId })
    .from(autoInvestPurchases)
    .where(eq(autoInvestPurchases.userId, ada.id));
  // Three shares cost 307.50 with the fee and brought 270.00.
  expect(moved).toEqual(bought.map(({ lotId }) => ({ lotId, cents: 3_750 })));
  await sell(5, 12_000);
  const { items } = (await api(ada).reports.overview({})).capitalGains;
  // The loss counts with three of the five shares that replaced those sold.
  expect(items.map((one) => [one.sharesSold, one.disallowedCents, one.gainLossCents])).toEqual(
    expect.arrayContaining([
      [3, 3_750, 0],
      [3, 0, 36_000 - 30_750 - 3_750],
      [2, 0, 24_000 - 20_500],
    ]),
  );
  await stop(ada);
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
    wasAllocated: false,
  });
  await stop(ada);
});

test.each([25, 23])(
  'a property that is approved again after %i hours is matched again, and can be skipped for a day',
  async (hours) => {
    const ada = await anInvestor({ minYieldBps: 600 });
    const property = await approve();
    await api(admin).properties.setStatus({ id: property, status: 'pending' });
    t.clock.advance(hours * HOUR);
    await t.platform.jobs.drain();
    await api(admin).properties.setStatus({ id: property, status: 'approved' });
    await t.platform.jobs.drain();
    const { upcoming } = await overviewOf(ada);
    expect(upcoming).toMatchObject([{ propertyId: property, outcome: 'matched' }]);
    t.clock.advance(2 * HOUR);
    await t.platform.jobs.drain();
    expect(await sharesOf(ada, property)).toBe(0);
    await api(ada).autoInvest.skip({ decisionId: upcoming[0]?.id ?? '' });
    t.clock.advance(25 * HOUR);
    await t.platform.jobs.drain();
    await daily();
    expect(await sharesOf(ada, property)).toBe(0);
    await stop(ada);
  },
);

/** The outcome of ada's match after an event: of the property, of ada or of the settings. */
async function afterMatch(happens: (ada: Person, property: number) => Promise<unknown>) {
  const ada = await anInvestor();
  const property = await approve({ shares: 20, admin: other });
  await happens(ada, property);
  t.clock.advance(24 * HOUR);
  await t.platform.jobs.drain();
  const decisions = await decidedFor(ada, property);
  expect(await sharesOf(ada, property)).toBe(0);
  return { ada, property, decision: decisions[0], decisions };
}

test('a property that is sold out or halted between match and purchase is not bought', async () => {
  const sold = await afterMatch(async (_, property) => {
    const buyer = await aUser(t.platform, { cash: 300_000 });
    await api(buyer).investing.invest({ propertyId: property, shares: 20, requestId: newKey() });
  });
  expect(sold.decision).toMatchObject({ outcome: 'declined', reason: 'It is no longer on the market.' });
  await stop(sold.ada);
  const halted = await afterMatch((_, property) =>
    api(other).resale.haltTrading({ propertyId: property, reason: 'A fire.' }),
  );
  expect(halted.decisions).toContainEqual(
    expect.objectContaining({ outcome: 'declined', reason: 'Trading is halted.' }),
  );
  await stop(halted.ada);
});

test('a property that is halted or changes between allocation and purchase is not bought', async () => {
  const property = await approve({ shares: 20, admin: other });
  const ada = await anInvestor({ minYieldBps: 850 });
  await planRun(systemOf(t.platform), { trigger: 'daily', slot: `test:${newKey()}`, propertyId: property });
  const [decision] = (await decidedFor(ada, property)).filter(({ shares }) => shares > 0);
  const order = { propertyId: property, shares: decision?.shares ?? 0, requestId: decision?.id ?? '' };
  const figures = { pricePerShareCents: 10_000, annualYieldBps: 900 };
  const setFigures = (changed: Partial<typeof figures>) =>
    t.platform.db
      .update(properties)
      .set({ ...figures, ...changed })
      .where(eq(properties.id, property));
  await api(other).resale.haltTrading({ propertyId: property, reason: 'A fire.' });
  await expect(buy(ada, order)).rejects.toThrow('Trading is halted.');
  await api(other).resale.resumeTrading({ propertyId: property });
  await setFigures({ pricePerShareCents: 9_900 });
  await expect(buy(ada, order)).rejects.toThrow('Its price changed before the purchase.');
  await setFigures({ annualYieldBps: 800 });
  await expect(buy(ada, order)).rejects.toThrow('Its yield of 8.0% is below your minimum of 8.5%.');
  await setFigures({ annualYieldBps: 850 });
  await buy(ada, order);
  await setFigures({});
  expect(await sharesOf(ada, property)).toBe(order.shares);
  await t.platform.jobs.drain();
  await stop(ada);
});

test('a person who has not accepted new terms in time is allocated no shares, and is notified once', async () => {
  const ada = await anInvestor();
  const [first] = legalVersions.terms;
  const effectiveOn = dayText(after(t.clock.now(), (1 - GRACE_DAYS) * DAY));
  legalVersions.terms.push({ ...first, version: 2, effectiveOn });
  try {
    const bea = await anInvestor();
    t.clock.advance(DAY);
    const property = await approve({ shares: 8 });
    await daily();
    const reasons = (await decidedFor(ada, property)).map(({ reason }) => reason);
    expect(reasons.length).toBeGreaterThan(1);
    expect(new Set(reasons)).toEqual(
      new Set(['Accept the new version of our legal documents first, under Documents.']),
    );
    t.clock.advance(DAY);
    await t.platform.jobs.drain();
    expect([await sharesOf(ada, property), await sharesOf(bea, property)]).toEqual([0, 4]);
    const { items } = await api(ada).notifications.list({ limit: 100 });
    expect(items.filter(({ title }) => title.startsWith('Auto-Invest')).map(({ title }) => title)).toEqual([
      'Auto-Invest is on hold',
    ]);
    await api(ada).legal.accept({ id: 'terms', version: 2 });
    await daily();
    expect(await sharesOf(ada, property)).toBe(2);
    await stop(ada, bea);
  } finally {
    legalVersions.terms.length = 1;
  }
});

test('nothing is bought for a person who is frozen, also when that happens after the match', async () => {
  const { ada, property, decision } = await afterMatch((person) =>
    api(other).freezes.freezeAccount({ userId: person.id, reason: 'A court asks for it.' }),
  );
  expect(decision).toMatchObject({ outcome: 'declined', reason: 'Your account is frozen.' });
  expect(await refusalOf(buy(ada, { propertyId: property, shares: 1, requestId: newKey() }))).toBe(
    'ACCOUNT_FROZEN',
  );
  await api(other).freezes.unfreezeAccount({ userId: ada.id, reason: 'It is over.' });
  await stop(ada);
});

test.each<[string, object]>([
  ['a yield above 20%', { minYieldBps: 2_010 }],
  ['a yield below 0', { minYieldBps: -10 }],
  ['a yield in hundredths', { minYieldBps: 605 }],
  ['$50 per property', { maxPerPropertyCents: 5_000 }],
  ['$50,100 per property', { maxPerPropertyCents: 5_010_000 }],
  ['$150 per property', { maxPerPropertyCents: 15_000 }],
  ['$0 a month', { monthlyLimitCents: 0 }],
  ['$100,100 a month', { monthlyLimitCents: 10_010_000 }],
  ['$10,050 per match', { amountCents: 1_005_000 }],
  ['$125 per match', { amountCents: 12_500 }],
  ['half a cent', { amountCents: 10_000.5 }],
  ['a reserve below 0', { reserveCents: -1 }],
  ['the 32nd day', { recurring: { amountCents: 10_000, day: 32 } }],
  ['the day 0', { recurring: { amountCents: 10_000, day: 0 } }],
  ['an unknown type', { propertyTypes: ['Castle'] }],
  ['a type twice', { propertyTypes: ['Retail', 'Retail'] }],
])('refuses settings out of range: %s', async (_, changes) => {
  const settings = settingsWith(changes as Partial<AutoInvestSettings>);
  expect(await refusalOf(api(other).autoInvest.saveSettings(settings))).toBe('MALFORMED');
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
  const ada = await anInvestor({ minYieldBps: 750, amountCents: 55_000 });
  const { match } = await api(ada).autoInvest.simulate({});
  expect(match).toMatchObject({
    outcome: 'simulated',
    propertyId: null,
    amountCents: 55_000,
    annualYieldBps: 750,
  });
  expect((await overviewOf(ada)).recent[0]?.outcome).toBe('simulated');
  expect(await cashOf(t.platform.db, ada.id)).toBe(500_000);
  const property = await approve();
  t.clock.advance(HOUR);
  await api(ada).autoInvest.simulate({});
  t.clock.advance(24 * HOUR);
  await t.platform.jobs.drain();
  expect((await overviewOf(ada)).recent[0]).toMatchObject({ outcome: 'bought', propertyId: property });
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
  expect(await t.platform.db.$count(autoInvestRuns, eq(autoInvestRuns.trigger, 'test'))).toBe(10);
  await stop(ada);
  expect(await refusalOf(api(ada).autoInvest.simulate({}))).toBe('NOT_ENABLED');
});

test('spending more needs a recent sign-in, also of settings that are off; spending less does not', async () => {
  const ada = await anInvestor();
  const actor = { ...ada.actor, authenticatedAt: undefined };
  const byToken = api({ ...ada, caller: { ...ada.caller, actor } }).autoInvest;
  const raised = { ...defaultSettings, monthlyLimitCents: 10_000_000 };
  expect(await refusalOf(byToken.saveSettings(raised))).toBe('CONFIRM_IDENTITY');
  expect(await byToken.saveSettings(defaultSettings)).toEqual(defaultSettings);
  expect(await refusalOf(byToken.saveSettings(raised))).toBe('CONFIRM_IDENTITY');
  await api(ada).autoInvest.saveSettings(settingsWith());
  t.clock.advance(DAY);
  const save = (changes: Partial<AutoInvestSettings>) =>
    api(ada).autoInvest.saveSettings(settingsWith(changes));
  expect(await refusalOf(save({ monthlyLimitCents: 500_000 }))).toBe('CONFIRM_IDENTITY');
  expect((await save({ monthlyLimitCents: 100_000 })).monthlyLimitCents).toBe(100_000);
  await stop(ada);
});

test('refusals are deleted in time, and whatever a run gave can still be recounted', async () => {
  const people = [await anInvestor(), await anInvestor(), await anInvestor()];
  const skipping = await anInvestor();
  const property = await approve({ shares: 4, minimumShares: 0 });
  const [match] = (await overviewOf(skipping)).upcoming;
  await api(skipping).autoInvest.skip({ decisionId: match?.id ?? '' });
  t.clock.advance(24 * HOUR);
  // The first run has too few shares for everyone, and of the last share none is offered.
  await t.platform.jobs.drain();
  await daily();
  people.push(await anInvestor());
  await daily();
  await stop(...people, skipping);
  const stored = () =>
    t.platform.db
      .select()
      .from(autoInvestDecisions)
      .where(eq(autoInvestDecisions.propertyId, property))
      .orderBy(autoInvestDecisions.id);
  const before = await stored();
  const gave = new Set(before.flatMap((one) => (one.allocatedShares > 0 ? [one.runId] : [])));
  const expected = before.filter(
    ({ outcome, wantedShares, runId }) => outcome !== 'declined' || (wantedShares > 0 && gave.has(runId)),
  );
  expect(new Set(expected.map(({ outcome }) => outcome))).toEqual(new Set(['bought', 'declined', 'skipped']));
  expect(before.some(({ wantedShares, runId }) => wantedShares > 0 && !gave.has(runId))).toBe(true);

  t.clock.advance((REFUSAL_RETENTION_DAYS - 2) * DAY);
  await t.platform.jobs.drain();
  expect(await stored()).toEqual(before);
  t.clock.advance(3 * DAY);
  await t.platform.jobs.drain();
  expect(await stored()).toEqual(expected);
  for (const runId of gave) {
    const { orders, offeredShares, minimumOrderShares } = await api(owner).autoInvest.allocation({
      runId,
      propertyId: property,
    });
    expect(allocateShares(orders, offeredShares, minimumOrderShares)).toEqual(
      orders.map(({ allocatedShares }) => allocatedShares),
    );
  }
});

test('a listing belongs to one of the five types, and those of a rare type are found however many others yield more', async () => {
  const [apartments, house] = [await approve({ annualYield: '11' }), await approve({ annualYield: '9' })];
  const offered = {
    Residential: [apartments, house],
    Commercial: [await approve({ annualYield: '8', propertyType: 'commercial' })],
    'Mixed-Use': [await approve({ annualYield: '7', propertyType: 'commercial', subtype: 'mixed-use' })],
    Retail: [
      await approve({ annualYield: '6', propertyType: 'commercial', subtype: 'Retail' }),
      await approve({ annualYield: '5', propertyType: 'industrial', subtype: 'Workshop' }),
    ],
    Industrial: [await approve({ annualYield: '4', propertyType: 'industrial', subtype: 'storage' })],
  };
  const found = (maxPerType: number) =>
    t.platform.db.transaction(async (tx) => {
      const candidates = await offeredProperties(tx, null, t.clock.now(), maxPerType);
      return candidates.map(({ type, propertyId }) => [type, propertyId]);
    });
  const everything = Object.entries(offered).flatMap(([type, ids]) => ids.map((id) => [type, id]));
  expect(await found(2)).toEqual(everything);
  expect(await found(1)).toEqual(everything.filter(([type, id]) => offered[type as 'Retail'][0] === id));
});

test('a run that reads people a few at a time knows the same of each of them', async () => {
  const people = [await anInvestor({}, 300_000), await anInvestor({}, 400_000), await anInvestor()];
  const property = await approve();
  for (const [at, person] of people.entries())
    await api(person).investing.invest({ propertyId: property, shares: at + 1, requestId: newKey() });
  const now = t.clock.now();
  await t.platform.db.transaction(async (tx) => {
    const everyone = await peopleOf(tx, null);
    expect(everyone.map(({ userId }) => userId)).toEqual(expect.arrayContaining(people.map(({ id }) => id)));
    expect(await peopleOf(tx, null, 2)).toEqual(everyone);
    const ids = everyone.map(({ userId }) => userId);
    expect(await peopleOf(tx, ids, 2)).toEqual(everyone);
    const offered = await offeredProperties(tx, property, now);
    const factsBy = async (maxPeople?: number) => {
      const state = await loadRunState(tx, everyone, now, t.platform.config.investing, maxPeople);
      return ids.flatMap((id) => offered.map((one) => state.factsOf(id, one)));
    };
    const facts = await factsBy();
    expect(new Set(facts.map(({ investedCents }) => investedCents)).size).toBeGreaterThanOrEqual(3);
    expect(await factsBy(2)).toEqual(facts);
  });
  await stop(...people);
});
