import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose, composeForSampleWorld } from '#app/server/compose.ts';
import { submissionDocuments } from '#db/schema/submissions.ts';
import { taxClassifications } from '#db/schema/tax.ts';
import { valuations } from '#db/schema/valuations.ts';
import { datesOf, monthsOf, quarterOf } from '#features/distributions/distributions.rules.ts';
import { documentFile } from '#features/documents/server/documents.queries.ts';
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '#features/identity/sample-accounts.ts';
import { documentFile as submittedFile } from '#features/submissions/server/submissions.queries.ts';
import { formatUsd, formatUsdExact } from '#kernel/money.ts';
import { monthAfter } from '#kernel/months.ts';
import { type OpenDatabase, openEmbedded } from '#platform/server/adapters/database/database.ts';
import { rows } from '#platform/server/database/db.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, api, aUser, contextOf, personOf } from '#tests/support/actors.ts';
import { expectBooksBalance } from '#tests/support/checks.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { copySampleWorld } from '#tests/support/sample-world.ts';
import { LEFTOVER_EMAIL, LEFTOVER_TEXT } from '#tests/support/unfinished-sample-world.ts';
import { demoTimeline } from '../demo/timeline.ts';
import { sampleProperties } from './cast.ts';
import { ensureSampleWorld } from './index.ts';
import { chanceOf } from './random.ts';
import { timelineOf } from './timeline.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

describe('the timeline', () => {
  const steps = timelineOf(chanceOf(1), NOW);

  test('is the same for the same seed, in order, and never in the future', () => {
    expect(timelineOf(chanceOf(1), NOW)).toEqual(steps);
    expect(timelineOf(chanceOf(2), NOW)).not.toEqual(steps);
    const times = steps.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.max(...times)).toBeLessThanOrEqual(NOW.getTime());
  });

  test.each(['2026-01-01T00:00:00Z', '2028-02-29T23:59:59Z', '2026-03-31T12:00:00Z', '2026-12-31T23:59:59Z'])(
    'holds at %s: nobody acts before signing up, nothing is bought before it is approved',
    (moment) => {
      const signedUp = new Set<string>();
      const approved = new Set<number>();
      for (const step of timelineOf(chanceOf(3), new Date(moment))) {
        if (step.do === 'sign up') signedUp.add(JSON.stringify(step.who));
        if (step.do === 'review') approved.add(step.property);
        if ('who' in step) expect(signedUp.has(JSON.stringify(step.who))).toBe(true);
        if (step.do === 'invest') expect(approved.has(step.property)).toBe(true);
      }
    },
  );

  test.each(['2026-01-01T00:00:00Z', '2026-01-16T00:00:00Z', '2026-03-31T12:00:00Z', '2026-11-20T12:00:00Z'])(
    'at %s one owner is late with the last month of a quarter whose day of payment is over',
    (moment) => {
      const now = new Date(moment);
      const reported = (wanted: number) =>
        timelineOf(chanceOf(3), now).flatMap((step) =>
          step.do === 'report' && step.property === wanted ? [step.month] : [],
        );
      const missing = monthAfter(reported(2).at(-1) ?? '');
      expect(monthsOf(quarterOf(missing))[2]).toBe(missing);
      expect(datesOf(quarterOf(missing)).payAt.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(reported(0)).toContain(missing);
    },
  );
});

describe.each([
  ['the sample world', (now: Date) => timelineOf(chanceOf(3), now)],
  ['the demo', demoTimeline],
] as const)('in %s, every offering has a likely minimum', (_, play) => {
  test.each(['2026-01-01T00:00:00Z', '2026-11-20T12:00:00Z', '2028-02-29T23:59:59Z'])(
    'at %s: 50 to 80% of its shares; nobody proposes or trades before it is funded, and one still runs',
    (moment) => {
      const sold = new Map<number, number>();
      const funded = new Set<number>();
      for (const step of play(new Date(moment))) {
        if (!('property' in step)) continue;
        const { property } = step;
        const { minimumShares = 0, totalShares } = sampleProperties[property]?.submission ?? {
          totalShares: 0,
        };
        if (step.do === 'invest') sold.set(property, (sold.get(property) ?? 0) + step.shares);
        if (step.do === 'close offering' && (sold.get(property) ?? 0) >= minimumShares) funded.add(property);
        if (['propose', 'list', 'bid'].includes(step.do)) expect([...funded]).toContain(property);
        if (sampleProperties[property]?.outcome !== 'approved') continue;
        expect(minimumShares).toBeGreaterThanOrEqual(totalShares / 2);
        expect(minimumShares).toBeLessThanOrEqual(totalShares * 0.8);
        expect(sold.get(property) ?? 0).toBeLessThanOrEqual(totalShares);
      }
      expect(funded.size).toBe(9);
      expect(sold.size).toBeGreaterThanOrEqual(10);
    },
  );
});

interface OpenedWorld {
  platform: Platform;
  database: OpenDatabase;
}

/** Ensures that the sample world exists; answers the lines that it reports. */
async function ensure({ platform, database }: OpenedWorld): Promise<string[]> {
  const said: string[] = [];
  await ensureSampleWorld({
    platform,
    platformAt: (clock) => composeForSampleWorld({ config: platform.config, database, clock }),
    exclusively: database.withSetupLock,
    say: (line) => said.push(line),
  });
  return said;
}

describe('the sample world', () => {
  let folder: string;
  let t: OpenedWorld;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'commonhold-sample-'));
    const dataDir = path.join(folder, 'data');
    await copySampleWorld(dataDir);
    const database = await openEmbedded(dataDir);
    const config = parseConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
    });
    t = { platform: compose({ config, database }), database };
  }, 300_000);
  afterAll(async () => {
    await t?.database.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('adds up to the cent and the share, and is built once', async () => {
    await expectBooksBalance(t.platform);
    const users = () => rows(t.platform.db, sql`select count(*)::int as many from users`);
    const before = await users();
    expect(await ensure(t)).toEqual([]);
    expect(await users()).toEqual(before);
  });

  test('is built again, from nothing, when its process ended before it was finished', async () => {
    const people = sql`select 1 from users where email = ${LEFTOVER_EMAIL}`;
    const texts = sql`select 1 from audit_texts where text = ${LEFTOVER_TEXT}`;
    expect(await rows(t.platform.db, people)).toEqual([]);
    expect(await rows(t.platform.db, texts)).toEqual([]);
  });

  test('has its accounts, with the documented password and roles', async () => {
    for (const { email, label } of SAMPLE_ACCOUNTS) {
      const user = await api(contextOf(t.platform)).identity.signIn({ email, password: SAMPLE_PASSWORD });
      expect(user.role).toBe(label.endsWith('dmin') ? 'admin' : 'user');
    }
  });

  test('asks none of its accounts the questions of onboarding again', async () => {
    const states = await rows<{ state: string; many: number }>(
      t.platform.db,
      sql`select state, count(*)::int as many from onboarding_records group by state`,
    );
    const [people] = await rows<{ many: number }>(
      t.platform.db,
      sql`select count(*)::int as many from users`,
    );
    expect(states).toEqual([{ state: 'completed', many: people?.many }]);
  });

  test('has a market with every type and an average yield of 7.8%', async () => {
    const visitor = api(contextOf(t.platform));
    const { items } = await visitor.properties.list({ limit: 100 });
    expect(new Set(items.map(({ propertyType }) => propertyType)).size).toBe(3);
    expect(items.length).toBeGreaterThanOrEqual(8);
    const { averageYieldBps } = await visitor.properties.stats();
    expect(Math.abs(averageYieldBps - 780)).toBeLessThanOrEqual(5);
    const [people] = await rows<{ investors: number }>(
      t.platform.db,
      sql`select count(distinct user_id)::int as investors from investments`,
    );
    expect(people?.investors).toBeGreaterThanOrEqual(28);
  });

  test('has a verified identity behind every purchase and bid', async () => {
    const unverified = await rows(
      t.platform.db,
      sql`select user_id from (
            select user_id from investments union select buyer_id from resale_trades
            union select user_id from resale_orders where side = 'bid') b
          where user_id not in (select user_id from kyc_applications where status = 'approved')`,
    );
    expect(unverified).toEqual([]);
  });

  test('has an investor with three purchases of Auto-Invest, a watchlist and referrals', async () => {
    const [account] = SAMPLE_ACCOUNTS;
    const [found] = await rows<{ id: string }>(
      t.platform.db,
      sql`select id from users where email = ${account.email}`,
    );
    const investor = await personOf(t.platform, {
      id: found?.id ?? '',
      email: account.email,
      role: 'user',
    });
    const { recent, purchases, upcoming } = await api(investor).autoInvest.overview();
    expect([purchases, recent.map(({ outcome }) => outcome)]).toEqual([3, Array(3).fill('bought')]);
    expect(upcoming.length).toBeGreaterThanOrEqual(1);
    expect((await api(investor).watchlist.summary()).watched).toBeGreaterThanOrEqual(3);
    expect((await api(investor).referrals.overview()).totalReferrals).toBeGreaterThanOrEqual(3);
  });

  test('offers and bids within the band of prices', async () => {
    const outside = await rows(
      t.platform.db,
      sql`select o.id from resale_orders o join properties p on p.id = o.property_id
          where o.price_per_share not between p.price_per_share * 0.5 and p.price_per_share * 2`,
    );
    expect(outside).toEqual([]);
  });

  test('obeys the limits on investing', async () => {
    const [most] = await rows<{ month: number; year: number }>(
      t.platform.db,
      sql`select max(amount_cents)::float8 as month,
                 (select max(amount)::float8 from (
                    select sum(amount_cents) as amount from invested_months group by user_id, left(month, 4)) y) as year
          from invested_months`,
    );
    expect(most?.month).toBeLessThanOrEqual(1_000_000);
    expect(most?.year).toBeLessThanOrEqual(10_000_000);
  });

  test('has rents that were distributed, a deficit, and votes with every outcome', async () => {
    const [seen] = await rows<Record<string, number>>(
      t.platform.db,
      sql`select (select count(*) from distributions where status = 'paid' and net > 0)::int as paid,
                 (select count(*) from distributions where closing_deficit > 0)::int as deficits,
                 (select count(*) from ledger_transfers where code = 'reinvestment')::int as reinvested,
                 (select count(distinct coalesce(outcome, status)) from proposals)::int as outcomes`,
    );
    expect(seen?.paid).toBeGreaterThan(20);
    expect(seen?.deficits).toBeGreaterThan(0);
    expect(seen?.reinvested).toBeGreaterThan(0);
    expect(seen?.outcomes).toBe(3);
  });

  test('has offerings that were funded, one that failed and was refunded in full, and one that is open', async () => {
    const states = await rows<{ status: string; many: number; escrow: number }>(
      t.platform.db,
      sql`select o.status, count(*)::int as many, sum(a.balance)::float8 as escrow
          from offerings o
          join properties p on p.id = o.property_id and p.approved_at is not null
          join ledger_accounts a on a.property_id = p.id and a.kind = 'property_escrow'
          group by o.status order by o.status`,
    );
    expect(states).toMatchObject([
      { status: 'failed', many: 1, escrow: 0 },
      { status: 'funded', many: 9 },
      { status: 'open', many: 1 },
    ]);
    expect(states[2]?.escrow).toBeGreaterThan(0);
    const [refunds] = await rows<{ many: number }>(
      t.platform.db,
      sql`select count(*)::int as many from investment_refunds where reason = 'not_funded'`,
    );
    expect(refunds?.many).toBe(4);
  });

  test('has documents of every property on the market, drawn from its figures, that can be read', async () => {
    const visitor = api(contextOf(t.platform));
    const reader = await aUser(t.platform);
    for (const { id, name } of (await visitor.properties.list({ limit: 100 })).items) {
      const { items } = await api(reader).documents.ofProperty({ propertyId: id });
      const valued = await t.platform.db.select().from(valuations).where(eq(valuations.propertyId, id));
      const classified = await t.platform.db
        .select()
        .from(taxClassifications)
        .where(eq(taxClassifications.propertyId, id));
      const kinds = [
        'offering_memorandum',
        ...valued.map(() => 'appraisal'),
        ...classified.map(() => 'tax_record'),
      ];
      expect(items.map(({ kind }) => kind).sort()).toEqual(kinds.sort());
      for (const { id: document } of items) {
        const { bytes } = await documentFile(t.platform, reader.actor, document);
        const text = (await textOfPdf(bytes)).replaceAll('\n', ' ');
        expect(text).toContain(name);
        const figures = [
          ...valued.map(({ amountCents }) => formatUsd(amountCents)),
          ...classified.map(({ ordinaryCents }) => formatUsdExact(ordinaryCents)),
        ];
        expect(figures.some((figure) => text.includes(figure))).toBe(true);
      }
    }
  });

  test('has distributions of a closed year classified, and none of the running one', async () => {
    const years = await rows<{ year: number }>(
      t.platform.db,
      sql`select distinct year from tax_classifications order by year`,
    );
    expect(years.length).toBeGreaterThan(0);
    expect(Math.max(...years.map(({ year }) => year))).toBeLessThan(new Date().getUTCFullYear());
  });

  test('has valuations by appraisal, one of them a large change whose halt is over, and one that waits', async () => {
    const [seen] = await rows<Record<string, number>>(
      t.platform.db,
      sql`select count(*) filter (where d.decision = 'approved' and d.halted_until is null)::int as approved,
                 count(*) filter (where d.halted_until is not null)::int as halted,
                 count(*) filter (where d.valuation_id is null)::int as pending,
                 (select count(*) from resale_books where halted_at is not null)::int as books
          from valuations v left join valuation_decisions d on d.valuation_id = v.id where not v.is_offering`,
    );
    expect(seen).toEqual({ approved: 3, halted: 1, pending: 1, books: 0 });
  });

  test('has a submission in every state, with documents that can be read', async () => {
    const states = await rows(
      t.platform.db,
      sql`select s.status, s.way_in as way, s.paused_at is not null as asked,
                 (select count(*) from submission_messages m where m.submission_id = s.id)::int as messages
          from submissions s order by s.submitted_at desc, s.id`,
    );
    expect(states).toEqual([
      { status: 'pending', way: 'quick', asked: false, messages: 0 },
      { status: 'pending', way: 'quick', asked: true, messages: 1 },
      { status: 'pending', way: 'wizard', asked: false, messages: 2 },
      { status: 'approved', way: 'quick', asked: false, messages: 0 },
      { status: 'rejected', way: 'quick', asked: false, messages: 0 },
    ]);
    const admin = await anAdmin(t.platform);
    const documents = await t.platform.db.select().from(submissionDocuments);
    expect(documents).toHaveLength(23);
    for (const { id } of documents) {
      const { bytes } = await submittedFile(t.platform, admin.actor, id);
      expect(bytes.length).toBeGreaterThan(500);
    }
  });

  test('is not built over existing data', async () => {
    const other = await testPlatform();
    await aUser(other.platform);
    expect(await ensure(other)).toEqual([]);
    expect(await rows(other.platform.db, sql`select 1 from properties`)).toEqual([]);
    await other.close();
  });
});
