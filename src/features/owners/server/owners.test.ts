import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReportLines } from '#features/distributions/distributions.contract.ts';
import { noLines } from '#features/distributions/distributions.rules.ts';
import { setStatus } from '#features/properties/server/index.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  newKey,
  type Person,
} from '#tests/support/actors.ts';
import { allPages, expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import type { OwnedSort } from '../owners.contract.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let owner: Person;
let admin: Person;
let ada: Person;
let ben: Person;
/** Half sold with rent, sold out with a loss, in review, rejected, and an offering that is still open. */
const ids = { maple: 0, birch: 0, cedar: 0, dogwood: 0, elm: 0 };

const at = (moment: string) => t.clock.moveTo(new Date(moment));
const buy = (person: Person, propertyId: number, shares: number) =>
  api(person).investing.invest({ propertyId, shares, requestId: newKey() });
const report = (propertyId: number, month: string, lines: Partial<ReportLines>) =>
  api(owner).distributions.reportMonth({
    propertyId,
    month,
    lines: { ...noLines, ...lines },
    requestId: newKey(),
  });

beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  at('2026-07-02T10:00:00Z');
  owner = await aUser(t.platform, { cash: 1_000_000 });
  ada = await aUser(t.platform, { cash: 10_000_000 });
  ben = await aUser(t.platform, { cash: 10_000_000 });
  const offered = { owner, admin, price: 10_000, shares: 100, annualYield: '12.00' };
  ids.maple = (await anApprovedProperty(t.platform, { ...offered, name: 'Maple' })).id;
  ids.birch = (
    await anApprovedProperty(t.platform, { ...offered, name: 'birch', shares: 40, annualYield: '6.00' })
  ).id;
  ids.cedar = (await aPendingProperty(t.platform, { owner, name: 'Cedar', shares: 10 })).id;
  ids.dogwood = (await aPendingProperty(t.platform, { owner, name: 'Dogwood', shares: 10 })).id;
  await setStatus(admin, { id: ids.dogwood, status: 'rejected', reason: 'The appraisal is missing.' });
  await anApprovedProperty(t.platform, { admin, name: 'Of someone else' });
  await buy(ada, ids.maple, 30);
  await buy(ben, ids.maple, 20);
  await buy(ada, ids.birch, 40);
  at('2026-09-03T10:00:00Z');
  ids.elm = (await anApprovedProperty(t.platform, { ...offered, name: 'Elm', minimumShares: 50 })).id;
  const { id: investmentId } = await buy(ben, ids.elm, 5);
  await buy(ben, ids.elm, 7);
  at('2026-09-04T09:00:00Z');
  await api(ben).investing.cancelPurchase({ investmentId, requestId: newKey() });
  await report(ids.maple, '2026-07', { rentCents: 9_000 });
  await report(ids.maple, '2026-08', { rentCents: 12_000, taxesCents: 2_000 });
  await report(ids.birch, '2026-08', { rentCents: 1_000, maintenanceCents: 1_500 });
}, 120_000);
afterAll(async () => {
  await expectBooksBalance(t.platform);
  await t.close();
});

describe('the dashboard', () => {
  test('adds up the properties of its owner, and of nobody else', async () => {
    // Maple 50 × $100, Birch 40 × $100, Elm 7 × $100; for sale are 50 of Maple and 93 of Elm.
    // Maple's rent account has $190; Birch's July is due with $4,000 × 6% / 12 = $20.
    expect(await api(owner).owners.portfolio()).toEqual({
      totalEquityRaisedCents: 970_000,
      numberOfInvestors: 2,
      equityRemainingCents: 1_430_000,
      monthlyDistributionsOwedCents: 21_000,
      heldCents: 19_000,
      expectedCents: 2_000,
      monthsDue: 1,
      lastMonth: '2026-08',
      counts: { all: 5, Active: 2, Pending: 1, 'Fully Funded': 1, Rejected: 1 },
      submissionsInReview: [],
      questions: [],
    });
  });

  test('shows each property with its state, its income and the months due', async () => {
    const { items, nextCursor } = await api(owner).owners.properties({});
    expect(nextCursor).toBeNull();
    expect(items.map(({ name, status }) => [name, status])).toEqual([
      ['birch', 'Fully Funded'],
      ['Cedar', 'Pending'],
      ['Dogwood', 'Rejected'],
      ['Elm', 'Active'],
      ['Maple', 'Active'],
    ]);
    const named = (name: string) => items.find((one) => one.name === name);
    expect(named('Maple')).toMatchObject({
      totalValuationCents: 1_000_000,
      equityOfferedCents: 1_000_000,
      equitySoldCents: 500_000,
      monthlyYieldCents: 10_000,
      lastMonthIncomeCents: 10_000,
      // $190 in two months, taken for a year: $1,140 of $10,000.
      capRateBps: 1_140,
      investorCount: 2,
      monthsDue: 0,
      heldCents: 19_000,
      expectedCents: 0,
    });
    // A loss of $5 in one month, taken for a year: -$60 of $4,000.
    expect(named('birch')).toMatchObject({ lastMonthIncomeCents: -500, capRateBps: -150, monthsDue: 1 });
    expect(named('Elm')).toMatchObject({ lastMonthIncomeCents: null, capRateBps: 1_200, monthsDue: 0 });
    expect(named('Dogwood')).toMatchObject({ statusReason: 'The appraisal is missing.', monthsDue: 0 });
  });

  test('is narrowed by a state, and by a part of the name or the location', async () => {
    const { items } = await api(owner).owners.properties({ q: 'APL' });
    expect(items.map(({ name }) => name)).toEqual(['Maple']);
    expect((await api(owner).owners.properties({ q: 'tx' })).items).toHaveLength(5);
    expect((await api(owner).owners.properties({ q: '%' })).items).toEqual([]);

    for (const [status, names] of [
      ['Active', ['Elm', 'Maple']],
      ['Pending', ['Cedar']],
      ['Fully Funded', ['birch']],
    ] as const) {
      const { items } = await api(owner).owners.properties({ status });
      expect(items.map(({ name }) => name)).toEqual(names);
    }
  });

  test('sorts by each figure in both directions page by page, with missing figures last', async () => {
    const sorted = async (sort: OwnedSort, order: 'ascending' | 'descending') =>
      (
        await allPages((cursor) =>
          api(owner).owners.properties({ sort, order, limit: 2, ...(cursor && { cursor }) }),
        )
      ).map(({ name }) => name);
    expect(await sorted('name', 'descending')).toEqual(['Maple', 'Elm', 'Dogwood', 'Cedar', 'birch']);
    expect(await sorted('valuation', 'ascending')).toEqual(['Cedar', 'Dogwood', 'birch', 'Maple', 'Elm']);
    expect(await sorted('equitySold', 'descending')).toEqual(['Maple', 'birch', 'Elm', 'Dogwood', 'Cedar']);
    expect(await sorted('monthlyYield', 'descending')).toEqual(['Elm', 'Maple', 'birch', 'Dogwood', 'Cedar']);
    expect(await sorted('lastMonthIncome', 'ascending')).toEqual([
      'birch',
      'Maple',
      'Cedar',
      'Dogwood',
      'Elm',
    ]);
    expect(await sorted('lastMonthIncome', 'descending')).toEqual([
      'Maple',
      'birch',
      'Elm',
      'Dogwood',
      'Cedar',
    ]);
    expect(await sorted('capRate', 'ascending')).toEqual(['birch', 'Cedar', 'Dogwood', 'Maple', 'Elm']);
    expect((await sorted('monthsDue', 'descending'))[0]).toBe('birch');
  });

  test('refuses a cursor that no page has handed out', async () => {
    expect(await refusalOf(api(owner).owners.properties({ cursor: "1' or 1=1" }))).toBe('MALFORMED');
  });

  test('of someone without a property is empty', async () => {
    expect((await api(ben).owners.properties({})).items).toEqual([]);
    expect(await api(ben).owners.portfolio()).toMatchObject({
      totalEquityRaisedCents: 0,
      numberOfInvestors: 0,
      monthlyDistributionsOwedCents: 0,
      counts: { all: 0 },
    });
  });
});

test('an owner of five hundred properties sees each of them once in every order, and their sums', async () => {
  const many = await aUser(t.platform);
  await t.platform.db.execute(
    sql`with added as (
          insert into properties (owner_id, name, description, location, property_type, price_per_share, total_shares,
                                  annual_yield, valuation, status, approved_at, created_at, updated_at)
          select ${many.id}, 'House ' || n % 100, '', 'Austin, TX', 'residential', 100, 10, 6, 1000, 'approved',
                 '2026-07-02T10:00:00Z', now(), now() from generate_series(1, 500) n
          returning id),
        offered as (
          insert into offerings (property_id, minimum_shares, funding_days, deadline, status, released, released_fees)
          select id, 1, 60, '2026-11-02T10:00:00Z', 'open', 0, 0 from added)
        insert into ledger_accounts (id, kind, property_id, balance)
        select 'property:' || id || ':available', 'property_available', id, 4 from added`,
  );
  try {
    expect(await api(many).owners.portfolio()).toMatchObject({
      totalEquityRaisedCents: 500 * 60_000,
      equityRemainingCents: 500 * 40_000,
      monthsDue: 500 * 2,
      counts: { all: 500, Active: 500 },
    });
    for (const sort of ['name', 'monthlyYield', 'lastMonthIncome'] as const)
      expect(
        await allPages((cursor) =>
          api(many).owners.properties({ sort, order: 'descending', limit: 100, ...(cursor && { cursor }) }),
        ),
      ).toHaveLength(500);
    const reports = await allPages(async (cursor) => {
      const page = await api(many).distributions.ownerReports({ limit: 100, ...(cursor && { cursor }) });
      return { ...page, items: page.items.map((one) => ({ id: one.propertyId, due: one.dueMonths })) };
    });
    expect(reports.map(({ due }) => due)).toEqual(Array(500).fill(['2026-07', '2026-08']));
  } finally {
    await t.platform.db.execute(sql`delete from ledger_accounts where balance = 4 and property_id in (
      select id from properties where owner_id = ${many.id})`);
    await t.platform.db.execute(sql`delete from offerings where property_id in (
      select id from properties where owner_id = ${many.id})`);
    await t.platform.db.execute(sql`delete from properties where owner_id = ${many.id}`);
  }
});

describe('one property', () => {
  test('shows its funding, refunds included, up to the shares sold now', async () => {
    const elm = await api(owner).owners.property({ id: ids.elm });
    expect(await api(ben).properties.funding({ propertyId: ids.elm })).toEqual([
      { date: '2026-09-03', raisedCents: 120_000 },
      { date: '2026-09-04', raisedCents: 70_000 },
    ]);
    expect(elm).toMatchObject({
      equitySoldCents: 70_000,
      offering: { targetCents: 500_000, raisedCents: 70_000 },
    });
  });

  test('names the months due and their expected amounts', async () => {
    expect(await api(owner).owners.property({ id: ids.birch })).toMatchObject({
      dueMonths: ['2026-07'],
      expectedCents: 2_000,
      rentAccountCents: 0,
      payableCents: 0,
    });
  });

  test('lists the votes that are open', async () => {
    const proposal = {
      propertyId: ids.maple,
      title: 'Paint the fence',
      description: 'In green.',
      votingDays: 7,
    };
    const { id } = await api(owner).governance.propose({ ...proposal, requestId: newKey() });
    expect((await api(owner).owners.property({ id: ids.maple })).votes).toMatchObject([
      { id, title: 'Paint the fence' },
    ]);
    const { items } = await api(owner).owners.properties({
      sort: 'equitySold',
      order: 'descending',
      limit: 1,
    });
    expect(items).toMatchObject([{ name: 'Maple', openVotes: 1 }]);
  });

  test('of someone else answers like a missing one, to admins too', async () => {
    for (const person of [ada, admin])
      expect(await refusalOf(api(person).owners.property({ id: ids.maple }))).toBe('PROPERTY_NOT_FOUND');
    expect(await refusalOf(api(owner).owners.property({ id: 2_000_000_000 }))).toBe('PROPERTY_NOT_FOUND');
  });

  test('agrees with the property page and with the distributions of its owner', async () => {
    const reports = (await api(owner).distributions.ownerReports({})).items;
    for (const id of Object.values(ids)) {
      const own = await api(owner).owners.property({ id });
      const page = await api(owner).properties.detail({ id });
      expect(page).toMatchObject({
        valuationCents: own.totalValuationCents,
        equitySoldCents: own.equitySoldCents,
        equityOfferedCents: own.equityOfferedCents,
        capRateBps: own.capRateBps,
        capRateBasis: own.capRateBasis,
        investorCount: own.investorCount,
        offering: own.offering,
      });
      const { dueMonths = [], rentAccountCents = 0 } =
        reports.find(({ propertyId }) => propertyId === id) ?? {};
      expect([own.dueMonths, own.monthsDue, own.rentAccountCents]).toEqual([
        dueMonths,
        dueMonths.length,
        rentAccountCents,
      ]);
      const funding = await api(owner).properties.funding({ propertyId: id });
      expect(funding.at(-1)?.raisedCents ?? 0).toBe(own.equitySoldCents);
    }
  });
});

test('the cap rate of a property is shown however many times its value the income is', async () => {
  const landlord = await aUser(t.platform, { cash: 1_000_000_000 });
  const { id } = await anApprovedProperty(t.platform, { owner: landlord, admin, price: 100, shares: 1 });
  await buy(ada, id, 1);
  at('2026-10-02T10:00:00Z');
  const lines = { ...noLines, rentCents: 1_000_000_000 };
  await api(landlord).distributions.reportMonth({
    propertyId: id,
    month: '2026-09',
    lines,
    requestId: newKey(),
  });
  const { items } = await api(landlord).owners.properties({});
  // $10,000,000 a month of $1, taken for a year.
  expect(items.map(({ capRateBps }) => capRateBps)).toEqual([1_200_000_000_000]);
});
