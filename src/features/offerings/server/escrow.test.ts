import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { investmentReleases } from '#db/schema/offerings.ts';
import { rebuildRollups } from '#features/analytics/server/index.ts';
import { reinvest } from '#features/investing/server/index.ts';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import { DEFAULT_PREFERENCES } from '#features/notifications/notifications.rules.ts';
import { newId } from '#kernel/ids.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  fund,
  newKey,
  type Person,
  systemOf,
} from '#tests/support/actors.ts';
import { fillApplication, verifyIdentity } from '#tests/support/applicants.ts';
import { cashOf, expectBooksBalance, ledgerState, refusalOf } from '#tests/support/checks.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { startTestServer } from '#tests/support/server.ts';
import { approveWithMortgage } from '#tests/support/valuations.ts';
import { recordReleases } from './escrow.ts';
import { closeOffering, refundChunk, releaseEscrow } from './index.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let owner: Person;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  t = await testPlatform({ schedulesOf: ['notifications', 'offerings'] });
  admin = await anAdmin(t.platform);
});
beforeEach(async () => {
  owner = await aUser(t.platform);
  ada = await aUser(t.platform, { cash: 1_025_000 });
  bob = await aUser(t.platform, { cash: 1_025_000 });
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const offer = (minimumShares: number, shares = 100) =>
  anApprovedProperty(t.platform, { shares, price: 10_000, owner, admin, minimumShares });
const buy = (person: Person, propertyId: number, shares: number) =>
  api(person).investing.invest({ propertyId, shares, requestId: newKey() });
const cancel = (person: Person, investmentId: string, requestId = newKey()) =>
  api(person).investing.cancelPurchase({ investmentId, requestId });
const escrowOf = (id: number) => balanceOf(t.platform.db, accounts.propertyEscrow(id));
const heldBy = (person: Person, id: number) => balanceOf(t.platform.db, accounts.userShares(person.id, id));
const cash = (person: Person) => cashOf(t.platform.db, person.id);
const stateOf = async (id: number) => (await api(admin).properties.detail({ id })).offering;
const titlesFor = async (person: Person) =>
  (await api(person).notifications.list({ limit: 5 })).items.map(({ title }) => title);

/** The messages with a title that begins so, newest first. */
const newsTo = async (person: Person, title: string) =>
  (await api(person).notifications.list({ limit: 50 })).items.flatMap((one) =>
    one.title.startsWith(title) ? [one.message] : [],
  );

const balanceOfAccount = async (account: string) =>
  (
    await rows<{ balance: number }>(
      t.platform.db,
      sql`select coalesce(sum(case when credit_account = ${account} then amount else -amount end), 0)::float8 as balance
          from ledger_transfers where ${account} in (debit_account, credit_account)`,
    )
  )[0]?.balance ?? 0;

async function pass(milliseconds: number): Promise<void> {
  t.clock.advance(milliseconds);
  await t.platform.jobs.drain();
}

async function refused(call: () => Promise<unknown>, code: string): Promise<void> {
  const before = await ledgerState(t.platform);
  expect(await refusalOf(call())).toBe(code);
  expect(await ledgerState(t.platform)).toEqual(before);
}

describe('an offering that reaches its minimum', () => {
  test('leaves amounts and fees in escrow until nobody can cancel, then pays owner and platform to the cent', async () => {
    const { id } = await offer(20, 20);
    const { totalCents } = await buy(ada, id, 15);
    await pass(HOUR);
    await buy(bob, id, 5);
    expect(await escrowOf(id)).toBe(205_000);
    expect(await stateOf(id)).toMatchObject({ state: 'open', raisedCents: 200_000, targetCents: 200_000 });
    await pass(47 * HOUR);
    expect(await escrowOf(id)).toBe(205_000);
    await pass(HOUR);
    expect([await escrowOf(id), await cash(owner)]).toEqual([0, 200_000]);
    expect(await stateOf(id)).toMatchObject({ state: 'closed', closesAt: null });
    expect(await titlesFor(owner)).toContain('Offering minimum reached');
    expect((await titlesFor(ada)).filter((title) => title === 'Offering minimum reached')).toHaveLength(1);
    expect(await cash(ada)).toBe(1_025_000 - totalCents);
    expect((await api(owner).transactions.list({})).items[0]).toMatchObject({
      type: 'proceeds',
      description: 'Offering proceeds from Maple Court',
      amountCents: 200_000,
    });
  });

  test('sells its other shares afterwards, and pays out their proceeds', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 10);
    await pass(48 * HOUR);
    expect(await cash(owner)).toBe(100_000);
    const { id: late } = await buy(bob, id, 2);
    await refused(() => cancel(bob, late), 'OFFERING_CLOSED');
    await pass(HOUR);
    expect([await escrowOf(id), await cash(owner)]).toEqual([0, 120_000]);
    expect(await stateOf(id)).toMatchObject({ state: 'funded' });
  });

  test('is closed and paid out once, also when asked again', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 10);
    await pass(48 * HOUR);
    const before = await ledgerState(t.platform);
    const system = systemOf(t.platform);
    expect(await closeOffering(system, { propertyId: id })).toEqual({ outcome: null });
    expect(await releaseEscrow(system, { propertyId: id })).toEqual({ proceedsCents: 0 });
    expect(await ledgerState(t.platform)).toMatchObject({
      balances: (before as { balances: unknown }).balances,
    });
    expect(await cash(owner)).toBe(100_000);
  });

  test('has each purchase recorded as released once, and added up, however few are recorded at a time', async () => {
    const { id } = await offer(10);
    for (const [person, shares] of [
      [ada, 1],
      [bob, 2],
      [ada, 3],
      [bob, 4],
      [ada, 5],
    ] as const) {
      await buy(person, id, shares);
      // Purchases of one moment are recorded in the order of their ids.
      if (shares % 2 === 0) t.clock.advance(MINUTE);
    }
    for (const maxRows of [1, 2, 4, 5, 6]) {
      const recorded = new Error('undone');
      const released = t.platform.db.transaction(async (tx) => {
        const run = { tx, operationId: newId(), now: t.clock.now() };
        expect(await recordReleases(run, id, maxRows)).toEqual({ proceedsCents: 150_000, feeCents: 3_750 });
        expect(await tx.$count(investmentReleases, eq(investmentReleases.propertyId, id))).toBe(5);
        throw recorded;
      });
      await expect(released).rejects.toBe(recorded);
    }
  });

  test('is paid out even when the release of another one fails, which is retried', async () => {
    const { id: stuck } = await offer(10);
    const { id } = await offer(10);
    await buy(ada, stuck, 10);
    await buy(bob, id, 10);
    const misbook = (cents: number) =>
      rows(
        t.platform.db,
        sql`update investments set total_amount = 1000 + ${cents} where property_id = ${stuck}`,
      );
    await misbook(1);
    await pass(48 * HOUR);
    expect(await stateOf(stuck)).toMatchObject({ state: 'open' });
    expect([await stateOf(id), await cash(owner)]).toMatchObject([{ state: 'funded' }, 100_000]);
    await misbook(0);
    await rebuildRollups(t.platform);
    await pass(HOUR);
    expect([await stateOf(stuck), await cash(owner)]).toMatchObject([{ state: 'funded' }, 200_000]);
  });

  test('is not closed before its time', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 10);
    expect(await closeOffering(systemOf(t.platform), { propertyId: id })).toEqual({ outcome: null });
    expect(await escrowOf(id)).toBe(102_500);
  });
});

describe('an offering that misses its minimum', () => {
  test('refunds every investor exactly, leaves the market, and gives the reason', async () => {
    const { id } = await offer(100);
    await buy(ada, id, 3);
    await buy(ada, id, 4);
    await buy(bob, id, 1);
    await pass(60 * DAY);
    expect([await cash(ada), await cash(bob), await cash(owner)]).toEqual([1_025_000, 1_025_000, 0]);
    expect([await heldBy(ada, id), await heldBy(bob, id), await escrowOf(id)]).toEqual([0, 0, 0]);
    const seen = await api(owner).properties.detail({ id });
    expect(seen).toMatchObject({ status: 'rejected', availableShares: 100 });
    expect(seen.statusReason).toContain('it sold 8 of at least 100 shares by');
    expect(seen.offering).toMatchObject({ state: 'failed', refunded: true });
    expect(await titlesFor(owner)).toContain('Offering failed');
    expect((await titlesFor(ada)).filter((title) => title === 'Purchase refunded')).toHaveLength(1);
    expect(await api(ada).lots.open({ propertyId: id })).toEqual([]);
    expect(await api(ada).portfolio.overview()).toMatchObject({ totalInvestedCents: 0, totalShares: 0 });
    const { items } = await api(ada).transactions.list({});
    expect(items[0]).toMatchObject({ type: 'refund', shares: 7, amountCents: 71_750 });
    expect(await api(ada).transactions.summary({})).toMatchObject({ spentCents: 0, feesCents: 0 });
  });

  test('is refunded in chunks that may be repeated, and sells nothing from its deadline on', async () => {
    const { id } = await offer(100);
    await buy(ada, id, 3);
    await buy(bob, id, 1);
    t.clock.advance(60 * DAY);
    const late = await aUser(t.platform);
    await refused(() => buy(late, id, 1), 'NOT_OPEN');
    const system = systemOf(t.platform);
    await closeOffering(system, { propertyId: id });
    expect(await refundChunk(system, { propertyId: id, maxInvestors: 1 })).toEqual({
      refunded: 1,
      done: false,
    });
    const refunding = await Promise.all([ada, bob].map((one) => api(one).portfolio.overview()));
    const waiting = refunding.flatMap(({ holdings }) => holdings);
    expect(waiting).toMatchObject([{ propertyId: id, offering: 'failed', status: 'rejected' }]);
    await refused(() => api(admin).properties.setStatus({ id, status: 'approved' }), 'STATUS_NOT_ALLOWED');
    await api(admin).properties.setStatus({ id, status: 'pending' });
    await refused(() => api(admin).properties.setStatus({ id, status: 'approved' }), 'REFUNDS_RUNNING');
    expect(await refundChunk(system, { propertyId: id, maxInvestors: 1 })).toEqual({
      refunded: 1,
      done: true,
    });
    expect(await refundChunk(system, { propertyId: id, maxInvestors: 1 })).toEqual({
      refunded: 0,
      done: true,
    });
    expect([await cash(ada), await cash(bob)]).toEqual([1_025_000, 1_025_000]);
  });

  test('is refunded a few purchases at a time, however many an investor made', async () => {
    const { id } = await offer(100);
    for (let many = 0; many < 3; many += 1) await buy(ada, id, 1);
    await buy(bob, id, 2);
    t.clock.advance(60 * DAY);
    const system = systemOf(t.platform);
    await closeOffering(system, { propertyId: id });
    const chunk = { propertyId: id, maxPurchases: 1 };
    for (const done of [false, false, false, true]) {
      expect(await refundChunk(system, chunk)).toEqual({ refunded: 1, done });
    }
    await t.platform.jobs.drain();
    expect([await cash(ada), await cash(bob), await escrowOf(id)]).toEqual([1_025_000, 1_025_000, 0]);
    for (const [person, amount] of [
      [ada, '$307.50'],
      [bob, '$205.00'],
    ] as const) {
      const { items } = await api(person).notifications.list({ limit: 50 });
      const about = items.filter(({ title }) => title === 'Purchase refunded');
      expect(about.map(({ message }) => message)).toEqual([expect.stringContaining(`got ${amount} back`)]);
    }
  });

  test('may begin again when it is approved again', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 3);
    await pass(60 * DAY);
    await api(admin).properties.setStatus({ id, status: 'pending' });
    await api(admin).properties.setStatus({ id, status: 'approved' });
    expect(await stateOf(id)).toMatchObject({ state: 'open', raisedCents: 0 });
    await buy(ada, id, 10);
    await pass(48 * HOUR);
    expect([await cash(owner), await cash(ada)]).toEqual([100_000, 1_025_000 - 102_500]);
  });
});

describe('the review of a property whose offering is open', () => {
  const review = (id: number, status: 'pending' | 'approved' | 'rejected', reason?: string) =>
    api(admin).properties.setStatus({ id, status, reason });

  test('pays nothing out while it lasts, whatever is sold and however late it is', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 10);
    await review(id, 'pending');
    await pass(48 * HOUR);
    expect(await stateOf(id)).toMatchObject({ state: 'open', closesAt: null });
    await pass(60 * DAY);
    expect([await stateOf(id), await escrowOf(id), await cash(owner)]).toMatchObject([
      { state: 'open' },
      102_500,
      0,
    ]);
    await review(id, 'approved');
    await pass(HOUR);
    expect([await escrowOf(id), await cash(owner)]).toEqual([0, 100_000]);
    expect(await stateOf(id)).toMatchObject({ state: 'funded' });
  });

  test('fails the offering when it ends in a rejection, and every investor gets everything back', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 7);
    await buy(bob, id, 5);
    await pass(47 * HOUR);
    await review(id, 'pending');
    await review(id, 'rejected', 'The deed is forged.');
    await pass(HOUR);
    expect([await cash(ada), await cash(bob), await cash(owner)]).toEqual([1_025_000, 1_025_000, 0]);
    expect([await heldBy(ada, id), await heldBy(bob, id), await escrowOf(id)]).toEqual([0, 0, 0]);
    const seen = await api(owner).properties.detail({ id });
    expect(seen).toMatchObject({ status: 'rejected', offering: { state: 'failed', refunded: true } });
    expect(seen.statusReason).toContain('was rejected in review');
    expect(seen.statusReason).toContain('The deed is forged.');
    const [news, ...more] = await newsTo(ada, 'Purchase refunded');
    expect(more).toEqual([]);
    expect(news).toContain('$717.50');
    expect(news).toContain('The deed is forged.');
    expect(await titlesFor(owner)).toContain('Offering failed');
  });

  test('that rejects a property before its offering began leaves the offering to a later approval', async () => {
    const { id } = await aPendingProperty(t.platform, { owner, minimumShares: 10 });
    await review(id, 'rejected', 'No deed.');
    await pass(HOUR);
    expect(await stateOf(id)).toMatchObject({ state: 'open', deadline: null });
    expect((await api(owner).properties.detail({ id })).statusReason).toBe('No deed.');
  });
});

describe('holders of a property that leaves the market', () => {
  const review = (id: number, status: 'pending' | 'approved' | 'rejected', reason?: string) =>
    api(admin).properties.setStatus({ id, status, reason });

  test('are notified of what happens to their money and shares, once each and by their settings', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 10);
    await pass(48 * HOUR);
    await buy(ada, id, 1);
    await buy(bob, id, 2);
    const silent = await aUser(t.platform, { cash: 102_500 });
    await buy(silent, id, 1);
    await api(silent).notifications.setPreferences({ ...DEFAULT_PREFERENCES, propertyUpdates: false });
    await review(id, 'pending', 'The deed is in doubt.');
    await pass(MINUTE);
    await review(id, 'rejected', 'The deed is forged.');
    await pass(HOUR);
    const back = 'Maple Court is off the market until it is approved again.';
    const gone = 'Maple Court was rejected and is off the market.';
    const returned = 'in escrow is refunded, fees included, and its shares return to the offering.';
    const forged = 'Reason: The deed is forged.';
    expect(await newsTo(bob, 'Property')).toEqual([
      `${gone} Your $205.00 ${returned} ${forged}`,
      `${back} Your $205.00 in escrow, fees included, stays there until then. Your shares stay yours. Reason: The deed is in doubt.`,
    ]);
    expect((await newsTo(ada, 'Property'))[0]).toBe(
      `${gone} Your $102.50 ${returned} Your 10 other shares stay yours. ${forged}`,
    );
    expect(await newsTo(silent, 'Property')).toEqual([]);
    expect((await newsTo(owner, 'Property'))[0]).toBe(
      `Maple Court is off the market. Money in escrow is refunded to its investors; they keep all other shares. ${forged}`,
    );
    await pass(4 * MINUTE);
    const mails = (await mailsTo(t, bob.email)).map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ');
    expect(mails).toContain(`${gone} Your $205.00 ${returned} ${forged}`);
  });

  test('whose offering is still open are refunded when it is rejected, and wait when it is reset', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 3);
    await review(id, 'pending');
    await pass(MINUTE);
    await review(id, 'approved');
    await pass(MINUTE);
    await review(id, 'pending');
    await pass(MINUTE);
    await review(id, 'rejected', 'No deed.');
    await pass(HOUR);
    const news = await newsTo(ada, 'Property');
    expect(news).toHaveLength(4);
    expect(news[0]).toContain('Your $307.50 in escrow is refunded, fees included');
    expect(news[2]).toContain(
      'Your $307.50 in escrow, fees included, stays there until the offering succeeds or fails.',
    );
    expect(await newsTo(ada, 'Purchase refunded')).toHaveLength(1);
    await review(id, 'pending');
    await pass(MINUTE);
    expect(await newsTo(ada, 'Property')).toHaveLength(4);
  });
});

describe('the owner and accounts with the tax number of the owner', () => {
  const SSN = '287-65-4321';

  test('cannot buy while the offering is open, and see that before they try; others can', async () => {
    const twin = await aUser(t.platform, { cash: 1_025_000 });
    await fund(owner, 1_025_000);
    await verifyIdentity(owner, SSN);
    await verifyIdentity(twin, SSN);
    await verifyIdentity(ada, '287-65-4322');
    const { id } = await offer(10);
    const reinvesting = (person: Person) =>
      reinvest(person, { propertyId: id, shares: 1, requestId: newKey() });
    for (const [person, affiliation] of [
      [owner, 'owner'],
      [twin, 'taxNumber'],
    ] as const) {
      await refused(() => buy(person, id, 1), 'OWN_OFFERING');
      await refused(() => reinvesting(person), 'OWN_OFFERING');
      expect(await api(person).properties.detail({ id })).toMatchObject({ viewerAffiliation: affiliation });
    }
    expect(await api(ada).properties.detail({ id })).toMatchObject({ viewerAffiliation: null });
    await buy(ada, id, 10);
    await pass(48 * HOUR);
    expect(await stateOf(id)).toMatchObject({ state: 'funded' });
    await buy(owner, id, 1);
    await buy(twin, id, 1);
  });

  test('count for no minimum, also when the tax number is verified after the purchase', async () => {
    const twin = await aUser(t.platform, { cash: 1_025_000 });
    const { id } = await offer(10);
    await buy(twin, id, 8);
    await buy(ada, id, 2);
    expect(await stateOf(id)).toMatchObject({ raisedCents: 100_000 });
    await verifyIdentity(owner, SSN);
    await verifyIdentity(twin, SSN);
    expect(await stateOf(id)).toMatchObject({ raisedCents: 20_000 });
    const [listed] = (await api(admin).properties.adminList({})).items;
    expect(listed?.offering).toMatchObject({ raisedCents: 20_000 });
    await pass(48 * HOUR);
    expect(await stateOf(id)).toMatchObject({ state: 'open' });
    await pass(60 * DAY);
    expect([await cash(twin), await cash(ada), await cash(owner)]).toEqual([1_025_000, 1_025_000, 0]);
    expect((await api(owner).properties.detail({ id })).statusReason).toContain('2 of at least 10 shares');
  });

  test('do not include accounts with an unverified tax number', async () => {
    const claimant = await aUser(t.platform, { cash: 1_025_000 });
    await verifyIdentity(owner, SSN);
    await fillApplication(claimant, SSN);
    const { id } = await offer(10);
    await buy(claimant, id, 1);
    expect(await stateOf(id)).toMatchObject({ raisedCents: 10_000 });
  });
});

describe('the escrow of a funded offering', () => {
  const review = (id: number, status: 'pending' | 'approved' | 'rejected', reason?: string) =>
    api(admin).properties.setStatus({ id, status, ...(reason && { reason }) });
  const list = (person: Person, propertyId: number, shares: number) =>
    api(person).resale.openListing({
      propertyId,
      shares,
      pricePerShareCents: 10_000,
      requestId: newKey(),
    });

  test.each(['minimum of 0', 'minimum that was reached'])(
    'waits while the property is in review, and is refunded with its fees when it is rejected: %s',
    async (kind) => {
      const { id } = await offer(kind === 'minimum of 0' ? 0 : 10);
      if (kind !== 'minimum of 0') await buy(bob, id, 10);
      await pass(48 * HOUR);
      const [paid, sold] = [await cash(owner), await heldBy(bob, id)];
      await buy(ada, id, 4);
      await buy(ada, id, 1);
      await review(id, 'pending', 'The deed is in doubt.');
      await pass(3 * HOUR);
      expect([await escrowOf(id), await cash(owner)]).toEqual([51_250, paid]);
      await review(id, 'rejected', 'The deed is forged.');
      await pass(HOUR);
      expect([await escrowOf(id), await cash(owner), await cash(ada)]).toEqual([0, paid, 1_025_000]);
      expect([await heldBy(ada, id), await heldBy(bob, id)]).toEqual([0, sold]);
      expect(await stateOf(id)).toMatchObject({ state: 'funded', raisedCents: sold * 10_000 });
      const [news] = await newsTo(ada, 'Purchase refunded');
      expect(news).toContain('$512.50');
      expect(news).toContain('The deed is forged.');
      expect((await api(ada).investing.investments({})).items.map(({ status }) => status)).toEqual([
        'refunded',
        'refunded',
      ]);
      if (sold > 0) {
        const seen = await api(bob).properties.detail({ id });
        expect(seen).toMatchObject({ status: 'rejected', statusReason: 'The deed is forged.' });
      }
    },
  );

  test('is paid out when the property is approved again', async () => {
    const { id } = await offer(0);
    await buy(ada, id, 4);
    await review(id, 'pending');
    expect(await releaseEscrow(systemOf(t.platform), { propertyId: id })).toEqual({ proceedsCents: 0 });
    await review(id, 'approved');
    await pass(HOUR);
    expect([await escrowOf(id), await cash(owner)]).toEqual([0, 40_000]);
  });

  test('does not refund shares that are sold or listed, and refunds the listed ones when they return', async () => {
    const { id } = await offer(0);
    await buy(ada, id, 2);
    await buy(ada, id, 3);
    const { id: listingId } = await list(ada, id, 4);
    await api(bob).resale.buyShares({
      listingId,
      shares: 1,
      expectedTotalCents: 10_000,
      requestId: newKey(),
    });
    await review(id, 'pending');
    await review(id, 'rejected', 'The deed is forged.');
    await pass(HOUR);
    expect([await escrowOf(id), await cash(owner)]).toEqual([51_250, 0]);
    await api(ada).resale.cancelListing({ listingId, requestId: newKey() });
    await pass(HOUR);
    expect([await escrowOf(id), await heldBy(ada, id), await heldBy(bob, id)]).toEqual([20_500, 1, 1]);
    const { items } = await api(ada).notifications.list({ limit: 50 });
    const amounts = items.flatMap(({ message }) => /got (\S+) back for your shares/.exec(message)?.[1] ?? []);
    expect(amounts).toEqual(['$307.50']);
  });
});

describe('submitting a rejected property again', () => {
  const corrected = {
    name: 'Maple Court South',
    location: 'Austin, TX',
    propertyType: 'residential' as const,
    pricePerShare: '100.00',
    totalShares: 100,
    annualYield: '7.50',
  };
  const resubmit = (id: number, change = {}) =>
    api(owner).properties.resubmit({ id, submission: { ...corrected, ...change }, requestId: newKey() });
  const review = (id: number, status: 'pending' | 'approved' | 'rejected') =>
    api(admin).properties.setStatus({ id, status, reason: 'The deed is forged.' });
  const refusalSeen = async (id: number) => (await api(owner).properties.simpleFormVersions({ id })).refusal;

  test('waits until every investor is refunded, and then begins a new offering on new terms', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 7);
    await review(id, 'pending');
    await review(id, 'rejected');
    await refused(() => resubmit(id), 'ESCROW_NOT_EMPTY');
    expect(await refusalSeen(id)).toContain('escrow');
    await closeOffering(systemOf(t.platform), { propertyId: id });
    await refused(() => resubmit(id), 'REFUNDS_RUNNING');
    await pass(HOUR);
    expect([await cash(ada), await refusalSeen(id)]).toEqual([1_025_000, null]);
    await resubmit(id, { pricePerShare: '50.00', totalShares: 40, minimumShares: 4, fundingDays: 9 });
    await pass(HOUR);
    expect(await stateOf(id)).toMatchObject({ state: 'open', deadline: null, minimumShares: 4 });
    await review(id, 'approved');
    await buy(bob, id, 4);
    await pass(48 * HOUR);
    expect([await cash(owner), await escrowOf(id)]).toEqual([20_000, 0]);
    expect(await stateOf(id)).toMatchObject({ state: 'funded', raisedCents: 20_000 });
  });

  test('leaves the terms unchanged while anyone holds shares, and changes the rest', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 10);
    await pass(48 * HOUR);
    await review(id, 'pending');
    await review(id, 'rejected');
    expect((await api(owner).properties.simpleFormVersions({ id })).termsFrozen).toBe(true);
    for (const change of [
      { pricePerShare: '99.99' },
      { totalShares: 101 },
      { minimumShares: 9 },
      { fundingDays: 59 },
    ])
      await refused(() => resubmit(id, change), 'TERMS_FROZEN');
    const state = await stateOf(id);
    await resubmit(id, { annualYield: '6.00', minimumShares: 10, fundingDays: 60 });
    expect(await stateOf(id)).toEqual(state);
    await review(id, 'approved');
    expect(await api(ada).properties.detail({ id })).toMatchObject({
      name: 'Maple Court South',
      annualYieldBps: 600,
      viewerShares: 10,
      availableShares: 90,
    });
  });

  test('shows the correction to the owner and to admins, and to holders once it is approved', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 10);
    await pass(48 * HOUR);
    const approved = await api(ada).properties.detail({ id });
    const shownTo = async (person: Person) => {
      const { name, location, annualYieldBps } = await api(person).properties.detail({ id });
      return { name, location, annualYieldBps };
    };
    const before = await shownTo(ada);
    await review(id, 'pending');
    await review(id, 'rejected');
    const submitted = { name: 'Maple Court East', location: 'Reno, NV', annualYieldBps: 650 };
    const change = { name: 'Maple Court East', location: 'Reno, NV', annualYield: '6.50' };
    await resubmit(id, { ...change, minimumShares: 10, fundingDays: 60 });
    for (const status of ['pending', 'rejected', 'pending'] as const) {
      if (status === 'rejected') await review(id, status);
      expect(await shownTo(ada)).toEqual(before);
      expect((await api(ada).portfolio.overview()).holdings).toMatchObject([{ name: approved.name }]);
      expect(await shownTo(owner)).toEqual(submitted);
      expect(await shownTo(admin)).toEqual(submitted);
      expect((await api(admin).properties.adminList({ limit: 1 })).items).toMatchObject([
        { id, name: submitted.name, annualYield: '6.50' },
      ]);
      expect((await api(admin).properties.adminList({ q: 'reno east', limit: 1 })).items).toMatchObject([
        { id },
      ]);
      const { name, location } = submitted;
      expect((await api(owner).owners.properties({})).items).toMatchObject([{ id, name, location }]);
      const { latest } = await api(owner).properties.simpleFormVersions({ id });
      expect(latest.submission).toMatchObject(change);
      if (status === 'rejected') await resubmit(id, { ...change, minimumShares: 10, fundingDays: 60 });
    }
    await review(id, 'approved');
    expect(await shownTo(ada)).toEqual(submitted);
    expect((await api(owner).properties.simpleFormVersions({ id })).earlier).toMatchObject([
      { submission: change },
      { submission: { name: approved.name } },
    ]);
  });

  test('leaves a receipt as it was, also in a replay after two corrections of the name', async () => {
    const { id } = await offer(100);
    const purchase = { propertyId: id, shares: 1, requestId: newKey() };
    const receipt = await api(ada).investing.invest(purchase);
    await pass(60 * DAY);
    await resubmit(id);
    await review(id, 'rejected');
    await resubmit(id, { name: 'Maple Court West' });
    expect(await api(ada).investing.invest(purchase)).toEqual(receipt);
  });

  test('can offer a smaller minimum after a missed one', async () => {
    const { id } = await offer(100);
    await buy(ada, id, 1);
    await pass(60 * DAY);
    await resubmit(id, { minimumShares: 1 });
    await review(id, 'approved');
    await buy(ada, id, 1);
    await pass(48 * HOUR);
    expect(await stateOf(id)).toMatchObject({ state: 'funded', minimumShares: 1 });
  });

  test('issues or withdraws shares until the ledger has as many as were corrected, whatever is corrected', async () => {
    const { id } = await aPendingProperty(t.platform, { owner });
    const totals = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(totals, async (corrections) => {
        for (const totalShares of corrections) {
          await review(id, 'rejected');
          expect(await resubmit(id, { totalShares })).toMatchObject({
            totalShares,
            availableShares: totalShares,
          });
          await expectBooksBalance(t.platform);
        }
      }),
      { numRuns: 3 },
    );
  });
});

describe('a payout on hold', () => {
  const hold = (id: number, reason = 'A lien has turned up.') =>
    api(admin).offerings.holdRelease({ id, reason });
  const lift = (id: number) => api(admin).offerings.liftHold({ id });

  test('is neither closed nor paid until the hold is lifted, and says why to those it concerns', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 10);
    expect((await hold(id)).hold).toMatchObject({ reason: 'A lien has turned up.' });
    await pass(48 * HOUR);
    expect([await escrowOf(id), await cash(owner)]).toEqual([102_500, 0]);
    expect(await titlesFor(owner)).toContain('Payout on hold');
    for (const [person, reason] of [
      [owner, 'A lien has turned up.'],
      [ada, 'A lien has turned up.'],
      [bob, null],
    ] as const)
      expect((await api(person).properties.detail({ id })).offering.hold).toMatchObject({ reason });
    await lift(id);
    await pass(HOUR);
    expect([await escrowOf(id), await cash(owner)]).toEqual([0, 100_000]);
    expect((await stateOf(id)).hold).toBe(null);
  });

  test('leaves the proceeds of a funded offering in escrow', async () => {
    const { id } = await offer(0);
    await hold(id);
    await buy(ada, id, 1);
    await pass(2 * HOUR);
    expect(await releaseEscrow(systemOf(t.platform), { propertyId: id })).toEqual({ proceedsCents: 0 });
    expect([await escrowOf(id), await cash(owner)]).toEqual([10_250, 0]);
    await lift(id);
    await pass(HOUR);
    expect(await cash(owner)).toBe(10_000);
  });

  test('does not stop refunds', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 1);
    await hold(id);
    await pass(60 * DAY);
    expect([await cash(ada), await escrowOf(id)]).toEqual([1_025_000, 0]);
    await refused(() => hold(id), 'OFFERING_CLOSED');
  });

  test('is explained to every holder, by what it means for their money', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 10);
    await pass(48 * HOUR);
    await buy(bob, id, 2);
    await hold(id, 'A lien has turned up.');
    await pass(MINUTE);
    await lift(id);
    await pass(MINUTE);
    const none = 'None of your money is in escrow, and your shares stay yours.';
    const escrow = 'Your $205.00 in escrow, fees included,';
    const on = 'The payout to the owner of Maple Court is on hold.';
    const off = 'The payout to the owner of Maple Court is no longer on hold.';
    const reason = 'Reason: A lien has turned up.';
    expect(await newsTo(ada, 'Payout')).toEqual([`${off} ${none}`, `${on} ${none} ${reason}`]);
    expect(await newsTo(bob, 'Payout')).toEqual([
      `${off} ${escrow} is now due to be paid out.`,
      `${on} ${escrow} stays there until the hold is lifted. Your shares stay yours. ${reason}`,
    ]);
    expect(await newsTo(owner, 'Payout')).toHaveLength(2);
  });

  test('is put and lifted once, by an admin who does not own the property', async () => {
    const { id } = await offer(10);
    await refused(() => lift(id), 'NOT_ON_HOLD');
    await hold(id);
    await refused(() => hold(id), 'ALREADY_ON_HOLD');
    const { id: own } = await anApprovedProperty(t.platform, { owner: admin });
    await refused(() => hold(own), 'OWN_PROPERTY');
    await refused(() => lift(own), 'OWN_PROPERTY');
    await refused(() => hold(999_999), 'PROPERTY_NOT_FOUND');
  });
});

describe('canceling a purchase', () => {
  test('gives amount and fee back in full and the shares to the offering, once', async () => {
    const { id } = await offer(100);
    const { id: other } = await buy(ada, id, 2);
    const { id: investmentId } = await buy(ada, id, 5);
    const key = newKey();
    const receipt = await cancel(ada, investmentId, key);
    expect(receipt).toMatchObject({ shares: 5, amountCents: 50_000, feeCents: 1_250, totalCents: 51_250 });
    expect(await cancel(ada, investmentId, key)).toEqual(receipt);
    await refused(() => cancel(ada, investmentId), 'ALREADY_REFUNDED');
    expect([await cash(ada), await heldBy(ada, id)]).toEqual([1_025_000 - 20_500, 2]);
    const { items } = await api(ada).investing.investments({});
    expect(items.map((one) => [one.id, one.status])).toEqual([
      [investmentId, 'cancelled'],
      [other, 'active'],
    ]);
    expect((await api(ada).investing.cancellable()).map((one) => one.id)).toEqual([other]);
    expect((await api(ada).transactions.list({})).items[0]).toMatchObject({
      type: 'cancellation',
      description: 'Canceled the purchase of 5 shares of Maple Court',
      amountCents: 51_250,
    });
    const moved = await api(ada).wallet.movements({});
    expect(moved.items[0]).toMatchObject({ kind: 'purchase_cancelled', amountCents: 51_250 });
  });

  test('is refused after 48 hours, to others, and for a purchase that never was', async () => {
    const { id } = await offer(100);
    const { id: investmentId } = await buy(ada, id, 5);
    await refused(() => cancel(bob, investmentId), 'INVESTMENT_NOT_FOUND');
    await refused(() => cancel(ada, crypto.randomUUID()), 'INVESTMENT_NOT_FOUND');
    t.clock.advance(48 * HOUR - 1_000);
    expect(await api(ada).investing.cancellable()).toHaveLength(1);
    t.clock.advance(2_000);
    await refused(() => cancel(ada, investmentId), 'CANCEL_TOO_LATE');
    expect(await api(ada).investing.cancellable()).toEqual([]);
  });

  test('is refused from the deadline on, before and after the offering is closed', async () => {
    const { id } = await offer(100);
    t.clock.advance(60 * DAY - HOUR);
    const { id: investmentId } = await buy(ada, id, 5);
    t.clock.advance(HOUR);
    await refused(() => cancel(ada, investmentId), 'OFFERING_CLOSED');
    await t.platform.jobs.drain();
    await refused(() => cancel(ada, investmentId), 'ALREADY_REFUNDED');
  });

  test('leaves an offering open that had its minimum', async () => {
    const { id } = await offer(10);
    await buy(ada, id, 6);
    await pass(47 * HOUR);
    const { id: investmentId } = await buy(bob, id, 4);
    await cancel(bob, investmentId);
    await pass(2 * HOUR);
    expect(await stateOf(id)).toMatchObject({ state: 'open' });
  });

  test('over REST answers with decimals, and with the recorded answer to the same key', async () => {
    const server = await startTestServer(t.platform);
    try {
      const client = server.client();
      await client.signIn(ada.email);
      const { id } = await offer(100);
      const { id: investmentId } = await buy(ada, id, 5);
      const path = `/api/investments/${investmentId}/cancel`;
      const key = { 'idempotency-key': newKey() };
      const first = await client.post(path, {}, key);
      expect([first.status, first.json]).toMatchObject([
        200,
        { investmentId, totalAmount: '500.00', transactionFee: '12.50', refunded: '512.50' },
      ]);
      expect((await client.post(path, {}, key)).json).toEqual(first.json);
      expect((await client.post(path, {}, { 'idempotency-key': newKey() })).status).toBe(409);
    } finally {
      await server.close();
    }
  });
});

describe('until an offering is funded', () => {
  test('its shares can be neither listed nor bid for, and nobody votes', async () => {
    const { id: propertyId } = await offer(10);
    await buy(ada, propertyId, 10);
    const order = { propertyId, shares: 1, pricePerShareCents: 10_000 };
    await refused(() => api(ada).resale.openListing({ ...order, requestId: newKey() }), 'OFFERING_OPEN');
    await refused(() => api(bob).resale.placeBid({ ...order, requestId: newKey() }), 'OFFERING_OPEN');
    expect(await api(ada).resale.sellable()).toMatchObject([{ offering: 'open' }]);
    const proposal = { propertyId, title: 'A roof', description: 'Slate.', votingDays: 3 };
    await refused(() => api(owner).governance.propose({ ...proposal, requestId: newKey() }), 'OFFERING_OPEN');
    await pass(48 * HOUR);
    await api(ada).resale.openListing({ ...order, requestId: newKey() });
    await api(owner).governance.propose({ ...proposal, requestId: newKey() });
  });
});

describe('the terms', () => {
  const terms = (id: number, minimumShares: number, fundingDays = 30) =>
    api(admin).offerings.setOfferingTerms({ id, minimumShares, fundingDays });

  test('are every share and 60 days unless the owner sets others', async () => {
    const { id } = await api(owner).properties.submit({
      submission: {
        name: 'Elm Row',
        location: 'Austin, TX',
        propertyType: 'residential',
        pricePerShare: '100.00',
        totalShares: 40,
        annualYield: '7.00',
      },
      requestId: newKey(),
    });
    expect(await stateOf(id)).toMatchObject({ minimumShares: 40, fundingDays: 60, deadline: null });
    await api(admin).properties.setStatus({ id, status: 'approved' });
    const { deadline } = await stateOf(id);
    expect(Math.round((Date.parse(deadline ?? '') - t.clock.now().getTime()) / DAY)).toBe(60);
  });

  test('can be changed by an admin until a share is sold, and are fixed from then on', async () => {
    const { id } = await offer(10);
    expect(await terms(id, 20)).toMatchObject({ state: 'open', minimumShares: 20, fundingDays: 30 });
    await refused(() => terms(id, 101), 'MINIMUM_TOO_HIGH');
    expect(await terms(id, 0)).toMatchObject({ state: 'funded', deadline: null });
    await terms(id, 20);
    const { id: investmentId } = await buy(ada, id, 1);
    await refused(() => terms(id, 1), 'OFFERING_HAS_PURCHASES');
    await cancel(ada, investmentId);
    await terms(id, 1);
  });
});

test('a random flow of buying, canceling and time loses no cent or share, and refunds are exact', async () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('buy' as const),
      who: fc.nat(2),
      which: fc.nat(2),
      shares: fc.integer({ min: 1, max: 9 }),
    }),
    fc.record({ do: fc.constant('cancel' as const), who: fc.nat(2), which: fc.nat(50) }),
    fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const people = await Promise.all([1, 2, 3].map(() => aUser(t.platform, { cash: 50_000 })));
      const ids: number[] = [];
      for (const minimumShares of [10, 20, 40]) {
        ids.push(
          (
            await anApprovedProperty(t.platform, {
              shares: 40,
              price: 333,
              owner,
              admin,
              minimumShares,
              fundingDays: 5,
            })
          ).id,
        );
      }
      const paid = new Map<string, { who: number; propertyId: number; cents: number }>();
      for (const one of steps) {
        if (one.do === 'wait') await pass(one.hours * HOUR);
        else if (one.do === 'buy') {
          const propertyId = ids[one.which] as number;
          const bought = await buy(people[one.who] as Person, propertyId, one.shares).catch(() => null);
          if (bought) paid.set(bought.id, { who: one.who, propertyId, cents: bought.totalCents });
        } else {
          const own = [...paid].filter(([, { who }]) => who === one.who);
          const [id] = own[one.which % Math.max(1, own.length)] ?? [];
          const back = id ? await cancel(people[one.who] as Person, id).catch(() => null) : null;
          if (id && back) {
            expect(back.totalCents).toBe(paid.get(id)?.cents);
            paid.delete(id);
          }
        }
      }
      await pass(6 * DAY);
      const failed = new Set<number>();
      for (const id of ids) {
        const { state } = await stateOf(id);
        expect(state).not.toBe('open');
        expect(await escrowOf(id)).toBe(0);
        if (state === 'failed') failed.add(id);
      }
      for (const [who, person] of people.entries()) {
        const spent = [...paid.values()].filter((one) => one.who === who && !failed.has(one.propertyId));
        expect(await cash(person)).toBe(50_000 - spent.reduce((sum, { cents }) => sum + cents, 0));
      }
      await expectBooksBalance(t.platform);
    }),
    { numRuns: 12 },
  );
}, 120_000);

describe('what escrow released for the lender of a mortgage', () => {
  const waiting = async (id: number) =>
    (await api(admin).properties.adminList({})).items.find((one) => one.id === id)?.lenderWaitingCents;
  const pay = (id: number, amountCents: number, requestId = newKey(), by = admin) =>
    api(by).offerings.payLender({ id, amountCents, reference: 'Loan 4711', requestId });

  async function mortgaged(repaymentCents: number) {
    const { id } = await aPendingProperty(t.platform, { owner, shares: 100, price: 10_000 });
    const figures = { amountCents: 2_000_000, debtCents: repaymentCents, minimumShares: 20 };
    await approveWithMortgage(admin, { propertyId: id, ...figures, repaymentCents });
    return id;
  }

  test('is paid out once, in whole, by an admin who does not own the property, and the owner is notified', async () => {
    const id = await mortgaged(90_000);
    await buy(ada, id, 20);
    await pass(3 * DAY);
    expect(await waiting(id)).toBe(90_000);
    const toPay = async () => {
      const { items } = await api(admin).properties.adminList({ outstanding: 'lender' });
      return [(await api(admin).backOffice.waiting()).lenders, items.map((one) => one.id)];
    };
    expect(await toPay()).toEqual([1, [id]]);
    const own = await anAdmin(t.platform);
    await t.platform.db.execute(sql`update properties set owner_id = ${own.id} where id = ${id}`);
    expect(await refusalOf(pay(id, 90_000, newKey(), own))).toBe('OWN_PROPERTY');
    await t.platform.db.execute(sql`update properties set owner_id = ${owner.id} where id = ${id}`);
    await refused(() => pay(id, 89_999), 'LENDER_AMOUNT_CHANGED');
    const bank = () => balanceOfAccount(accounts.bank().id);
    const before = await bank();
    const key = newKey();
    expect(await pay(id, 90_000, key)).toEqual({ paidCents: 90_000 });
    expect(await pay(id, 90_000, key)).toEqual({ paidCents: 90_000 });
    expect([await waiting(id), (await bank()) - before]).toEqual([0, 90_000]);
    expect(await toPay()).toEqual([0, []]);
    expect(await newsTo(owner, 'Mortgage repaid')).toHaveLength(1);
    await refused(() => pay(id, 90_000), 'LENDER_AMOUNT_CHANGED');
  });

  test('is paid also while the property is on hold or rejected: it has left escrow, and is never refunded', async () => {
    const [held, rejected] = [await mortgaged(90_000), await mortgaged(90_000)];
    for (const id of [held, rejected]) await buy(ada, id, 20);
    await pass(3 * DAY);
    await api(admin).offerings.holdRelease({ id: held, reason: 'A lien has turned up.' });
    await api(admin).properties.setStatus({ id: rejected, status: 'pending' });
    await api(admin).properties.setStatus({
      id: rejected,
      status: 'rejected',
      reason: 'The title is disputed.',
    });
    await pass(DAY);
    for (const id of [held, rejected]) {
      expect(await waiting(id)).toBe(90_000);
      expect(await pay(id, 90_000)).toEqual({ paidCents: 90_000 });
      expect(await waiting(id)).toBe(0);
    }
  });

  test('is brought in whole by a corrected offering as well', async () => {
    const id = await mortgaged(180_000);
    await api(admin).properties.setStatus({ id, status: 'pending' });
    await api(admin).properties.setStatus({ id, status: 'rejected', reason: 'The title is disputed.' });
    await pass(DAY);
    const correct = (minimumShares: number) =>
      api(owner).properties.resubmit({
        id,
        submission: {
          ...{ name: 'Maple Court', location: 'Austin, TX', propertyType: 'residential' as const },
          ...{ pricePerShare: '100.00', annualYield: '7.50', totalShares: 100, minimumShares },
        },
        requestId: newKey(),
      });
    await refused(() => correct(17), 'REPAYMENT_TOO_HIGH');
    expect(await correct(18)).toMatchObject({ id, status: 'pending' });
  });

  test('and what was paid are what escrow repaid, however purchases, releases and payments follow each other', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('buy' as const), shares: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ do: fc.constant('pay' as const), tooMuch: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const id = await mortgaged(180_000);
        const buyer = await aUser(t.platform, { cash: 1_025_000 });
        let paidCents = 0;
        for (const one of steps) {
          if (one.do === 'buy') await buy(buyer, id, one.shares).catch(() => null);
          else if (one.do === 'wait') await pass(one.days * DAY);
          else {
            const shown = (await waiting(id)) ?? 0;
            if (one.tooMuch || shown === 0) await refusalOf(pay(id, shown + 1));
            else paidCents += (await pay(id, shown)).paidCents;
          }
        }
        const [repaid] = await rows<{ cents: number }>(
          t.platform.db,
          sql`select (mortgage_repaid * 100)::float8 as cents from offerings where property_id = ${id}`,
        );
        expect(paidCents + ((await waiting(id)) ?? 0)).toBe(repaid?.cents);
        expect(paidCents).toBeLessThanOrEqual(180_000);
        await expectBooksBalance(t.platform);
      }),
      { numRuns: 8 },
    );
  }, 120_000);
});

test('rows of refunds are append-only', async () => {
  const { id } = await offer(100);
  await cancel(ada, (await buy(ada, id, 1)).id);
  for (const change of ['update investment_refunds set shares = 2', 'delete from investment_refunds']) {
    await expect(rows(t.platform.db, sql.raw(change))).rejects.toThrow();
  }
});
