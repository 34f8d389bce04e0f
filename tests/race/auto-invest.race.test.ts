import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { autoInvestDecisions } from '#db/schema/auto-invest.ts';
import type { AutoInvestSettings } from '#features/auto-invest/auto-invest.contract.ts';
import { defaultSettings } from '#features/auto-invest/auto-invest.rules.ts';
import { buy } from '#features/auto-invest/server/buy.ts';
import { planRun } from '#features/auto-invest/server/index.ts';
import { recordOutcomes } from '#features/auto-invest/server/record-outcomes.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  newKey,
  on,
  type Person,
  systemOf,
} from '../support/actors.ts';
import { expectBooksBalance, outcomes } from '../support/checks.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

let t: PostgresPlatform;
let second: Platform;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  t = await postgresPlatform();
  second = await t.another();
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform);
});
afterEach(() => expectBooksBalance(t.platform));
afterAll(() => t.close());

const save = (person: Person, changes: Partial<AutoInvestSettings>) =>
  api(person).autoInvest.saveSettings({ ...defaultSettings, ...changes });
const holdingOf = async (person: Person, propertyId: number) =>
  (await api(person).portfolio.overview()).holdings.find((one) => one.propertyId === propertyId);

test('purchases by hand, deposits and two servers with the same runs lead nobody over a limit, and decide once each', async () => {
  const limits = {
    enabled: true,
    maxPerPropertyCents: 60_000,
    monthlyLimitCents: 100_000,
    reserveCents: 5_000,
  };
  const offering = { owner, admin, shares: 400, annualYield: '9' };
  const properties = [
    (await anApprovedProperty(t.platform, offering)).id,
    (await anApprovedProperty(t.platform, offering)).id,
    (await anApprovedProperty(t.platform, offering)).id,
  ];
  const people = await Promise.all(Array.from({ length: 12 }, () => aUser(t.platform, { cash: 150_000 })));
  await Promise.all(people.map((person) => save(person, limits)));
  const slot = `race:${newKey()}`;
  const plan = (platform: Platform) => planRun(systemOf(platform), { trigger: 'daily', slot });
  const byHand = people.map((person, at) =>
    api(on(at % 2 === 0 ? t.platform : second, person)).investing.invest({
      propertyId: properties[at % 3] as number,
      shares: 3,
      requestId: newKey(),
    }),
  );
  const deposits = people.map((person) =>
    api(person).wallet.deposit({ amountCents: 20_000, requestId: newKey() }),
  );
  const all = outcomes<unknown>([plan(t.platform), plan(second), ...byHand, ...deposits]);
  await Promise.all([t.platform.jobs.drain(), second.jobs.drain(), all]);
  await Promise.all([t.platform.jobs.drain(), second.jobs.drain()]);
  for (const person of people) {
    const { investedThisMonthCents } = await api(person).autoInvest.overview();
    expect(investedThisMonthCents).toBeLessThanOrEqual(limits.monthlyLimitCents);
    expect(investedThisMonthCents).toBeGreaterThan(0);
    for (const propertyId of properties)
      expect((await holdingOf(person, propertyId))?.investedCents ?? 0).toBeLessThanOrEqual(
        limits.maxPerPropertyCents,
      );
  }
  const decided = await t.platform.db.select().from(autoInvestDecisions);
  const keys = decided.map(({ runId, userId, propertyId }) => `${runId} ${userId} ${propertyId}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(decided.filter(({ outcome }) => outcome === 'allocated')).toEqual([]);
  await Promise.all(people.map((person) => save(person, {})));
});

test('deposits of one person at once buy each property once', async () => {
  const offering = { owner, admin, annualYield: '15' };
  const properties = [
    (await anApprovedProperty(t.platform, offering)).id,
    (await anApprovedProperty(t.platform, offering)).id,
  ];
  const person = await aUser(t.platform);
  // The runs of the approvals are over, so that they match nothing for this person.
  await t.platform.jobs.drain();
  await save(person, { enabled: true, amountCents: 10_000 });
  const deposit = (at: number) =>
    api(on(at % 2 === 0 ? t.platform : second, person)).wallet.deposit({
      amountCents: 30_000,
      requestId: newKey(),
    });
  await Promise.all([0, 1, 2, 3].map(deposit));
  await Promise.all([t.platform.jobs.drain(), second.jobs.drain()]);
  await Promise.all([t.platform.jobs.drain(), second.jobs.drain()]);
  for (const propertyId of properties)
    expect((await holdingOf(person, propertyId))?.investedCents).toBe(10_000);
  await save(person, {});
});

test('a limit that is lowered while a run goes is never exceeded', async () => {
  const { id: propertyId } = await anApprovedProperty(t.platform, { owner, admin, annualYield: '14' });
  for (let round = 0; round < 4; round += 1) {
    const person = await aUser(t.platform, { cash: 150_000 });
    await save(person, { enabled: true });
    const run = planRun(systemOf(t.platform), { trigger: 'daily', slot: `race:${newKey()}` }).then(() =>
      t.platform.jobs.drain(),
    );
    const bought = async () => (await holdingOf(person, propertyId))?.investedCents ?? 0;
    await save(on(second, person), { enabled: true, maxPerPropertyCents: 10_000 });
    const before = await bought();
    await run;
    const after = await bought();
    expect(after <= 10_000 || after === before, `${before} before, ${after} after`).toBe(true);
    await save(person, {});
  }
});

test('a purchase and a refusal of the same decision at once leave what was bought and what is said of it the same', async () => {
  const { id: propertyId } = await anApprovedProperty(t.platform, { owner, admin, annualYield: '16' });
  await t.platform.jobs.drain();
  for (let round = 0; round < 12; round += 1) {
    const person = await aUser(t.platform, { cash: 150_000 });
    await save(person, { enabled: true, amountCents: 10_000 });
    const planned = {
      trigger: 'daily' as const,
      slot: `race:${newKey()}`,
      userId: person.id,
      propertyId,
    };
    const { runId } = await planRun(systemOf(t.platform), planned);
    const [decision] = (await api(person).autoInvest.decisions({})).items;
    const [decisionId, shares] = [decision?.id ?? '', decision?.shares ?? 0];
    await outcomes<unknown>([
      buy(person, { propertyId, shares, requestId: decisionId }),
      recordOutcomes(systemOf(second), {
        runId: runId ?? '',
        outcomes: [{ decisionId, reason: 'No cash.' }],
      }),
    ]);
    const [after] = (await api(person).autoInvest.decisions({})).items;
    const held = await holdingOf(person, propertyId);
    expect(after?.outcome).toBe(held ? 'bought' : 'declined');
    await save(person, {});
  }
});
