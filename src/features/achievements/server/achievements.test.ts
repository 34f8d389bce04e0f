import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  distributionIdOf,
  monthsOf,
  noLines,
  quarterOf,
} from '#features/distributions/distributions.rules.ts';
import { CANCELLATION_WINDOW_MS } from '#features/offerings/server/index.ts';
import { monthAfter, monthOf, monthStart } from '#kernel/months.ts';
import { after, DAY, HOUR } from '#kernel/time.ts';
import { type Queryable, rows, type StatementRunner } from '#platform/server/database/db.ts';
import type { IdRange } from '#platform/server/database/id-ranges.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, type Person } from '#tests/support/actors.ts';
import { indexesUsed } from '#tests/support/plans.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { dueAchievements } from './due-achievements.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
});
afterAll(() => t.close());

async function achievementsOf(person: Person): Promise<string[]> {
  t.clock.advance(HOUR);
  await t.platform.jobs.drain();
  const { items } = await api(person).notifications.list({ limit: 100 });
  return items.filter(({ type }) => type === 'achievement').map(({ title }) => title);
}

const buy = (person: Person, propertyId: number, shares = 1) =>
  api(person).investing.invest({ propertyId, shares, requestId: newKey() });

test('a purchase counts once it cannot be canceled, and is announced once', async () => {
  const person = await aUser(t.platform, { cash: 100_000 });
  const { id } = await anApprovedProperty(t.platform, { admin });
  await buy(person, id);
  expect(await achievementsOf(person)).toEqual([]);
  t.clock.advance(CANCELLATION_WINDOW_MS + 1);
  expect(await achievementsOf(person)).toEqual(['Your first share']);
  await buy(person, id);
  t.clock.advance(CANCELLATION_WINDOW_MS + 1);
  expect(await achievementsOf(person)).toEqual(['Your first share']);
});

test('are looked for among the people asked about, and no others', async () => {
  const [one, two] = [
    await aUser(t.platform, { cash: 100_000 }),
    await aUser(t.platform, { cash: 100_000 }),
  ].sort((a, b) => (a.id < b.id ? -1 : 1)) as [Person, Person];
  const { id } = await anApprovedProperty(t.platform, { admin });
  for (const person of [one, two]) await buy(person, id);
  t.clock.advance(CANCELLATION_WINDOW_MS + 1);
  const due = (people: IdRange) => dueAchievements(t.platform.db, t.clock.now(), people);
  const first = [{ userId: one.id, kind: 'firstShare' }];
  expect(await due({ afterId: two.id, lastId: two.id })).toEqual([]);
  expect((await due({ afterId: one.id, lastId: two.id })).map(({ userId }) => userId)).not.toContain(one.id);
  expect((await due({ afterId: '', lastId: one.id })).filter(({ userId }) => userId >= one.id)).toEqual(
    first,
  );
});

test('reads the purchases of each person by an index, never those of everybody', async () => {
  const people = { afterId: '', lastId: 'z' };
  const read = (runner: StatementRunner) => dueAchievements(runner as Queryable, t.clock.now(), people);
  expect(await indexesUsed(t.platform, 'investments', read)).toEqual(new Set(['investments_user']));
});

test('reads the resale trades of each person by an index, also where two people bought them all', async () => {
  const undone = new Error('undone');
  const planned = t.platform.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into resale_trades (id, operation_id, property_id, listing_id, seller_id, buyer_id, shares, price_per_share,
                                 amount, fee, at)
      select gen_random_uuid(), gen_random_uuid(), n, gen_random_uuid(), 'seller', 'buyer-' || n % 2, 1, 1, 1, 0, now()
      from generate_series(1, 5000) n`);
    await tx.execute(sql`analyze resale_trades`);
    const plans: string[] = [];
    const explain = {
      execute: async (statement: SQL) => {
        plans.push(JSON.stringify(await rows(tx, sql`explain ${statement}`)));
        return [];
      },
    };
    await dueAchievements(explain as Queryable, t.clock.now(), { afterId: '', lastId: 'z' });
    expect(plans.join()).toContain('using resale_trades_buyer');
    expect(plans.join()).not.toContain('Seq Scan on resale_trades');
    throw undone;
  });
  await expect(planned).rejects.toBe(undone);
});

test('what was canceled counts for nothing', async () => {
  const person = await aUser(t.platform, { cash: 100_000 });
  const { id } = await anApprovedProperty(t.platform, { admin, shares: 100, minimumShares: 100 });
  const { id: investmentId } = await buy(person, id);
  await api(person).investing.cancelPurchase({ investmentId, requestId: newKey() });
  t.clock.advance(CANCELLATION_WINDOW_MS + 1);
  expect(await achievementsOf(person)).toEqual([]);
});

test('five properties count once no purchase can be canceled, and a year for the shares that are left', async () => {
  const person = await aUser(t.platform, { cash: 1_000_000 });
  for (let number = 1; number <= 5; number += 1) {
    expect(await achievementsOf(person)).not.toContain('5 properties');
    const { id } = await anApprovedProperty(t.platform, { admin });
    if (number === 5) t.clock.advance(CANCELLATION_WINDOW_MS);
    await buy(person, id);
  }
  expect(await achievementsOf(person)).not.toContain('5 properties');
  t.clock.advance(CANCELLATION_WINDOW_MS);
  expect(await achievementsOf(person)).toContain('5 properties');
  t.clock.advance(359 * DAY);
  expect(await achievementsOf(person)).not.toContain('One year held');
  t.clock.advance(3 * DAY);
  expect(await achievementsOf(person)).toContain('One year held');
});

test('a person who switched achievements off gets none, also not later', async () => {
  const person = await aUser(t.platform, { cash: 100_000 });
  const preferences = await api(person).notifications.preferences();
  await api(person).notifications.setPreferences({ ...preferences, achievements: false });
  const { id } = await anApprovedProperty(t.platform, { admin });
  await buy(person, id);
  t.clock.advance(CANCELLATION_WINDOW_MS + 1);
  expect(await achievementsOf(person)).toEqual([]);
  await api(person).notifications.setPreferences(preferences);
  t.clock.advance(DAY);
  expect(await achievementsOf(person)).toEqual([]);
});

test('the first distribution, vote and sale count once each, when they have happened', async () => {
  const quarter = quarterOf(monthOf(after(t.clock.now(), 100 * DAY)));
  const recordAt = monthStart(monthsOf(quarter)[0] ?? '');
  const month = monthAfter(monthsOf(quarter)[0] ?? '', -1);
  t.clock.moveTo(after(recordAt, -3 * DAY));
  const owner = await aUser(t.platform, { cash: 1_000_000 });
  const [person, other] = [
    await aUser(t.platform, { cash: 100_000 }),
    await aUser(t.platform, { cash: 100_000 }),
  ];
  const { id: propertyId } = await anApprovedProperty(t.platform, { admin, owner });
  await buy(person, propertyId, 2);
  await api(owner).governance.propose({
    propertyId,
    title: 'Repairs',
    description: 'The roof.',
    votingDays: 14,
    requestId: newKey(),
  });
  const [proposal] = (await api(person).governance.proposals({ propertyId })).items;
  expect(await achievementsOf(person)).toEqual([]);
  await api(person).governance.vote({ proposalId: proposal?.id ?? '', choice: 'yes' });
  expect(await achievementsOf(person)).toEqual(['Your first vote']);

  t.clock.moveTo(after(recordAt, DAY));
  const lines = { ...noLines, rentCents: 654_321 };
  await api(owner).distributions.reportMonth({ propertyId, month, lines, requestId: newKey() });
  await t.platform.jobs.drain();
  const id = distributionIdOf(propertyId, quarterOf(month));
  const { netCents: expectedNetCents, preparedAt } = await api(admin).distributions.statement({ id });
  await api(admin).distributions.approve({ id, expectedNetCents, preparedAt, requestId: newKey() });
  expect(await achievementsOf(person)).not.toContain('Your first distribution');
  t.clock.moveTo(after(recordAt, 20 * DAY));
  expect(await achievementsOf(person)).toContain('Your first distribution');

  const listing = await api(person).resale.openListing({
    propertyId,
    shares: 1,
    pricePerShareCents: 10_000,
    requestId: newKey(),
  });
  expect(await achievementsOf(person)).not.toContain('Your first sale');
  await api(other).resale.buyShares({
    listingId: listing.id,
    shares: 1,
    expectedTotalCents: 10_000,
    requestId: newKey(),
  });
  expect(await achievementsOf(person)).toContain('Your first sale');
  expect(await achievementsOf(person)).toHaveLength(4);
});
