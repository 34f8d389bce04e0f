import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { notifications } from '#db/schema/notifications.ts';
import { auditLog, jobs, outboxEvents } from '#db/schema/platform.ts';
import { properties } from '#db/schema/properties.ts';
import { valuationDecisions, valuations } from '#db/schema/valuations.ts';
import {
  datesOf,
  distributionIdOf,
  monthsOf,
  noLines,
  quarterOf,
  reportableMonths,
} from '#features/distributions/distributions.rules.ts';
import { MAX_NOTIFIED_PEOPLE } from '#features/notifications/server/index.ts';
import { approve } from '#features/valuations/server/index.ts';
import { monthOf } from '#kernel/months.ts';
import { after, DAY, HOUR, MINUTE } from '#kernel/time.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  fund,
  newKey,
  type Person,
  personOf,
  systemOf,
} from '#tests/support/actors.ts';
import { allPages, refusalOf } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { aFiledValuation } from '#tests/support/valuations.ts';
import { DEFAULT_ALERTS } from '../watchlist.rules.ts';
import { clearWatchlist } from './clear-watchlist.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let owner: Person;
let ada: Person;
let property: number;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform);
});
beforeEach(async () => {
  ada = await aUser(t.platform);
  property = (
    await anApprovedProperty(t.platform, { admin, owner, shares: 100, price: 1_000, name: 'Maple Court' })
  ).id;
});
afterAll(() => t.close());

const watch = (person = ada, propertyId = property) => api(person).watchlist.watchProperty({ propertyId });
const unwatch = (person = ada) => api(person).watchlist.unwatchProperty({ propertyId: property });
const listOf = async (person = ada) => (await api(person).watchlist.list({})).items;
const setFigures = (values: Partial<typeof properties.$inferInsert>) =>
  t.platform.db.update(properties).set(values).where(eq(properties.id, property));

/** A new approved valuation, by which a share is worth this number of cents. */
async function setShareValue(cents: number): Promise<void> {
  t.clock.advance(MINUTE);
  const [now, valuationId] = [t.clock.now(), newKey()];
  await t.platform.db.insert(valuations).values({
    id: valuationId,
    propertyId: property,
    effectiveOn: now.toISOString().slice(0, 10),
    amountCents: cents * 100,
    debtCents: 0,
    basis: 'appraisal',
    isOffering: true,
    filedBy: owner.id,
    filedAt: now,
  });
  await t.platform.db.insert(valuationDecisions).values({
    valuationId,
    decision: 'approved',
    beforeCents: 1_000,
    afterCents: cents,
    decidedBy: admin.id,
    decidedAt: now,
  });
}

/** Lets the next minute's comparison run. */
async function later(): Promise<void> {
  t.clock.advance(MINUTE);
  await t.platform.jobs.drain();
}

async function alertsOf(person = ada): Promise<string[]> {
  const { items } = await api(person).notifications.list({});
  return items.map(({ title }) => title);
}

test('has the price and yield of the moment it was first added, also when it is added again', async () => {
  await watch();
  await setFigures({ annualYieldBps: 800 });
  await setShareValue(1_100);
  await watch();
  expect(await listOf()).toMatchObject([
    {
      id: property,
      valueWhenAdded: { perShareCents: 1_000, basis: 'purchase', effectiveOn: expect.any(String) },
      yieldWhenAddedBps: 750,
      alerts: null,
      property: {
        value: { perShareCents: 1_100, basis: 'appraisal' },
        annualYieldBps: 800,
        availableShares: 100,
      },
    },
  ]);
  await unwatch();
  await watch();
  expect((await listOf())[0]).toMatchObject({
    valueWhenAdded: { perShareCents: 1_100, basis: 'appraisal', effectiveOn: expect.any(String) },
  });
});

test('two devices that add and remove the same property leave it added or removed once', async () => {
  expect(await Promise.all([watch(), watch()])).toEqual([{ watched: true }, { watched: true }]);
  expect(await api(ada).watchlist.watchedIds()).toEqual([property]);
  expect(await Promise.all([unwatch(), unwatch()])).toEqual([{ watched: false }, { watched: false }]);
  expect(await api(ada).watchlist.watchedIds()).toEqual([]);
  const mixed = await Promise.all([watch(), unwatch(), watch(), unwatch(), watch()]);
  expect(mixed.map(({ watched }) => watched)).toEqual([true, false, true, false, true]);
  await unwatch();
  await watch();
  expect(await api(ada).watchlist.watchedIds()).toEqual([property]);
  expect((await listOf()).map(({ id }) => id)).toEqual([property]);
});

test('summarizes the watchlist: properties, their average yield and their states', async () => {
  const other = await anApprovedProperty(t.platform, { admin, annualYield: '8.5', location: 'Miami, FL' });
  await watch();
  await watch(ada, other.id);
  expect(await api(ada).watchlist.summary()).toEqual({ watched: 2, averageYieldBps: 800, markets: 2 });
  expect(await api(await aUser(t.platform)).watchlist.summary()).toEqual({
    watched: 0,
    averageYieldBps: null,
    markets: 0,
  });
});

test('lists page by page, the latest added first', async () => {
  const ids = [property];
  for (let number = 0; number < 2; number += 1)
    ids.push((await anApprovedProperty(t.platform, { admin })).id);
  for (const id of ids) await watch(ada, id);
  const seen = await allPages((cursor) =>
    api(ada).watchlist.list({ limit: 2, ...(cursor ? { cursor } : {}) }),
  );
  expect(seen.map(({ id }) => id)).toEqual(ids.toReversed());
});

test('refuses a property that the person cannot see, and alerts for one that is not watched', async () => {
  await api(admin).properties.setStatus({ id: property, status: 'pending', reason: 'A new deed.' });
  expect(await refusalOf(watch())).toBe('PROPERTY_NOT_FOUND');
  expect(await refusalOf(api(ada).watchlist.setPropertyAlerts({ propertyId: property, alerts: null }))).toBe(
    'NOT_WATCHED',
  );
});

test('alerts of a price once, and again only after it moved back', async () => {
  await watch();
  await later();
  for (const [cents, alerts] of [
    [1_050, 1],
    [1_060, 1],
    [1_000, 1],
    [1_050, 2],
  ] as const) {
    await setShareValue(cents);
    await later();
    expect((await alertsOf()).filter((title) => title.startsWith('Maple Court is up'))).toHaveLength(alerts);
  }
});

test('a change between two pages of watchers reaches those who were compared before it', async () => {
  await watch();
  const { db } = t.platform;
  const others = sql`${ada.id}::text || '-' || n from generate_series(1, ${MAX_NOTIFIED_PEOPLE}::int) n`;
  await db.execute(sql`insert into users (id, email, first_name, last_name, created_at, updated_at)
    select id, id || '@example.test', 'Ada', 'Quill', now(), now() from (select ${others}) o (id)`);
  await db.execute(sql`insert into watched_properties (user_id, property_id, added_at, name, location, price_when_added,
      yield_when_added, passed_levels)
    select o.id, property_id, added_at, name, location, price_when_added, yield_when_added, passed_levels
    from watched_properties, (select ${others}) o (id) where user_id = ${ada.id}`);
  await later();
  // The first page changes the yield for the next one.
  await db.execute(
    sql.raw(`create function raise_yield() returns trigger language plpgsql as $$
    begin update properties set annual_yield = 9 where id = ${property}; return null; end $$`),
  );
  await db.execute(sql`create trigger raise_yield after insert on audit_log for each row
    when (new.action = 'watchlist.compareFigures') execute function raise_yield()`);
  await setFigures({ annualYieldBps: 760 });
  await later();
  await db.execute(sql`drop function raise_yield cascade`);
  const title = 'The yield on Maple Court is up';
  const ofProperty = eq(notifications.actionUrl, `/property/${property}`);
  const alerts = and(ofProperty, eq(notifications.title, title));
  expect([await alertsOf(), await db.$count(notifications, alerts)]).toEqual([[], 1]);
  await later();
  expect([await alertsOf(), await db.$count(notifications, alerts)]).toEqual([
    [title],
    MAX_NOTIFIED_PEOPLE + 1,
  ]);
});

test('a new threshold alerts at the next crossing, not for a price that is beyond it already', async () => {
  const alerts = { ...DEFAULT_ALERTS, pricePercent: 10 };
  await api(ada).watchlist.setAlerts({ alerts });
  const eve = await aUser(t.platform);
  for (const person of [ada, eve]) await watch(person);
  await api(eve).watchlist.setPropertyAlerts({ propertyId: property, alerts });
  await setShareValue(1_070);
  await later();
  await api(ada).watchlist.setAlerts({ alerts: DEFAULT_ALERTS });
  await api(eve).watchlist.setPropertyAlerts({ propertyId: property, alerts: null });
  await setFigures({ annualYieldBps: 751 });
  await later();
  for (const person of [ada, eve]) expect(await alertsOf(person)).toEqual([]);
  for (const cents of [1_000, 1_060]) {
    await setShareValue(cents);
    await later();
  }
  for (const person of [ada, eve]) expect(await alertsOf(person)).toEqual(['Maple Court is up 6.0%']);
});

test('a setting that moves no threshold leaves it to a crossing whether an alert comes again', async () => {
  await watch();
  await later();
  for (const cents of [1_050, 1_045, 1_050]) {
    await setShareValue(cents);
    await later();
    await api(ada).watchlist.setAlerts({ alerts: { ...DEFAULT_ALERTS, vote: cents !== 1_045 } });
  }
  expect(await alertsOf()).toEqual(['Maple Court is up 5.0%']);
});

test('a property that leaves the market is shown without figures, and alerts when it is back', async () => {
  await watch();
  await api(admin).properties.setStatus({ id: property, status: 'pending', reason: 'A new deed.' });
  await t.platform.jobs.drain();
  const shown = { name: 'Maple Court', location: 'Austin, TX', property: null };
  expect(await listOf()).toMatchObject([{ ...shown, canOpen: false }]);
  await watch(owner);
  expect(await listOf(owner)).toMatchObject([{ ...shown, canOpen: true }]);
  await api(admin).properties.setStatus({ id: property, status: 'approved' });
  await t.platform.jobs.drain();
  expect(await alertsOf()).toEqual(['Maple Court is back on the market']);
});

test('what its owner types into a rejected property alerts nobody before it is approved', async () => {
  await watch();
  await later();
  for (const status of ['pending', 'rejected'] as const)
    await api(admin).properties.setStatus({ id: property, status, reason: 'No deed.' });
  await later();
  const submission = {
    name: 'Call us',
    location: 'Austin, TX',
    propertyType: 'residential' as const,
    annualYield: '20',
    pricePerShare: '20',
    totalShares: 100,
  };
  await api(owner).properties.resubmit({ id: property, submission, requestId: newKey() });
  await later();
  expect(await alertsOf()).toEqual([]);
  await api(admin).properties.setStatus({ id: property, status: 'approved' });
  await later();
  expect((await alertsOf()).sort()).toEqual([
    'Call us is back on the market',
    'Call us is up 100.0%',
    'The yield on Call us is up',
  ]);
});

test('alerts when shares are nearly sold, and when some are listed for resale', async () => {
  await watch();
  await later();
  const buyer = await aUser(t.platform, { cash: 200_000 });
  await api(buyer).investing.invest({ propertyId: property, shares: 92, requestId: newKey() });
  await later();
  expect(await alertsOf()).toEqual(['Maple Court is 92% funded']);
  const order = { propertyId: property, shares: 1, pricePerShareCents: 1_000, requestId: newKey() };
  await api(buyer).resale.openListing(order);
  await later();
  expect(await alertsOf()).toEqual(['Maple Court is listed for resale', 'Maple Court is 92% funded']);
});

test('the own listing alerts nobody but the others, and somebody else’s alerts its watcher too', async () => {
  const [seller, other] = [
    await aUser(t.platform, { cash: 50_000 }),
    await aUser(t.platform, { cash: 50_000 }),
  ];
  for (const person of [ada, seller]) await watch(person);
  const list = async (person: Person) => {
    await api(person).investing.invest({ propertyId: property, shares: 1, requestId: newKey() });
    const order = { propertyId: property, shares: 1, pricePerShareCents: 1_000, requestId: newKey() };
    await api(person).resale.openListing(order);
    await later();
  };
  const alerts = async (person: Person) =>
    (await alertsOf(person)).filter((title) => title === 'Maple Court is listed for resale').length;
  await list(seller);
  expect([await alerts(ada), await alerts(seller)]).toEqual([1, 0]);
  await list(other);
  expect([await alerts(ada), await alerts(seller)]).toEqual([1, 1]);
});

test('a listing that is canceled and made again alerts once a day, however often', async () => {
  await watch();
  const seller = await aUser(t.platform, { cash: 50_000 });
  await api(seller).investing.invest({ propertyId: property, shares: 1, requestId: newKey() });
  const relist = async () => {
    const order = { propertyId: property, shares: 1, pricePerShareCents: 1_000 };
    const { id: listingId } = await api(seller).resale.openListing({ ...order, requestId: newKey() });
    await later();
    await api(seller).resale.cancelListing({ listingId, requestId: newKey() });
    await later();
  };
  for (let times = 0; times < 3; times += 1) await relist();
  expect(await alertsOf()).toEqual(['Maple Court is listed for resale']);
  t.clock.advance(DAY);
  seller.actor = (await personOf(t.platform, { ...seller, role: 'user' })).actor;
  for (let times = 0; times < 2; times += 1) await relist();
  expect(await alertsOf()).toEqual(Array(2).fill('Maple Court is listed for resale'));
});

test('a new part of the shares alerts once it is sold, also on the day on which another one was', async () => {
  await watch();
  const buyer = await aUser(t.platform, { cash: 200_000 });
  const buy = async (shares: number) => {
    await api(buyer).investing.invest({ propertyId: property, shares, requestId: newKey() });
    await later();
  };
  await buy(91);
  await api(ada).watchlist.setAlerts({ alerts: { ...DEFAULT_ALERTS, fundedPercent: 95 } });
  await buy(5);
  expect(await alertsOf()).toEqual(['Maple Court is 96% funded', 'Maple Court is 91% funded']);
});

test('a vote alerts watchers without shares, but for those who switched it off for the property', async () => {
  const [eve, holder] = [await aUser(t.platform), await aUser(t.platform, { cash: 50_000 })];
  await api(holder).investing.invest({ propertyId: property, shares: 10, requestId: newKey() });
  for (const person of [ada, eve, holder]) await watch(person);
  await api(eve).watchlist.setPropertyAlerts({
    propertyId: property,
    alerts: { ...DEFAULT_ALERTS, vote: false },
  });
  await t.platform.jobs.drain();
  await api(owner).governance.propose({
    propertyId: property,
    title: 'Repairs',
    description: 'The roof.',
    votingDays: 14,
    requestId: newKey(),
  });
  await t.platform.jobs.drain();
  expect(await alertsOf(ada)).toEqual(['New vote: Maple Court']);
  expect(await alertsOf(eve)).toEqual([]);
  expect((await alertsOf(holder)).filter((title) => title.startsWith('New vote'))).toEqual([]);
});

test('a month that is reported alerts once, also when it is corrected', async () => {
  t.clock.moveTo(new Date('2027-07-02T10:00:00Z'));
  const earning = await anApprovedProperty(t.platform, {
    admin,
    owner,
    shares: 100,
    price: 1_000,
    name: 'Oak Row',
  });
  const [month = ''] = monthsOf('2027-Q3');
  t.clock.moveTo(new Date('2027-08-02T10:00:00Z'));
  const eve = await aUser(t.platform);
  await watch(eve, earning.id);
  await fund(owner, 100_000);
  const report = (rentCents: number) =>
    api(owner).distributions.reportMonth({
      propertyId: earning.id,
      month,
      lines: { ...noLines, rentCents },
      requestId: newKey(),
    });
  await report(1_000);
  await t.platform.jobs.drain();
  await report(2_000);
  await t.platform.jobs.drain();
  expect(await alertsOf(eve)).toEqual(['New monthly report: Oak Row']);
  const dead = await t.platform.db.select().from(jobs).where(sql`${jobs.attempts} > 1`);
  expect(dead).toEqual([]);
});

test('a new valuation alerts once it is approved, and a distribution once it is paid, but not its holders', async () => {
  const [eve, holder] = [await aUser(t.platform), await aUser(t.platform, { cash: 500_000 })];
  const offering = { admin, owner, shares: 100, price: 1_000, minimumShares: 0 };
  const { id: propertyId } = await anApprovedProperty(t.platform, { ...offering, name: 'Elm Place' });
  await api(holder).investing.invest({ propertyId, shares: 100, requestId: newKey() });
  await t.platform.jobs.drain();
  for (const person of [eve, holder]) await watch(person, propertyId);
  const news = async (person: Person) =>
    (await alertsOf(person)).filter((title) => /^(New valuation|Distribution paid): /.test(title)).sort();
  const valuationId = await aFiledValuation(owner, { propertyId, amountCents: 101_000 });
  await t.platform.jobs.drain();
  expect(await news(eve)).toEqual([]);
  await approve(admin, { valuationId, requestId: newKey() });
  await t.platform.jobs.drain();
  expect(await news(eve)).toEqual(['New valuation: Elm Place']);

  const approvedAt = t.clock.now();
  const quarter = quarterOf(monthOf(approvedAt));
  const { recordAt, payAt } = datesOf(quarter);
  t.clock.moveTo(after(recordAt, DAY));
  await fund(owner, 500_000);
  for (const month of reportableMonths(approvedAt, t.clock.now())) {
    const lines = { ...noLines, rentCents: 10_000 };
    await api(owner).distributions.reportMonth({ propertyId, month, lines, requestId: newKey() });
  }
  await t.platform.jobs.drain();
  const id = distributionIdOf(propertyId, quarter);
  const { netCents: expectedNetCents, preparedAt } = await api(admin).distributions.statement({ id });
  await api(admin).distributions.approve({ id, expectedNetCents, preparedAt, requestId: newKey() });
  await t.platform.jobs.drain();
  expect(await news(eve)).toEqual(['New valuation: Elm Place']);
  t.clock.moveTo(after(payAt, HOUR));
  await t.platform.jobs.drain();
  expect(await news(eve)).toEqual(['Distribution paid: Elm Place', 'New valuation: Elm Place']);
  expect(await news(holder)).toEqual(['New valuation: Elm Place']);
});

test('a person who switched property notifications off gets no alert', async () => {
  const preferences = await api(ada).notifications.preferences();
  await api(ada).notifications.setPreferences({ ...preferences, propertyUpdates: false });
  await watch();
  await setShareValue(2_000);
  await later();
  expect(await alertsOf()).toEqual([]);
});

test('watchers of a property are in nobody else’s events, and in no entry of a comparison', async () => {
  await watch();
  await setShareValue(2_000);
  await later();
  const others = await t.platform.db
    .select()
    .from(outboxEvents)
    .where(sql`${outboxEvents.userId} is distinct from ${ada.id}`);
  expect(JSON.stringify(others)).not.toContain(ada.id);
  const own = await t.platform.db.select().from(outboxEvents).where(eq(outboxEvents.userId, ada.id));
  expect(own.filter(({ propertyId }) => propertyId !== null)).toEqual([]);
  const compared = await t.platform.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'watchlist.compareFigures'));
  expect(compared.length).toBeGreaterThan(0);
  expect(JSON.stringify(compared)).not.toContain(ada.id);
  expect(
    compared.map(({ details }) => details).filter((details) => JSON.stringify(details) !== '{}'),
  ).toEqual([]);
});

test('watchers of a property are in no log and no answer to anybody else', async () => {
  const lines: string[] = [];
  const logged = (['trace', 'debug', 'info', 'warn', 'error'] as const).map((level) =>
    vi
      .spyOn(t.platform.log, level)
      .mockImplementation((...said: unknown[]) => void lines.push(JSON.stringify(said))),
  );
  const answers = async () =>
    JSON.stringify([
      await api(owner).properties.detail({ id: property }),
      await api(admin).properties.detail({ id: property }),
      await api(owner).properties.list({}),
    ]);
  const before = await answers();
  await watch();
  await setFigures({ annualYieldBps: 900 });
  await later();
  await setFigures({ annualYieldBps: 750 });
  expect(await answers()).toBe(before);
  expect(await alertsOf()).toHaveLength(1);
  expect(lines.join()).not.toContain(ada.id);
  await api(ada).watchlist.setPropertyAlerts({ propertyId: property, alerts: DEFAULT_ALERTS });
  await unwatch();
  const audited = await t.platform.db.select().from(auditLog).where(eq(auditLog.actorId, ada.id));
  expect(audited.map(({ action, subject }) => [action, subject])).toEqual(
    ['watchProperty', 'setPropertyAlerts', 'unwatchProperty'].map((name) => [
      `watchlist.${name}`,
      `user:${ada.id}`,
    ]),
  );
  for (const one of logged) one.mockRestore();
});

test('the watchlist of an account that is cleared is empty afterwards', async () => {
  await watch();
  await api(ada).watchlist.setAlerts({ alerts: { ...DEFAULT_ALERTS, price: false } });
  await clearWatchlist(systemOf(t.platform), { userId: ada.id, at: t.clock.now().toISOString() });
  expect(await listOf()).toEqual([]);
  expect(await api(ada).watchlist.alerts()).toEqual(DEFAULT_ALERTS);
});
