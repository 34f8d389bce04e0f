import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose } from '#app/server/compose.ts';
import { auditLog } from '#db/schema/platform.ts';
import { followPage } from '#features/analytics/server/follow-outbox.ts';
import { datesOf, noLines, quarterOf } from '#features/distributions/distributions.rules.ts';
import { SAMPLE_ACCOUNTS } from '#features/identity/sample-accounts.ts';
import { weeklySharesTraded } from '#features/resale/resale.rules.ts';
import { present } from '#kernel/assert.ts';
import { monthOf } from '#kernel/months.ts';
import { DAY } from '#kernel/time.ts';
import { type OpenDatabase, openEmbedded } from '#platform/server/adapters/database/database.ts';
import { rows } from '#platform/server/database/db.ts';
import { type Config, parseConfig } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { api, contextOf, fund, newKey, on, type Person, personOf } from '#tests/support/actors.ts';
import {
  comparisonsOfMarket,
  comparisonsOfOwners,
  comparisonsOfPeople,
  expectAgreement,
  factsOfMarket,
  factsOfOwner,
  factsOfPerson,
} from '#tests/support/agreement.ts';
import { expectBooksBalance } from '#tests/support/checks.ts';
import { everyAnswer, type Viewer } from '#tests/support/every-answer.ts';
import { exampleInputs } from '#tests/support/example-inputs.ts';
import { figureMeanings, withoutFigures } from '#tests/support/figure-meanings.ts';
import { procedures } from '#tests/support/procedures.ts';
import { copySampleWorld } from '#tests/support/sample-world.ts';
import {
  comparedFigures,
  contradictions,
  type StatedFigure,
  statedFigures,
  unneededMeanings,
} from '#tests/support/stated-figures.ts';

const TRADERS = 3;
const PAGE = 100;

describe('in the sample world, a figure is the same wherever it is shown', () => {
  let folder: string;
  let config: Config;
  let database: OpenDatabase;
  let platform: Platform;
  let admin: Person;
  let investor: Person;
  let owner: Person;
  let others: Person[];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'commonhold-figures-'));
    const dataDir = path.join(folder, 'data');
    await copySampleWorld(dataDir);
    database = await openEmbedded(dataDir);
    config = parseConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
    });
    platform = compose({ config, database });
    const sample = (label: string) => SAMPLE_ACCOUNTS.find((one) => one.label === label)?.email ?? '';
    const found = await rows<{ id: string; email: string; role: 'user' | 'admin' }>(
      platform.db,
      sql`select id, email, role from users u
          where email in (${sample('Investor')}, ${sample('Owner')}, ${sample('Admin')}) or id in (
            select buyer_id from resale_trades group by buyer_id order by count(*) desc, buyer_id limit ${TRADERS})`,
    );
    const people = await Promise.all(found.map((one) => personOf(platform, one)));
    admin = present(
      people.find(({ email }) => email === sample('Admin')),
      'the admin',
    );
    investor = present(
      people.find(({ email }) => email === sample('Investor')),
      'the investor',
    );
    owner = present(
      people.find(({ email }) => email === sample('Owner')),
      'the owner',
    );
    others = people.filter((one) => ![admin, investor, owner].includes(one));
    await leaveSomethingUnfinished();
  }, 300_000);
  afterAll(async () => {
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const expectPeopleAgree = async (people: readonly Person[]) =>
    expectAgreement(
      comparisonsOfPeople,
      await Promise.all(people.map((person) => factsOfPerson(person, admin))),
    );

  /** What a finished world has none of: a purchase that can be canceled, a withdrawal on its way, a check of the books. */
  async function leaveSomethingUnfinished(): Promise<void> {
    const caller = api(investor);
    await caller.investing.invest({ propertyId: await propertyThat('open'), shares: 1, requestId: newKey() });
    await caller.certificates.issue({ propertyId: await propertyThat('funded'), requestId: newKey() });
    await caller.identity.createToken({ name: 'Reports', scope: 'read', expiresInDays: 1 });
    await api(admin).books.requestVerification({});
    await platform.jobs.drain();
    // Its schedule runs once a minute, and the server that made the world may have run it in this one.
    while (!(await followPage(platform)).done);
    await caller.wallet.withdraw({ amountCents: 12_300, requestId: newKey() });
  }

  /** The same world after the quarter: the distribution of one property is approved, and another has rent to distribute. */
  async function afterTheQuarter(): Promise<Platform> {
    const { recordAt } = datesOf(quarterOf(monthOf(platform.clock.now())));
    const at = new Date(recordAt.getTime() + DAY);
    const later = compose({ config, database, clock: { now: () => at } });
    const { distributions: reports } = api(on(later, owner));
    const due = (await reports.ownerReports({ limit: PAGE })).items.filter(
      ({ dueMonths }) => dueMonths.length > 0,
    );
    const [{ propertyId, dueMonths }, other] = [present(due[0], 'a month due'), present(due[1], 'another')];
    const lines = { ...noLines, rentCents: 500_000 };
    for (const month of dueMonths) {
      await reports.reportMonth({ propertyId, month, lines, requestId: newKey() });
    }
    const month = present(other.dueMonths[0], 'its month');
    await reports.reportMonth({ propertyId: other.propertyId, month, lines, requestId: newKey() });
    await later.jobs.drain({ schedules: [] });
    // Proved again who they are: the session of the present is too old then.
    const { distributions } = api(await personOf(later, { ...admin, role: 'admin' }));
    const id = `${propertyId}-${quarterOf(dueMonths.at(-1) ?? '')}`;
    const { netCents, preparedAt } = await distributions.statement({ id });
    await distributions.approve({
      id,
      expectedNetCents: netCents,
      preparedAt: preparedAt ?? '',
      requestId: newKey(),
    });
    return later;
  }

  /** A property of someone else, with shares that are left. */
  async function propertyThat(state: 'funded' | 'open', person = investor): Promise<number> {
    const { items } = await api(person).properties.list({ limit: PAGE });
    for (const { id, availableShares } of items) {
      if (availableShares === 0) continue;
      const { offering, ownedByViewer } = await api(person).properties.detail({ id });
      if (offering.state === state && !ownedByViewer) return id;
    }
    throw new Error(`No sample offering is ${state}.`);
  }

  describe('in every answer of every query', () => {
    let figures: StatedFigure[];
    let withoutInput: string[];
    const queries = Object.entries(procedures())
      .filter(([, { type }]) => type === 'query')
      .map(([name]) => name);
    const statedBy = (name: string) => figures.some(({ source }) => source.startsWith(`${name} `));

    beforeAll(async () => {
      // The clock stands still: two answers about the present are about one moment.
      const now = platform.clock.now();
      const frozen = compose({ config, database, clock: { now: () => now } });
      const visitor: Viewer = { label: 'a visitor', id: 'visitor', context: contextOf(frozen) };
      const viewers = [admin, investor, owner, ...others.slice(0, 1)].map((person) => ({
        label: person.email,
        id: person.id,
        context: on(frozen, person),
      }));
      const ids = await rows<{ id: number }>(platform.db, sql`select id from properties order by id`);
      const asked = await everyAnswer(
        [visitor, ...viewers],
        ids.map(({ id }) => id),
        exampleInputs,
      );
      withoutInput = asked.withoutInput;
      figures = asked.answers.flatMap(statedFigures);
    }, 300_000);

    test('and each query states one, or says why it does not', () => {
      const missing = queries.filter((name) => !statedBy(name) && !(name in withoutFigures));
      const texts = missing.map((name) =>
        withoutInput.includes(name)
          ? `${name}: give it an input in tests/support/example-inputs.ts`
          : `${name}: its inputs find no figure; change them in tests/support/example-inputs.ts, or give the reason in withoutFigures`,
      );
      expect(texts).toEqual([]);
      const wrong = Object.keys(withoutFigures).filter((name) => !queries.includes(name) || statedBy(name));
      expect(wrong).toEqual([]);
      expect(Object.keys(exampleInputs).filter((name) => !queries.includes(name))).toEqual([]);
    });

    test('and none is stated in two ways', () => {
      expect(contradictions(figures, figureMeanings)).toEqual([]);
      expect(comparedFigures(figures, figureMeanings)).toBeGreaterThan(1_000);
    });

    test('and one that is would be named, with both places and both values', () => {
      const stated = present(
        figures.find(({ source }) => source === 'properties.detail investorCount'),
        'a number of investors',
      );
      const other = { ...stated, value: -1, source: 'another.query investorCount' };
      expect(contradictions([...figures, other], figureMeanings)).toEqual([
        expect.stringMatching(
          `^investorCount of ${stated.subject}: .*${stated.value} in properties.detail.*; -1 in another.query`,
        ),
      ]);
    });

    test('and what is not compared would contradict something', () => {
      expect(unneededMeanings(figures, figureMeanings)).toEqual([]);
    });
  });

  describe('under several names, and as a sum of others', () => {
    test('for investors, owners and admins', async () => {
      expect(await expectPeopleAgree([investor, admin, owner, ...others])).toEqual([]);
    }, 60_000);

    test('for properties and the market', async () => {
      expect(expectAgreement(comparisonsOfMarket, [await factsOfMarket(investor, admin)])).toEqual([]);
    }, 60_000);
  });

  test('the month of the investor is a gain when the world is built', async () => {
    const { db } = platform;
    const [finished] = await db
      .select({ at: auditLog.at })
      .from(auditLog)
      .where(eq(auditLog.action, 'sample.finish'));
    const { at } = present(finished, 'the end of the sample world');
    const then = compose({ config, database, clock: { now: () => at } });
    const { thisMonth } = await api(on(then, investor)).portfolio.overview();
    expect(thisMonth.returnBps).toBeGreaterThanOrEqual(10);
  });

  test('after a bid, a purchase, a sale and a canceled purchase', async () => {
    const buyer = present(others[0], 'a second investor');
    await fund(buyer, 500_000);
    const propertyId = await propertyThat('funded');
    const before = await api(investor).portfolio.overview();
    const sold = await api(investor).properties.detail({ id: propertyId });
    await api(investor).investing.invest({ propertyId, shares: 2, requestId: newKey() });
    const after = await api(investor).portfolio.overview();
    expect(after.thisMonth.returnCents).toBe(before.thisMonth.returnCents);
    const { weeklySharesSold } = await api(investor).properties.detail({ id: propertyId });
    expect(weeklySharesSold).toBe(sold.weeklySharesSold + 2);

    const low = Math.ceil(sold.pricePerShareCents * 0.6);
    const bid = { propertyId, shares: 2, pricePerShareCents: low, requestId: newKey() };
    await api(investor).resale.placeBid(bid);
    await expectPeopleAgree([investor]);

    const traded = weeklySharesTraded(await api(investor).resale.tradingFigures({ propertyId }));
    const pricePerShareCents = Math.floor(sold.pricePerShareCents * 1.2);
    const offer = { propertyId, shares: 2, pricePerShareCents, requestId: newKey() };
    const listing = await api(investor).resale.openListing(offer);
    await api(buyer).resale.buyShares({
      listingId: listing.id,
      shares: 2,
      expectedTotalCents: 2 * pricePerShareCents,
      requestId: newKey(),
    });
    expect(weeklySharesTraded(await api(buyer).resale.tradingFigures({ propertyId }))).toBe(traded + 2);
    await expectPeopleAgree([investor, buyer]);

    const open = await propertyThat('open', buyer);
    const { id: investmentId } = await api(buyer).investing.invest({
      propertyId: open,
      shares: 3,
      requestId: newKey(),
    });
    const spent = (await api(buyer).transactions.summary({ range: '30d' })).spentCents;
    const { totalCents } = await api(buyer).investing.cancelPurchase({ investmentId, requestId: newKey() });
    expect((await api(buyer).transactions.summary({ range: '30d' })).spentCents).toBe(spent - totalCents);
    await expectPeopleAgree([buyer]);
    expectAgreement(comparisonsOfMarket, [await factsOfMarket(buyer, admin)]);
    await expectBooksBalance(platform);
  }, 60_000);

  test('for the properties of an owner, now and after the quarter', async () => {
    const now = await factsOfOwner(owner, admin);
    const later = await afterTheQuarter();
    const then = await factsOfOwner(on(later, owner), on(later, admin));
    expect(expectAgreement(comparisonsOfOwners, [now, then])).toEqual([]);
  }, 60_000);
});
