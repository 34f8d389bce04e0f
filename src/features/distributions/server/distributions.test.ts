import { type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verify } from '#app/server/verify.ts';
import { accounts, balanceOf, type HolderPage, nextHolderPage } from '#features/ledger/server/index.ts';
import { statementInvariants } from '#features/statements/server/verify-statements.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { after, HOUR } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import { noRoom } from '#platform/server/errors/error-mapping.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  fund,
  newKey,
  type Person,
  systemOf,
} from '#tests/support/actors.ts';
import { fillApplication, verifyIdentity } from '#tests/support/applicants.ts';
import { allPages, cashOf, expectBooksBalance, ledgerState, refusalOf } from '#tests/support/checks.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { deleteStatements } from '#tests/support/statements.ts';
import type { ReportLines } from '../distributions.contract.ts';
import { noLines } from '../distributions.rules.ts';
import { distributionJobs } from './distributions.jobs.ts';
import { approve, payChunk } from './index.ts';
import { prepareStatement } from './prepare-statement.ts';
import { reportPdf, statementPdf } from './report-files.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let owner: Person;
let ada: Person;
let ben: Person;
let full = false;
beforeAll(async () => {
  t = await testPlatform({
    schedulesOf: ['distributions', 'lots', 'offerings'],
    requireSpace: async () => (full ? Promise.reject(noRoom()) : undefined),
  });
  admin = await anAdmin(t.platform);
});
beforeEach(async () => {
  await deleteStatements(t.platform);
  t.clock.moveTo(new Date('2026-07-02T10:00:00Z'));
  owner = await aUser(t.platform, { cash: 100_000_000 });
  ada = await aUser(t.platform, { cash: 10_000_000 });
  ben = await aUser(t.platform, { cash: 10_000_000 });
});
// The next test removes the statements of this one.
afterEach(() => expectBooksBalance(t.platform, statementInvariants));
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const offer = (shares = 100, price = 10_000) =>
  anApprovedProperty(t.platform, { shares, price, owner, admin, name: 'Maple Court' });
const buy = (person: Person, propertyId: number, shares: number) =>
  api(person).investing.invest({ propertyId, shares, requestId: newKey() });
const buyListing = (person: Person, listingId: string, shares: number) =>
  api(person).resale.buyShares({
    listingId,
    shares,
    expectedTotalCents: shares * 10_000,
    requestId: newKey(),
  });
/** Lists shares for $100.00 each. */
const list = (person: Person, propertyId: number, shares: number) =>
  api(person).resale.openListing({ propertyId, shares, pricePerShareCents: 10_000, requestId: newKey() });
const resell = async (from: Person, to: Person, propertyId: number, shares: number) =>
  buyListing(to, (await list(from, propertyId, shares)).id, shares);
const report = (propertyId: number, month: string, lines: Partial<ReportLines>, requestId = newKey()) =>
  api(owner).distributions.reportMonth({ propertyId, month, lines: { ...noLines, ...lines }, requestId });
const at = (moment: string) => t.clock.moveTo(new Date(moment));
const statementOf = (id: string, person = admin) => api(person).distributions.statement({ id });
/** The input with which an admin approves a statement as it is now. */
const approvalOf = async (id: string) => {
  const { netCents, preparedAt } = await statementOf(id);
  return { id, expectedNetCents: netCents, preparedAt, requestId: newKey() };
};
const approveNow = async (id: string) => api(admin).distributions.approve(await approvalOf(id));
const rentOf = (propertyId: number) => balanceOf(t.platform.db, accounts.propertyRent(propertyId));
const holdingsOf = async (propertyId: number) => ({
  owner: await cashOf(t.platform.db, owner.id),
  rent: await rentOf(propertyId),
  reserve: await balanceOf(t.platform.db, accounts.propertyReserve(propertyId)),
});

/** Three months with this rent each, reported when the quarter is over, and the job has prepared the statement. */
async function aQuarter(propertyId: number, rentCents: number): Promise<string> {
  at('2026-10-02T09:00:00Z');
  for (const month of ['2026-07', '2026-08', '2026-09']) await report(propertyId, month, { rentCents });
  await t.platform.jobs.drain();
  return `${propertyId}-2026-Q3`;
}

/** A quarter that contributes $300.00 to the reserve. */
async function aReserve(propertyId: number): Promise<void> {
  at('2026-10-02T09:00:00Z');
  for (const month of ['2026-07', '2026-08', '2026-09'])
    await report(propertyId, month, { rentCents: 100_000, reserveCents: 10_000 });
  await t.platform.jobs.drain();
  await approveNow(`${propertyId}-2026-Q3`);
}

describe('reporting a month', () => {
  test('pays the rest of the rent into the rent account, and nothing more', async () => {
    const { id } = await offer();
    at('2026-08-01T09:00:00Z');
    const before = await cashOf(t.platform.db, owner.id);
    const receipt = await report(id, '2026-07', {
      rentCents: 500_000,
      vacancyCents: 20_000,
      taxesCents: 60_000,
      maintenanceCents: 40_000,
      reserveCents: 30_000,
    });
    expect(receipt).toMatchObject({ operatingIncomeCents: 380_000, paidInCents: 380_000 });
    expect(await cashOf(t.platform.db, owner.id)).toBe(before - 380_000);
    expect(await rentOf(id)).toBe(380_000);
  });

  test('returns the loss of a later month of the quarter, and carries the rest as a deficit', async () => {
    const { id } = await offer();
    at('2026-09-01T09:00:00Z');
    await report(id, '2026-07', { rentCents: 100_000 });
    expect(await report(id, '2026-08', { maintenanceCents: 250_000 })).toMatchObject({
      paidInCents: -100_000,
    });
    expect(await rentOf(id)).toBe(0);
    at('2026-10-01T09:00:00Z');
    expect(await report(id, '2026-09', { rentCents: 160_000 })).toMatchObject({ paidInCents: 10_000 });
  });

  test('can be corrected until the quarter is approved; only the difference moves', async () => {
    const { id } = await offer();
    const distribution = await aQuarter(id, 100_000);
    expect(await report(id, '2026-08', { rentCents: 90_000 })).toMatchObject({ paidInCents: -10_000 });
    await t.platform.jobs.drain();
    expect(await statementOf(distribution)).toMatchObject({ status: 'prepared', availableCents: 290_000 });
    await approveNow(distribution);
    expect(await refusalOf(report(id, '2026-08', { rentCents: 1 }))).toBe('QUARTER_APPROVED');
  });

  test('withdraws no more than the reserve holds', async () => {
    const { id } = await offer();
    await aReserve(id);
    expect(await balanceOf(t.platform.db, accounts.propertyReserve(id))).toBe(30_000);
    at('2026-11-01T09:00:00Z');
    const repair = { maintenanceCents: 50_000 };
    expect(await refusalOf(report(id, '2026-10', { ...repair, reserveWithdrawnCents: 30_001 }))).toBe(
      'RESERVE_TOO_SMALL',
    );
    await report(id, '2026-10', { ...repair, reserveWithdrawnCents: 30_000 });
    expect(await balanceOf(t.platform.db, accounts.propertyReserve(id))).toBe(0);
    await report(id, '2026-10', { ...repair, rentCents: 60_000, reserveWithdrawnCents: 5_000 });
    expect(await balanceOf(t.platform.db, accounts.propertyReserve(id))).toBe(25_000);
    expect(await rentOf(id)).toBe(15_000);
  });

  test('leaves a withdrawal from the reserve with the property until an admin approves it', async () => {
    const { id } = await offer();
    await aReserve(id);
    at('2027-01-02T09:00:00Z');
    const before = await holdingsOf(id);
    const waiting = { ...before, rent: 30_000, reserve: 0 };
    const repair = { maintenanceCents: 50_000, reserveWithdrawnCents: 30_000 };
    expect(await report(id, '2026-10', repair)).toMatchObject({ paidInCents: 0 });
    expect(await holdingsOf(id)).toEqual(waiting);
    await report(id, '2026-10', { maintenanceCents: 50_000 });
    expect(await holdingsOf(id)).toEqual(before);
    for (const month of ['2026-11', '2026-12']) await report(id, month, {});
    await report(id, '2026-10', repair);
    await t.platform.jobs.drain();
    await api(admin).distributions.returnStatement({ id: `${id}-2026-Q4`, reason: 'Which repair was it?' });
    expect(await holdingsOf(id)).toEqual(waiting);
    await report(id, '2026-10', { ...repair, reserveWithdrawnCents: 25_000 });
    await t.platform.jobs.drain();
    expect(await holdingsOf(id)).toEqual({ ...before, rent: 25_000, reserve: 5_000 });
    await approveNow(`${id}-2026-Q4`);
    expect(await holdingsOf(id)).toEqual({ owner: before.owner + 25_000, rent: 0, reserve: 5_000 });
  });

  test('names the reimbursement by the reserve in the wallet, the history and the statement', async () => {
    const { id } = await offer();
    await aReserve(id);
    at('2027-01-02T09:00:00Z');
    for (const month of ['2026-10', '2026-11']) await report(id, month, {});
    await report(id, '2026-12', {
      rentCents: 5_000,
      maintenanceCents: 25_000,
      reserveWithdrawnCents: 30_000,
    });
    await t.platform.jobs.drain();
    const figures = { repaidCents: 20_000, availableCents: 10_000, closingDeficitCents: 0 };
    expect(await statementOf(`${id}-2026-Q4`)).toMatchObject(figures);
    await approveNow(`${id}-2026-Q4`);
    const description = 'Expenses for Maple Court reimbursed from its reserve';
    const reimbursement = expect.objectContaining({ description, amountCents: 20_000 });
    expect((await api(owner).wallet.movements({ limit: 2 })).items).toContainEqual(reimbursement);
    expect((await api(owner).transactions.list({ type: 'expenses_repaid' })).items).toEqual([reimbursement]);
    const { bytes } = await statementPdf(t.platform, owner.actor, { id: `${id}-2026-Q4` });
    expect(await textOfPdf(bytes)).toContain('$200.00 from the reserve reimburses the owner');
  });

  test('is refused before the month is over, before approval, by others, and without the money; nothing changes', async () => {
    const { id } = await offer();
    at('2026-08-01T09:00:00Z');
    const before = await ledgerState(t.platform);
    expect(await refusalOf(report(id, '2026-08', { rentCents: 1 }))).toBe('MONTH_NOT_REPORTABLE');
    expect(await refusalOf(report(id, '2026-06', { rentCents: 1 }))).toBe('MONTH_NOT_REPORTABLE');
    expect(await refusalOf(report(id, '2026-07', { rentCents: 999_999_999 }))).toBe('INSUFFICIENT_FUNDS');
    const input = { propertyId: id, month: '2026-07', lines: noLines, requestId: newKey() };
    expect(await refusalOf(api(ada).distributions.reportMonth(input))).toBe('PROPERTY_NOT_FOUND');
    expect(await ledgerState(t.platform)).toEqual(before);
  });

  test('sent twice with one key has one effect', async () => {
    const { id } = await offer();
    at('2026-08-01T09:00:00Z');
    const key = newKey();
    const first = await report(id, '2026-07', { rentCents: 500 }, key);
    expect(await report(id, '2026-07', { rentCents: 500 }, key)).toEqual(first);
    expect(await rentOf(id)).toBe(500);
  });

  test('any order of reports and corrections leaves the same statement and the same money', async () => {
    const { id } = await offer();
    await aReserve(id);
    at('2027-01-02T00:30:00Z');
    const before = await holdingsOf(id);
    const months = ['2026-10', '2026-11', '2026-12'];
    const step = fc.record({
      month: fc.constantFrom(...months),
      rentCents: fc.integer({ min: 0, max: 50_000 }),
      maintenanceCents: fc.integer({ min: 0, max: 50_000 }),
      reserveWithdrawnCents: fc.integer({ min: 0, max: 10_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const latest = new Map(steps.map((one) => [one.month, one]));
        for (const { month, ...lines } of steps) await report(id, month, lines);
        for (const month of months) if (!latest.has(month)) await report(id, month, {});
        let [earned, withdrawn] = [0, 0];
        for (const { rentCents, maintenanceCents, reserveWithdrawnCents } of latest.values()) {
          earned += rentCents - maintenanceCents;
          withdrawn += reserveWithdrawnCents;
        }
        const paidIn = Math.max(0, earned);
        expect(await holdingsOf(id)).toEqual({
          owner: before.owner - paidIn,
          rent: paidIn + withdrawn,
          reserve: before.reserve - withdrawn,
        });
        expect(await statementOf(`${id}-2026-Q4`)).toMatchObject({
          availableCents: Math.max(0, earned + withdrawn),
          closingDeficitCents: Math.max(0, -earned - withdrawn),
        });
      }),
      { numRuns: 8, seed: 7 },
    );
  });
});

test('a month that is reported after the payment day of its quarter is announced to every holder, once', async () => {
  const { id } = await offer();
  await buy(ada, id, 10);
  const heard = async (person: Person) =>
    (await api(person).notifications.list({ limit: 50 })).items.filter(
      ({ title }) => title === 'Rent reported late',
    );
  at('2026-10-14T23:00:00Z');
  await report(id, '2026-07', { rentCents: 10_000 });
  await t.platform.jobs.drain();
  expect(await heard(ada)).toEqual([]);
  at('2026-10-15T00:00:00Z');
  await report(id, '2026-08', { rentCents: 10_000 });
  await report(id, '2026-08', { rentCents: 20_000 });
  await t.platform.jobs.drain();
  expect((await heard(ada)).map(({ message }) => message)).toEqual([
    'Maple Court reported its rent for August 2026 after it was due, so the distribution will be late.',
  ]);
  expect(await heard(ben)).toEqual([]);
});

describe('a statement', () => {
  test('is prepared by the job once every month is reported and the preparation delay has passed, not before', async () => {
    const { id } = await offer();
    await buy(ada, id, 40);
    at('2026-10-01T00:30:00Z');
    for (const month of ['2026-07', '2026-08', '2026-09']) await report(id, month, { rentCents: 100_000 });
    await t.platform.jobs.drain();
    expect((await statementOf(`${id}-2026-Q3`)).status).toBe('open');
    t.clock.advance(HOUR);
    await t.platform.jobs.drain();
    expect(await statementOf(`${id}-2026-Q3`)).toMatchObject({
      status: 'prepared',
      shares: 40,
      holders: 1,
      availableCents: 300_000,
      ownerShareCents: 180_000,
      grossCents: 120_000,
      feeCents: 1_800,
      netCents: 118_200,
      perShare: '29.5500',
    });
  });

  test('waits for a month that was not reported, and waiting leaves no trace', async () => {
    const { id } = await offer();
    at('2026-10-20T09:00:00Z');
    await report(id, '2026-07', { rentCents: 100 });
    await report(id, '2026-09', { rentCents: 100 });
    await t.platform.jobs.drain();
    expect((await statementOf(`${id}-2026-Q3`)).status).toBe('open');
    expect((await api(owner).distributions.ownerReports({})).items).toMatchObject([
      { propertyId: id, dueMonths: ['2026-08'] },
    ]);
    const state = await ledgerState(t.platform);
    t.clock.advance(HOUR);
    await t.platform.jobs.drain();
    expect(await ledgerState(t.platform)).toEqual(state);
  });

  test('is paid to the holders of the record date, though shares were bought since', async () => {
    const { id } = await offer();
    await buy(ada, id, 30);
    at('2026-10-01T00:00:00Z');
    await buy(ben, id, 70);
    const distribution = await aQuarter(id, 100_000);
    await approveNow(distribution);
    const before = await cashOf(t.platform.db, ada.id);
    await t.platform.jobs.drain();
    expect(await cashOf(t.platform.db, ada.id)).toBe(before);
    at('2026-10-15T00:00:00Z');
    await t.platform.jobs.drain();
    const paid = await statementOf(distribution, ada);
    expect(paid).toMatchObject({ status: 'paid', holders: 1, viewer: { shares: 30 } });
    expect((await cashOf(t.platform.db, ada.id)) - before).toBe(paid.netCents);
    expect((await statementOf(distribution, ben)).viewer).toBeNull();
    const { items: moved } = await api(ada).transactions.list({});
    expect(moved.map(({ type, statementId }) => [type, statementId]).slice(0, 2)).toEqual([
      ['distribution', distribution],
      ['purchase', null],
    ]);
    const { items } = await api(ada).notifications.list({});
    expect(items[0]).toMatchObject({
      title: 'Distribution received',
      message: `Maple Court paid you ${formatUsdExact(paid.netCents)} for Q3 2026.`,
      actionUrl: `/statement/${distribution}`,
      read: false,
      date: expect.stringMatching(/^2026-10-15T00:00/),
    });
  });

  test('is credited to a holder whose account is frozen', async () => {
    const { id } = await offer();
    const frozen = await aUser(t.platform, { cash: 2_000_000 });
    await buy(frozen, id, 100);
    await api(admin).freezes.freezeAccount({
      userId: frozen.id,
      reason: 'A payment was reported as stolen.',
    });
    const before = await cashOf(t.platform.db, frozen.id);
    const distribution = await aQuarter(id, 100_000);
    await approveNow(distribution);
    at('2026-10-15T00:00:00Z');
    await t.platform.jobs.drain();
    const { status, netCents } = await statementOf(distribution);
    expect({ status, paid: (await cashOf(t.platform.db, frozen.id)) - before }).toEqual({
      status: 'paid',
      paid: netCents,
    });
    expect(netCents).toBeGreaterThan(0);
  });

  test('notifies each holder once, except those who turned notifications off or get nothing', async () => {
    const { id } = await offer(1_000, 100);
    const carl = await aUser(t.platform, { cash: 100_000 });
    await buy(ada, id, 500);
    await buy(ben, id, 499);
    await buy(carl, id, 1);
    const wanted = await api(ben).notifications.preferences();
    await api(ben).notifications.setPreferences({ ...wanted, distributions: false });
    const distribution = await aQuarter(id, 1);
    expect(await statementOf(distribution)).toMatchObject({ netCents: 3 });
    await approveNow(distribution);
    at('2026-10-15T00:00:00Z');
    await t.platform.jobs.drain();
    await t.platform.db.execute(sql`update jobs set status = 'waiting', run_at = now() - interval '10 years'
      where kind = 'distributions.notifyHolders'`);
    await t.platform.jobs.drain();
    const noticesOf = async (person: Person) =>
      (await api(person).notifications.list({})).items.filter(({ type }) => type === 'distribution').length;
    const heardBy = async (person: Person) =>
      (
        await rows(
          t.platform.db,
          sql`select 1 from outbox_events where type = 'distributions.received' and user_id = ${person.id}`,
        )
      ).length;
    const everyone = [ada, ben, carl];
    expect(await Promise.all(everyone.map(noticesOf))).toEqual([1, 0, 0]);
    expect(await Promise.all(everyone.map(heardBy))).toEqual([1, 1, 0]);
  });

  test('splits a cent that does not divide to the largest remainder, and ties to the lower user id', async () => {
    const { id } = await offer(3);
    const people = [ada, ben, await aUser(t.platform, { cash: 100_000 })];
    for (const person of people) await buy(person, id, 1);
    const distribution = await aQuarter(id, 34);
    const { netCents } = await statementOf(distribution);
    expect(netCents % 3).toBe(1);
    await approveNow(distribution);
    const amounts = new Map<string, number>();
    for (const person of people) {
      amounts.set(person.id, (await statementOf(distribution, person)).viewer?.amountCents ?? 0);
    }
    const inOrder = [...amounts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cents]) => cents);
    const floor = Math.floor(netCents / 3);
    expect(inOrder).toEqual([floor + 1, floor, floor]);
  });

  test('counts each share once where a server whose clock is behind sold on what others had bought and sold', async () => {
    const carol = await aUser(t.platform, { cash: 10_000_000 });
    const { id } = await offer(10);
    await buy(ada, id, 10);
    at('2026-10-01T00:00:00.050Z');
    await resell(ada, ben, id, 10);
    const listing = await list(ben, id, 10);
    at('2026-09-30T23:59:59.990Z');
    await buyListing(carol, listing.id, 10);
    const distribution = await aQuarter(id, 10_000);
    expect(await statementOf(distribution)).toMatchObject({ shares: 10, holders: 1 });
    await approveNow(distribution);
    expect((await statementOf(distribution, ada)).viewer?.shares).toBe(10);
    expect((await statementOf(distribution, carol)).viewer).toBeNull();
  });

  test('counts each holder once, however few of them are read at a time', async () => {
    const { id } = await offer();
    const people = [ada, ben, await aUser(t.platform, { cash: 100_000 })];
    for (const [index, person] of people.entries()) await buy(person, id, index + 1);
    const { db } = t.platform;
    const moment = after(t.clock.now(), HOUR);
    const read = async (query: SQL) =>
      (
        await rows<{ id: string; shares: number }>(
          db,
          sql`select user_id as id, shares::int as shares from (${query}) h`,
        )
      ).map(({ id, shares }) => `${id} ${shares}`);
    const expected = people.map((person, index) => `${person.id} ${index + 1}`).sort();
    for (const maxIds of [1, 2, 3, 4]) {
      const found: string[] = [];
      for (let afterId: string | null = ''; afterId !== null; ) {
        const page: HolderPage = await nextHolderPage(db, id, moment, { afterId, maxIds });
        found.push(...(await read(page.query)));
        afterId = page.last;
      }
      expect(found.sort()).toEqual(expected);
    }
  });

  test('of a quarter in deficit pays nothing and hands the deficit on', async () => {
    const { id } = await offer();
    await buy(ada, id, 100);
    at('2026-10-02T09:00:00Z');
    for (const month of ['2026-07', '2026-08', '2026-09'])
      await report(id, month, { rentCents: 100, taxesCents: 5_100 });
    await t.platform.jobs.drain();
    expect(await approveNow(`${id}-2026-Q3`)).toMatchObject({ status: 'paid' });
    const listedFor = async (person: Person) =>
      (await api(person).distributions.ofProperty({ propertyId: id })).items[0]?.seesEntries;
    expect([await listedFor(ada), await listedFor(ben)]).toEqual([true, false]);
    at('2027-01-02T09:00:00Z');
    for (const month of ['2026-10', '2026-11', '2026-12']) await report(id, month, { rentCents: 10_000 });
    await t.platform.jobs.drain();
    expect(await statementOf(`${id}-2026-Q4`)).toMatchObject({
      openingDeficitCents: 15_000,
      availableCents: 15_000,
      grossCents: 15_000,
    });
  });

  test.each(['was not funded', 'had no holder'])(
    'of a quarter that %s leaves its deficit with the owner, who had its income',
    async (reason) => {
      const minimumShares = reason === 'was not funded' ? 100 : 0;
      const terms = { shares: 100, minimumShares, fundingDays: 120, owner, admin };
      const { id } = await anApprovedProperty(t.platform, terms);
      if (minimumShares > 0) await buy(ada, id, 10);
      at('2026-10-02T09:00:00Z');
      for (const month of ['2026-07', '2026-08', '2026-09'])
        await report(id, month, { rentCents: 100, taxesCents: 5_100 });
      await t.platform.jobs.drain();
      expect(await approveNow(`${id}-2026-Q3`)).toMatchObject({ status: 'paid' });
      await buy(ada, id, minimumShares > 0 ? 90 : 100);
      at('2026-10-06T09:00:00Z');
      await t.platform.jobs.drain();
      at('2027-01-02T09:00:00Z');
      for (const month of ['2026-10', '2026-11', '2026-12']) await report(id, month, { rentCents: 10_000 });
      await t.platform.jobs.drain();
      expect(await statementOf(`${id}-2026-Q3`)).toMatchObject({ shares: 0, closingDeficitCents: 15_000 });
      const whole = { openingDeficitCents: 0, availableCents: 30_000, grossCents: 30_000 };
      expect(await statementOf(`${id}-2026-Q4`)).toMatchObject(whole);
      expect(await rentOf(id)).toBe(30_000);
    },
  );

  test('that changed since the admin saw it is not approved, and one is approved once', async () => {
    const { id } = await offer();
    await buy(ada, id, 100);
    const distribution = await aQuarter(id, 10_000);
    const input = await approvalOf(distribution);
    await report(id, '2026-09', { rentCents: 9_000 });
    expect(await refusalOf(api(admin).distributions.approve(input))).toBe('NOT_AWAITING_APPROVAL');
    await t.platform.jobs.drain();
    expect(await refusalOf(api(admin).distributions.approve(input))).toBe('STATEMENT_CHANGED');
    await approveNow(distribution);
    expect(await refusalOf(approveNow(distribution))).toBe('NOT_AWAITING_APPROVAL');
    expect(await refusalOf(approve(systemOf(t.platform) as never, input))).toBe('UNAUTHORIZED');
  });

  test('is neither approved nor returned by an admin who owns the property', async () => {
    const colleague = admin;
    owner = await anAdmin(t.platform);
    await fund(owner, 1_000_000);
    const { id: propertyId } = await offer();
    await buy(ada, propertyId, 10);
    const id = await aQuarter(propertyId, 10_000);
    const before = await ledgerState(t.platform);
    expect(await refusalOf(api(owner).distributions.approve(await approvalOf(id)))).toBe('OWN_PROPERTY');
    const returned = { id, reason: 'The rent of July.' };
    expect(await refusalOf(api(owner).distributions.returnStatement(returned))).toBe('OWN_PROPERTY');
    expect(await ledgerState(t.platform)).toEqual(before);
    const ownedBy = async (person: Person) =>
      (await api(person).distributions.adminList({})).items.find((one) => one.id === id)?.ownedByViewer;
    expect([await ownedBy(owner), await ownedBy(colleague)]).toEqual([true, false]);
    await approveNow(id);
    const second = await anAdmin(t.platform);
    await fillApplication(owner, '287-65-4321');
    await verifyIdentity(second, '287-65-4321');
    expect(await ownedBy(second)).toBe(true);
  });

  test('is not approved by an admin whom it pays, also where one admin is enough', async () => {
    const holder = await anAdmin(t.platform);
    await fund(holder, 1_000_000);
    const { id: propertyId } = await offer();
    await buy(holder, propertyId, 10);
    await buy(ada, propertyId, 90);
    const id = await aQuarter(propertyId, 10_000);
    const before = await ledgerState(t.platform);
    expect(await refusalOf(api(holder).distributions.approve(await approvalOf(id)))).toBe('PAID_BY_IT');
    expect(await ledgerState(t.platform)).toEqual(before);
    expect(await approveNow(id)).toMatchObject({ status: 'approved' });
  });

  test('that was prepared again is not approved by the earlier approval, even for the same amount', async () => {
    const { id } = await offer();
    await buy(ada, id, 100);
    const distribution = await aQuarter(id, 10_000);
    const seen = await approvalOf(distribution);
    await report(id, '2026-09', { rentCents: 15_000, maintenanceCents: 5_000 });
    await t.platform.jobs.drain();
    expect((await statementOf(distribution)).netCents).toBe(seen.expectedNetCents);
    expect(await refusalOf(api(admin).distributions.approve(seen))).toBe('STATEMENT_CHANGED');
    expect(await approveNow(distribution)).toMatchObject({ status: 'approved' });
  });

  test('of a property that cannot exist is malformed', async () => {
    const id = '9999999999-2026-Q3';
    const approval = { id, expectedNetCents: 0, preparedAt: null, requestId: newKey() };
    const approved = await api(admin)
      .distributions.approve(approval)
      .catch((error) => error);
    expect(approved.code).toBe('BAD_REQUEST');
    const reason = 'July is missing its taxes.';
    const returned = await api(admin)
      .distributions.returnStatement({ id, reason })
      .catch((error) => error);
    expect(returned.code).toBe('BAD_REQUEST');
  });

  test('that is approved late is announced for the day on which it is paid', async () => {
    const { id } = await offer();
    await buy(ada, id, 100);
    const distribution = await aQuarter(id, 10_000);
    at('2026-11-20T09:00:00Z');
    expect((await statementOf(distribution)).payAt).toMatch(/^2026-11-20/);
    await approveNow(distribution);
    expect((await api(owner).notifications.list({})).items[0]?.message).toBe(
      'The Q3 2026 statement for Maple Court is approved: $295.50 goes to 1 shareholder on Nov 20, 2026.',
    );
    const { items } = await api(ada).distributions.ofProperty({ propertyId: id });
    expect(items[0]?.date).toMatch(/^2026-11-20/);
    const { bytes } = await statementPdf(t.platform, owner.actor, { id: distribution });
    expect(await textOfPdf(bytes)).toContain('To be paid on Nov 20, 2026.');
  });

  test('that leaves nothing to the holders says so', async () => {
    const { id } = await offer();
    const distribution = await aQuarter(id, 10_000);
    await approveNow(distribution);
    expect((await api(owner).notifications.list({})).items[0]?.message).toBe(
      'The Q3 2026 statement for Maple Court is approved: nothing is paid to shareholders.',
    );
    const { bytes } = await statementPdf(t.platform, owner.actor, { id: distribution });
    expect(await textOfPdf(bytes)).toContain('Nothing is paid to shareholders.');
    at('2026-10-15T01:00:00Z');
    await t.platform.jobs.drain();
    expect((await api(owner).distributions.ownerCsv()).csv).toContain(',0.00,Paid,Q3 2026 · No payout\r\n');
  });

  test('that was returned is prepared again after the correction, and the owner is notified of the reason', async () => {
    const { id } = await offer();
    await buy(ada, id, 10);
    const distribution = await aQuarter(id, 10_000);
    await api(admin).distributions.returnStatement({
      id: distribution,
      reason: 'July is missing its taxes.',
    });
    const overview = await api(owner).distributions.ownerOverview();
    const [listed] = (await api(owner).distributions.ownerHistory({})).items;
    expect(listed).toMatchObject({ status: 'Pending', amountCents: overview.totalPendingCents });
    expect(overview.totalPendingCents).toBeGreaterThan(0);
    expect(overview.returned[0]).toMatchObject({
      propertyId: id,
      reason: 'July is missing its taxes.',
    });
    expect((await api(owner).notifications.list({})).items[0]?.message).toContain(
      'July is missing its taxes.',
    );
    await report(id, '2026-07', { rentCents: 10_000, taxesCents: 1_000 });
    await t.platform.jobs.drain();
    expect(await statementOf(distribution)).toMatchObject({ status: 'prepared', availableCents: 29_000 });
  });

  test.each(['prepared', 'returned'] as const)(
    'that is %s stays so when a month of the next quarter is reported',
    async (status) => {
      const { id } = await offer();
      const distribution = await aQuarter(id, 10_000);
      if (status === 'returned')
        await api(admin).distributions.returnStatement({
          id: distribution,
          reason: 'July is missing its taxes.',
        });
      const before = await statementOf(distribution);
      at('2026-11-02T09:00:00Z');
      await report(id, '2026-10', { rentCents: 5_000 });
      await t.platform.jobs.drain();
      expect(await statementOf(distribution)).toEqual({ ...before, status, payAt: expect.any(String) });
      await report(id, '2026-07', { rentCents: 10_000, taxesCents: 1_000 });
      await t.platform.jobs.drain();
      expect(await statementOf(distribution)).toMatchObject({
        status: 'prepared',
        returnedReason: null,
        availableCents: 29_000,
      });
    },
  );

  test('takes over a deficit that a correction of the quarter before brought', async () => {
    const { id } = await offer();
    await buy(ada, id, 10);
    await aQuarter(id, 10_000);
    at('2026-11-02T09:00:00Z');
    await report(id, '2026-10', { rentCents: 5_000 });
    await report(id, '2026-07', { maintenanceCents: 24_000 });
    expect(await statementOf(`${id}-2026-Q4`)).toMatchObject({
      status: 'open',
      openingDeficitCents: 4_000,
      availableCents: 1_000,
    });
    expect(await rentOf(id)).toBe(1_000);
  });

  test('takes in the months of a property that was reset and approved again, with none left out', async () => {
    const { id } = await offer();
    await buy(ada, id, 10);
    at('2026-08-20T09:00:00Z');
    await report(id, '2026-07', { rentCents: 10_000 });
    await api(admin).properties.setStatus({ id, status: 'pending' });
    at('2026-09-02T09:00:00Z');
    await api(admin).properties.setStatus({ id, status: 'approved' });
    at('2026-10-02T09:00:00Z');
    await report(id, '2026-08', { rentCents: 10_000 });
    await t.platform.jobs.drain();
    expect((await statementOf(`${id}-2026-Q3`)).status).toBe('open');
    await report(id, '2026-09', { rentCents: 10_000 });
    await t.platform.jobs.drain();
    expect(await statementOf(`${id}-2026-Q3`)).toMatchObject({ status: 'prepared', months: 3, shares: 10 });
  });

  test('of the months before a failed offering was reopened is prepared without the months in between', async () => {
    const { id } = await anApprovedProperty(t.platform, {
      owner,
      admin,
      minimumShares: 10,
      fundingDays: 40,
    });
    at('2026-08-01T09:00:00Z');
    await report(id, '2026-07', { rentCents: 10_000 });
    at('2026-10-05T09:00:00Z');
    await t.platform.jobs.drain();
    await api(admin).properties.setStatus({ id, status: 'pending' });
    await api(admin).properties.setStatus({ id, status: 'approved' });
    at('2026-10-05T12:00:00Z');
    await t.platform.jobs.drain();
    const figures = { status: 'prepared', months: 1, shares: 0, ownerShareCents: 10_000, netCents: 0 };
    expect(await statementOf(`${id}-2026-Q3`)).toMatchObject(figures);
  });

  test('is hidden from investors until it is approved', async () => {
    const { id } = await offer();
    await buy(ada, id, 1);
    const distribution = await aQuarter(id, 10_000);
    expect(await refusalOf(statementOf(distribution, ada))).toBe('DISTRIBUTION_NOT_FOUND');
    expect((await api(ada).distributions.ofProperty({ propertyId: id })).items).toEqual([]);
    expect((await statementOf(distribution, owner)).status).toBe('prepared');
    await approveNow(distribution);
    const rowsOf = (cursor: string | null) =>
      api(ada).distributions.ofProperty({ propertyId: id, limit: 1, cursor: cursor ?? undefined });
    expect(await allPages(rowsOf)).toMatchObject([
      { id: distribution, status: 'Pending', monthlyRentCents: 10_000, viewerCents: 295 },
    ]);
  });
});

describe('reinvesting', () => {
  test('buys whole shares with the fee while there are any, and leaves the rest in cash', async () => {
    const { id } = await offer(100, 100);
    await buy(ada, id, 50);
    await buy(ben, id, 10);
    await api(ada).distributions.setReinvestment({ propertyId: id, reinvest: true });
    const distribution = await aQuarter(id, 1_000);
    await approveNow(distribution);
    const before = await cashOf(t.platform.db, ada.id);
    at('2026-10-15T00:00:00Z');
    await t.platform.jobs.drain();
    const { viewer } = await statementOf(distribution, ada);
    const shares = Math.floor((viewer?.amountCents ?? 0) / 102.5);
    expect(shares).toBeGreaterThan(3);
    expect(await balanceOf(t.platform.db, accounts.userShares(ada.id, id))).toBe(50 + shares);
    expect(await balanceOf(t.platform.db, accounts.userShares(ben.id, id))).toBe(10);
    const { items } = await api(ada).wallet.movements({});
    expect(items.slice(0, 3).map(({ kind }) => kind)).toEqual([
      'processing_fee',
      'reinvestment',
      'distribution',
    ]);
    expect(items[2]?.description).toBe('Distribution from Maple Court');
    const bought = items.slice(0, 2).reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect((await cashOf(t.platform.db, ada.id)) - before).toBe((viewer?.amountCents ?? 0) + bought);
  });

  test('disallows the loss of shares that were sold within 30 days before it', async () => {
    const { id } = await offer(100, 100);
    await buy(ada, id, 50);
    await api(ada).distributions.setReinvestment({ propertyId: id, reinvest: true });
    const distribution = await aQuarter(id, 1_000);
    await approveNow(distribution);
    const order = { propertyId: id, shares: 2, pricePerShareCents: 90 };
    const listing = await api(ada).resale.openListing({ ...order, requestId: newKey() });
    const bought = { listingId: listing.id, shares: 2, expectedTotalCents: 180, requestId: newKey() };
    await api(ben).resale.buyShares(bought);
    at('2026-10-15T00:00:00Z');
    await t.platform.jobs.drain();
    t.clock.advance(2 * 3_600_000);
    await t.platform.jobs.drain();
    const { sales } = await api(ada).tax.figures({ year: 2026 });
    // Two shares cost 2.05 with the fee and brought 1.80.
    expect(sales).toMatchObject({ proceedsCents: 180, basisCents: 205, washSaleCents: 25 });
  });

  test('buys no more shares than are left, and a repeated job buys nothing twice', async () => {
    const { id } = await offer(60, 100);
    await buy(ada, id, 58);
    await api(ada).distributions.setReinvestment({ propertyId: id, reinvest: true });
    const distribution = await aQuarter(id, 1_000);
    await approveNow(distribution);
    at('2026-10-15T00:00:00Z');
    await t.platform.jobs.drain();
    expect(await balanceOf(t.platform.db, accounts.userShares(ada.id, id))).toBe(60);
    await t.platform.db.execute(sql`update jobs set status = 'waiting', run_at = now() - interval '10 years'
      where kind in ('distributions.reinvest', 'distributions.notifyHolders', 'distributions.pay')`);
    const state = await ledgerState(t.platform);
    await t.platform.jobs.drain();
    expect(await ledgerState(t.platform)).toEqual(state);
  });

  test('fails while no change can be stored, and a repeated job makes the chosen purchases', async () => {
    const { id } = await offer(100, 100);
    await buy(ada, id, 50);
    await api(ada).distributions.setReinvestment({ propertyId: id, reinvest: true });
    const distribution = await aQuarter(id, 1_000);
    await approveNow(distribution);
    at('2026-10-15T00:00:00Z');
    await payChunk(systemOf(t.platform), { id: distribution });
    const chunk = { distributionId: distribution, after: 0, through: 1 };
    full = true;
    try {
      const job = distributionJobs.handlers['distributions.reinvest'](systemOf(t.platform), chunk);
      expect(await refusalOf(job)).toBe('NO_ROOM');
    } finally {
      full = false;
    }
    await t.platform.jobs.drain();
    expect(await balanceOf(t.platform.db, accounts.userShares(ada.id, id))).toBeGreaterThan(53);
  });

  test('gives the last shares to holders in the order of their ids', async () => {
    const { id } = await offer(60, 100);
    const [first, second] = [ada, ben].sort((one, two) => (one.id < two.id ? -1 : 1));
    // The order of choosing must not matter.
    for (const person of [second, first] as Person[]) {
      await buy(person, id, 28);
      await api(person).distributions.setReinvestment({ propertyId: id, reinvest: true });
    }
    const distribution = await aQuarter(id, 400);
    await approveNow(distribution);
    at('2026-10-15T00:00:00Z');
    await t.platform.jobs.drain();
    const sharesOf = ({ id: userId }: Person) => balanceOf(t.platform.db, accounts.userShares(userId, id));
    expect([await sharesOf(first as Person), await sharesOf(second as Person)]).toEqual([32, 28]);
  });

  test('buys nothing for someone who has sold every share before the payment', async () => {
    const { id } = await offer();
    await buy(ada, id, 50);
    await api(ada).distributions.setReinvestment({ propertyId: id, reinvest: true });
    const distribution = await aQuarter(id, 50_000);
    await resell(ada, ben, id, 50);
    await approveNow(distribution);
    const before = await cashOf(t.platform.db, ada.id);
    at('2026-10-15T00:00:00Z');
    await t.platform.jobs.drain();
    const { viewer } = await statementOf(distribution, ada);
    expect(viewer?.amountCents).toBeGreaterThan(10_250);
    expect(await cashOf(t.platform.db, ada.id)).toBe(before + (viewer?.amountCents ?? 0));
    expect(await balanceOf(t.platform.db, accounts.userShares(ada.id, id))).toBe(0);
    expect(await refusalOf(api(ada).distributions.setReinvestment({ propertyId: id, reinvest: true }))).toBe(
      'NOT_A_HOLDER',
    );
  });

  test('is a choice of holders, and can be taken back', async () => {
    const { id } = await offer();
    const choose = (reinvest: boolean) =>
      api(ada).distributions.setReinvestment({ propertyId: id, reinvest });
    expect(await refusalOf(choose(true))).toBe('NOT_A_HOLDER');
    await buy(ada, id, 1);
    await choose(true);
    expect(await api(ada).distributions.reinvestment({ propertyId: id })).toEqual({
      propertyId: id,
      reinvest: true,
    });
    await choose(false);
    expect((await api(ada).distributions.reinvestment({ propertyId: id })).reinvest).toBe(false);
  });
});

describe('the owner', () => {
  test('sees cards, a history with the newest first, and the same as a CSV file without formulas', async () => {
    const property = await anApprovedProperty(t.platform, { owner, admin, name: '=Maple "Court"' });
    await fund(owner, 100);
    await buy(ada, property.id, 100);
    const distribution = await aQuarter(property.id, 10_000);
    const overview = await api(owner).distributions.ownerOverview();
    expect(overview).toMatchObject({
      totalPaidCents: 0,
      totalPendingCents: 29_550,
      nextPaymentDate: '2026-10-15T00:00:00.000Z',
    });
    await approveNow(distribution);
    at('2026-10-15T01:00:00Z');
    await t.platform.jobs.drain();
    expect((await api(owner).distributions.ownerOverview()).totalPaidCents).toBe(29_550);
    const { items } = await api(owner).distributions.ownerHistory({});
    expect(items).toMatchObject([{ amountCents: 29_550, status: 'Paid', notes: 'Q3 2026 · 1 shareholder' }]);
    const { csv } = await api(owner).distributions.ownerCsv();
    expect(csv).toBe(
      'Property Name,Date,Amount,Status,Notes\r\n"\'=Maple ""Court""",2026-10-15,295.50,Paid,Q3 2026 · 1 shareholder\r\n',
    );
  });

  test('sees a quarter that was paid late by the day of its payment, on every page', async () => {
    const late = await anApprovedProperty(t.platform, { owner, admin });
    const inTime = await anApprovedProperty(t.platform, { owner, admin });
    await fund(owner, 1_000);
    await buy(ada, late.id, 10);
    await buy(ada, inTime.id, 10);
    const lateId = await aQuarter(late.id, 10_000);
    const inTimeId = await aQuarter(inTime.id, 10_000);
    await approveNow(inTimeId);
    at('2026-10-15T01:00:00Z');
    await t.platform.jobs.drain();
    const first = async () => (await api(owner).distributions.ownerHistory({ limit: 1 })).items[0]?.id;
    at('2026-11-02T10:00:00Z');
    expect(await first()).toBe(lateId);
    await approveNow(lateId);
    await t.platform.jobs.drain();
    const page = await api(owner).distributions.ownerHistory({ limit: 1 });
    expect(page.items.map(({ id, date }) => [id, date.slice(0, 10)])).toEqual([[lateId, '2026-11-02']]);
    const next = await api(owner).distributions.ownerHistory({ limit: 1, cursor: page.nextCursor ?? '' });
    expect(next.items.map(({ id, date }) => [id, date.slice(0, 10)])).toEqual([[inTimeId, '2026-10-15']]);
    expect(next.nextCursor).toBeNull();
  });

  test('of an offering that failed has nothing to report, but months paid in before', async () => {
    const offers = { owner, admin, minimumShares: 10, fundingDays: 30 };
    const { id: idle } = await anApprovedProperty(t.platform, offers);
    const { id: reported } = await anApprovedProperty(t.platform, offers);
    const due = async () =>
      (await api(owner).distributions.ownerReports({})).items.map((one) => [one.propertyId, one.dueMonths]);
    at('2026-08-01T09:00:00Z');
    expect(await due()).toEqual([
      [idle, ['2026-07']],
      [reported, ['2026-07']],
    ]);
    await report(reported, '2026-07', { rentCents: 10_000 });
    at('2026-09-01T09:00:00Z');
    await t.platform.jobs.drain();
    expect(await due()).toEqual([
      [idle, []],
      [reported, ['2026-08']],
    ]);
    const sheets = [idle, reported].map((propertyId) => api(owner).distributions.reportSheet({ propertyId }));
    expect(await Promise.all(sheets)).toMatchObject([{ dueMonths: [] }, { dueMonths: ['2026-08'] }]);
  });
});

describe('verifying', () => {
  test.each([
    [
      'a payout that was changed',
      sql`update distribution_payouts set amount = amount + 0.01 where position = 1`,
    ],
    ['a report that was changed', sql`update rent_reports set rent = rent + 1 where month = '2026-08'`],
    ['a deficit out of nothing', sql`update distributions set opening_deficit = 5`],
    ['a payment that is not in the ledger', sql`update distributions set paid_through = 0`],
  ])('names %s', async (_, damage) => {
    const { id } = await offer();
    await buy(ada, id, 30);
    await buy(ben, id, 30);
    await approveNow(await aQuarter(id, 10_000));
    at('2026-10-15T00:00:00Z');
    await t.platform.jobs.drain();
    const undo = new Error('undo');
    await t.platform.db
      .transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(damage);
        const drifted = (await verify(tx as never)).filter((one) => one.drifted > 0 && !one.warning);
        expect(drifted.length).toBeGreaterThan(0);
        throw undo;
      })
      .catch((error) => {
        if (error !== undo) throw error;
      });
  });

  test('preparing a prepared statement again changes nothing', async () => {
    const { id } = await offer();
    const distribution = await aQuarter(id, 10_000);
    expect(await prepareStatement(systemOf(t.platform), { id: distribution })).toEqual({ prepared: false });
    const own = sql`select count(*)::int as many from distributions where property_id = ${id}`;
    const [many] = await rows<{ many: number }>(t.platform.db, own);
    expect(many?.many).toBe(1);
  });
});

describe('the financials', () => {
  const seen = (propertyId: number, person = ada) => api(person).distributions.financials({ propertyId });
  const detail = (id: number) => api(ada).properties.detail({ id });

  test('are none before the first report, when the cap rate is the annual yield', async () => {
    const { id } = await offer();
    expect(await seen(id)).toBe(null);
    expect(await detail(id)).toMatchObject({ capRateBps: 750, capRateBasis: 'yield' });
  });

  test('add up the reported months, and the property shows the same cap rate', async () => {
    const { id } = await offer(100, 10_000);
    at('2026-09-01T09:00:00Z');
    await report(id, '2026-07', { rentCents: 10_000, taxesCents: 1_000, reserveCents: 500 });
    await report(id, '2026-08', { rentCents: 10_000, vacancyCents: 2_000, maintenanceCents: 3_000 });
    const figures = await seen(id);
    expect(figures).toMatchObject({
      months: 2,
      from: '2026-07',
      to: '2026-08',
      lines: { rentCents: 20_000, taxesCents: 1_000, maintenanceCents: 3_000, reserveCents: 500 },
      operatingIncomeCents: 14_000,
      occupancyBps: 9_000,
      capRateBps: 840,
      byMonth: [
        { month: '2026-07', effectiveIncomeCents: 10_000, operatingIncomeCents: 9_000, occupancyBps: 10_000 },
        { month: '2026-08', effectiveIncomeCents: 8_000, operatingIncomeCents: 5_000, occupancyBps: 8_000 },
      ],
    });
    expect(await detail(id)).toMatchObject({ capRateBps: 840, capRateMonths: 2 });
  });

  test('look back on the last twelve reported months and no further', async () => {
    const { id } = await offer();
    at('2027-08-02T09:00:00Z');
    for (let ahead = 0; ahead < 13; ahead += 1) {
      const due = new Date(Date.UTC(2026, 6 + ahead, 1)).toISOString().slice(0, 7);
      await report(id, due, { rentCents: ahead === 0 ? 900_000 : 1_000 });
    }
    expect(await seen(id)).toMatchObject({ months: 12, from: '2026-08', to: '2027-07' });
    expect((await seen(id))?.lines.rentCents).toBe(12_000);
    expect(await detail(id)).toMatchObject({ capRateBps: 120, capRateMonths: 12 });
  });

  test('show a loss as a loss, and no occupancy where there was no rent', async () => {
    const { id } = await offer();
    at('2026-08-01T09:00:00Z');
    await report(id, '2026-07', { taxesCents: 5_000 });
    expect(await seen(id)).toMatchObject({ capRateBps: -600, occupancyBps: null });
    expect(await detail(id)).toMatchObject({ capRateBps: -600 });
  });

  test('are for those who may see the property', async () => {
    const { id } = await offer();
    await api(admin).properties.setStatus({ id, status: 'pending' });
    expect(await refusalOf(seen(id))).toBe('PROPERTY_NOT_FOUND');
    expect(await seen(id, owner)).toBe(null);
  });
});

describe('report files', () => {
  const listed = async (person: Person, propertyId: number) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const asked = { propertyId, limit: 2, ...(cursor !== null && { cursor }) };
      const page = await api(person).distributions.reportFiles(asked);
      seen.push(...page.items.map(({ kind, period }) => `${kind} ${period}`));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return seen;
  };

  test('are the reported months and the approved statements, the latest first', async () => {
    const { id } = await offer();
    await buy(ada, id, 10);
    const distribution = await aQuarter(id, 100_000);
    const months = ['report 2026-09', 'report 2026-08', 'report 2026-07'];
    expect(await listed(ada, id)).toEqual(months);
    t.clock.advance(HOUR);
    await approveNow(distribution);
    expect(await listed(ada, id)).toEqual(['statement 2026-Q3', ...months]);
  });

  test('show the reported figures and, to a holder, the own part', async () => {
    const { id } = await offer();
    await buy(ada, id, 50);
    await aReserve(id);
    const month = await reportPdf(t.platform, ada.actor, { propertyId: id, month: '2026-08' });
    expect(month.name).toBe(`report-${id}-2026-08.pdf`);
    const monthText = await textOfPdf(month.bytes);
    for (const said of ['Monthly report, August 2026', 'Gross rent', '$1,000.00', '-$100.00']) {
      expect(monthText).toContain(said);
    }
    const distribution = `${id}-2026-Q3`;
    const own = await statementOf(distribution, ada);
    const mine = await textOfPdf((await statementPdf(t.platform, ada.actor, { id: distribution })).bytes);
    expect(mine).toContain('Your payout');
    expect(mine).toContain(formatUsdExact(own.viewer?.amountCents ?? 0));
    const others = await textOfPdf((await statementPdf(t.platform, ben.actor, { id: distribution })).bytes);
    expect(others).toContain('Net distribution');
    expect(others).not.toContain('Your payout');
  });

  test('of months that nobody reported, and drafts of statements, are none', async () => {
    const { id } = await offer();
    const distribution = await aQuarter(id, 100_000);
    expect(await refusalOf(reportPdf(t.platform, ada.actor, { propertyId: id, month: '2026-06' }))).toBe(
      'REPORT_NOT_FOUND',
    );
    expect(await refusalOf(statementPdf(t.platform, ada.actor, { id: distribution }))).toBe(
      'DISTRIBUTION_NOT_FOUND',
    );
    expect((await statementPdf(t.platform, owner.actor, { id: distribution })).name).toBe(
      `statement-${distribution}.pdf`,
    );
  });
});
