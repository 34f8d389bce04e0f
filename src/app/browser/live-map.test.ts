import { readdirSync } from 'node:fs';
import path from 'node:path';
import { asc, gt, max } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from '#app/server/app-router.ts';
import { type LiveEventEntry, outboxEvents } from '#db/schema/platform.ts';
import {
  datesOf,
  distributionIdOf,
  noLines,
  quarterOf,
  reportableMonths,
} from '#features/distributions/distributions.rules.ts';
import type { EventDefinition } from '#kernel/events.ts';
import { monthBounds, monthOf } from '#kernel/months.ts';
import { after, DAY } from '#kernel/time.ts';
import type { StaleQueries } from '#platform/browser/live-map.ts';
import { refreshBy, staleAfter } from '#platform/browser/refresh.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, type Person } from '#tests/support/actors.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { testClock } from '#tests/support/ports.ts';
import { anApprovedValuation } from '#tests/support/valuations.ts';
import { liveMap } from './live-map.ts';

const features = path.join(import.meta.dirname, '../../features');
const slicesWithEvents = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.events.ts'),
);

describe('the map of live events', () => {
  test('has an entry for every event of every slice, and for no other', async () => {
    const modules = await Promise.all(slicesWithEvents.map((file) => import(path.join(features, file))));
    const events = modules.flatMap((events) =>
      Object.values<EventDefinition>(events).map(({ type }) => type),
    );
    expect(events.length).toBeGreaterThan(40);
    expect(Object.keys(liveMap).sort()).toEqual(events.sort());
  });

  test('names only queries that the router has', () => {
    const procedures = Object.entries(
      appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
    );
    const queries = procedures.filter(([, { _def }]) => _def.type === 'query').map(([name]) => name);
    const named = new Set(Object.values(liveMap).flatMap((entry) => Object.values(entry).flat() as string[]));
    expect(named.size).toBeGreaterThan(10);
    for (const one of named) {
      expect(
        queries.some((query) => query === one || query.startsWith(`${one}.`)),
        one,
      ).toBe(true);
    }
  });
});

test.each([
  'approvals.requested',
  'approvals.decided',
  'books.verified',
  'books.compared',
  'distributions.monthReported',
  'distributions.statementPrepared',
  'distributions.statementReturned',
  'distributions.approved',
  'jobs.jobChanged',
  'kyc.changed',
  'offerings.funded',
  'offerings.escrowReleased',
  'offerings.lenderPaid',
  'properties.propertySubmitted',
  'properties.propertyResubmitted',
  'properties.statusChanged',
  'submissions.filed',
  'submissions.questionAsked',
  'submissions.decided',
  'valuations.filed',
  'valuations.approved',
  'valuations.rejected',
  'wallet.transferHeld',
  'wallet.transferSettled',
] as const)('%s refreshes the waiting work of all admins, also of the one whom it names', (type) => {
  refreshBy(liveMap);
  for (const mine of [true, false]) {
    for (const propertyId of [null, 7]) {
      const stale = staleAfter({ type, propertyId, mine, operation: 'test' });
      expect(stale.some((path) => 'backOffice.waiting'.startsWith(path))).toBe(true);
    }
  }
});

test.each(['properties.adminList', 'backOffice.users', 'backOffice.user'])(
  'a decision on an identity refreshes %s of the admin who made it',
  (query) => {
    refreshBy(liveMap);
    const stale = staleAfter({ type: 'kyc.changed', propertyId: null, mine: false, operation: 'test' });
    expect(stale.some((path) => query === path || query.startsWith(`${path}.`))).toBe(true);
  },
);

describe('what changes a figure of cash, shares or limits also refreshes it', () => {
  let t: Awaited<ReturnType<typeof testPlatform>>;
  let admin: Person;
  let owner: Person;
  let ada: Person;
  let bob: Person;
  let propertyId: number;
  let approvedAt: Date;
  beforeAll(async () => {
    const env = { INVEST_LIMIT_MONTHLY_CENTS: '10000000', INVEST_LIMIT_ANNUAL_CENTS: '20000000' };
    // Early in a month: with the next one the limits begin again.
    t = await testPlatform({ env, clock: testClock(new Date('2026-11-10T12:00:00Z')) });
    admin = await anAdmin(t.platform);
    [owner, ada, bob] = [await aUser(t.platform), await aUser(t.platform), await aUser(t.platform)];
    approvedAt = t.clock.now();
    ({ id: propertyId } = await anApprovedProperty(t.platform, { owner, admin, shares: 100 }));
  });
  afterAll(() => t.close());

  /** The figures of one person, by the query that has them. */
  async function figuresOf(person: Person): Promise<Map<string, string>> {
    const of = api(person);
    const about = { propertyId };
    const answers: Record<string, unknown> = {
      'identity.me': (await of.identity.me())?.availableCash,
      'wallet.overview': (await of.wallet.overview()).availableCents,
      'portfolio.overview': (({ availableCashCents, totalShares, holdings }) => [
        availableCashCents,
        totalShares,
        holdings.map(({ status }) => status),
      ])(await of.portfolio.overview()),
      'portfolio.income': (await of.portfolio.income()).upcoming.map(({ isApproved }) => isApproved),
      'investing.limits': (({ reservedCents, monthly, annual }) => [
        reservedCents,
        monthly?.leftCents,
        annual?.leftCents,
      ])(await of.investing.limits()),
      'resale.book': (await of.resale.book(about)).viewer,
      'resale.sellable': (await of.resale.sellable()).map(({ sharesFree, sharesListed }) => [
        sharesFree,
        sharesListed,
      ]),
      'properties.detail': (({ viewerShares, equitySoldCents, capRateBps }) => [
        viewerShares,
        equitySoldCents,
        capRateBps,
      ])(await of.properties.detail({ id: propertyId })),
      'distributions.financials': await of.distributions.financials(about),
      'lots.open': (await of.lots.open(about)).map(({ sharesFree }) => sharesFree),
      'tax.figures': await of.tax.figures({ year: t.clock.now().getUTCFullYear() }),
      'watchlist.list': (await of.watchlist.list({})).items.map(({ property }) => [
        property?.value.perShareCents,
        property?.availableShares,
      ]),
      'documentCenter.list': (await of.documentCenter.list()).holdings.map(({ shares }) => shares),
      ...(person === owner && {
        'owners.portfolio': await of.owners.portfolio(),
        'distributions.reportSheet': (await of.distributions.reportSheet(about)).availableCashCents,
      }),
    };
    return new Map(Object.entries(answers).map(([query, figures]) => [query, JSON.stringify(figures)]));
  }

  /** The queries that the events since a moment make stale on a person's screens. */
  async function staleOf(person: Person, since: number): Promise<readonly string[]> {
    const found = await t.platform.db
      .select()
      .from(outboxEvents)
      .where(gt(outboxEvents.id, since))
      .orderBy(asc(outboxEvents.id));
    const events = found.flatMap(
      ({ liveEvents, type, userId, propertyId: about, audience }): LiveEventEntry[] =>
        liveEvents ?? [{ type, audience, user_id: userId ?? undefined, property_id: about ?? undefined }],
    );
    return events.flatMap(({ type, user_id, property_id }) => {
      const { broadcast = [], person: own = [] }: StaleQueries = liveMap[type as keyof typeof liveMap];
      return [...(property_id == null ? [] : broadcast), ...(user_id === person.id ? own : [])];
    });
  }

  let reportedMonth = monthOf(new Date(0));
  let known: Map<string, string>[] = [];

  async function expectRefreshed(what: string, change: () => Promise<unknown>): Promise<void> {
    const people = [owner, ada, bob];
    const [newest] = await t.platform.db.select({ id: max(outboxEvents.id) }).from(outboxEvents);
    await change();
    const now = await Promise.all(people.map(figuresOf));
    let changed = 0;
    for (const [at, person] of people.entries()) {
      const stale = await staleOf(person, newest?.id ?? 0);
      for (const [query, figures] of now[at] ?? []) {
        if (known[at]?.get(query) === figures) continue;
        changed += 1;
        const isStale = stale.some((one) => query === one || query.startsWith(`${one}.`));
        expect(isStale, `${query} after ${what}`).toBe(true);
      }
    }
    expect(changed, what).toBeGreaterThan(0);
    known = now;
  }

  test('on every screen of everyone whose figure it is', { timeout: 60_000 }, async () => {
    const drain = () => t.platform.jobs.drain();
    const deposit = async (person: Person) => {
      await api(person).wallet.deposit({ amountCents: 2_500_000, requestId: newKey() });
      await drain();
    };
    const order = (pricePerShareCents: number, shares = 2) => ({
      propertyId,
      shares,
      pricePerShareCents,
      requestId: newKey(),
    });
    let listingId = '';
    let bidId = '';
    known = await Promise.all([owner, ada, bob].map(figuresOf));
    await expectRefreshed('a watched property', () => api(ada).watchlist.watchProperty({ propertyId }));
    await expectRefreshed('a deposit', async () => {
      for (const person of [owner, ada, bob]) await deposit(person);
    });
    await expectRefreshed('a withdrawal', () =>
      api(owner).wallet.withdraw({ amountCents: 50_000, requestId: newKey() }),
    );
    await expectRefreshed('a purchase', () =>
      api(ada).investing.invest({ propertyId, shares: 20, requestId: newKey() }),
    );
    await expectRefreshed('a listing', async () => {
      ({ id: listingId } = await api(ada).resale.openListing(order(10_000)));
    });
    await expectRefreshed('a resale purchase', () =>
      api(bob).resale.buyShares({ listingId, shares: 1, expectedTotalCents: 10_000, requestId: newKey() }),
    );
    await expectRefreshed('a bid', async () => {
      ({ id: bidId } = await api(bob).resale.placeBid(order(9_000)));
    });
    await expectRefreshed('a sale to a bid', () => api(ada).resale.openListing(order(9_000, 1)));
    await expectRefreshed('a canceled bid', () => api(bob).resale.cancelBid({ bidId, requestId: newKey() }));
    await expectRefreshed('a low bid', () => api(bob).resale.placeBid(order(5_000)));
    await expectRefreshed('a revaluation that leaves orders out', () =>
      anApprovedValuation(owner, admin, { propertyId, amountCents: 3_000_000 }),
    );
    await expectRefreshed('the release of escrow', async () => {
      t.clock.advance(3 * DAY);
      await drain();
    });
    reportedMonth = monthOf(t.clock.now());
    t.clock.moveTo(monthBounds(reportedMonth).to);
    await drain();
    known = await Promise.all([owner, ada, bob].map(figuresOf));
    await expectRefreshed('a monthly report', () =>
      api(owner).distributions.reportMonth({
        propertyId,
        month: reportedMonth,
        lines: { ...noLines, rentCents: 90_000 },
        requestId: newKey(),
      }),
    );
  });

  test('also on the screens of holders whom the event does not name', async () => {
    const drain = () => t.platform.jobs.drain();
    for (const person of [owner, ada, bob])
      await api(person).wallet.deposit({ amountCents: 1_000_000, requestId: newKey() });
    await drain();
    for (const person of [ada, bob])
      await api(person).investing.invest({ propertyId, shares: 1, requestId: newKey() });
    await drain();
    const quarter = quarterOf(monthOf(t.clock.now()));
    t.clock.moveTo(after(datesOf(quarter).recordAt, DAY));
    for (const month of reportableMonths(approvedAt, t.clock.now())) {
      if (month === reportedMonth) continue;
      const lines = { ...noLines, rentCents: 100_000 };
      await api(owner).distributions.reportMonth({ propertyId, month, lines, requestId: newKey() });
    }
    await drain();
    // Another month has other limits.
    known = await Promise.all([owner, ada, bob].map(figuresOf));
    await expectRefreshed('an approved distribution', async () => {
      const id = distributionIdOf(propertyId, quarter);
      const { netCents, preparedAt } = await api(admin).distributions.statement({ id });
      const shown = { expectedNetCents: netCents, preparedAt };
      await api(admin).distributions.approve({ id, ...shown, requestId: newKey() });
    });
    await expectRefreshed('a reset', () =>
      api(admin).properties.setStatus({ id: propertyId, status: 'pending' }),
    );
  });
});
