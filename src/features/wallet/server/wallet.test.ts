import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#db/schema/identity.ts';
import { ledgerTransfers } from '#db/schema/ledger.ts';
import { jobs } from '#db/schema/platform.ts';
import { bankTransfers } from '#db/schema/wallet.ts';
import { newId } from '#kernel/ids.ts';
import { DAY, HOUR, MINUTE, SECOND, startOfDay, startOfMonth, after as timeAfter } from '#kernel/time.ts';
import type { Queryable, StatementRunner } from '#platform/server/database/db.ts';
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
import { indexesUsed } from '#tests/support/plans.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { claimWithdrawal } from './claim-withdrawal.ts';
import { recordOrder } from './record-order.ts';
import { settleTransfer } from './settle-transfer.ts';
import { walletInvariants } from './verify-wallet.ts';
import { pendingTransfers, walletJobs } from './wallet.jobs.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let ada: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
});
beforeEach(async () => {
  t.bank.answer({ status: 'completed' });
  await t.platform.jobs.drain();
  ada = await aUser(t.platform);
});
afterEach(() => expectBooksBalance(t.platform, walletInvariants));
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const cash = () => cashOf(t.platform.db, ada.id);
const overview = () => api(ada).wallet.overview();
const deposit = (amountCents: number, requestId = newKey()) =>
  api(ada).wallet.deposit({ amountCents, requestId });
const withdraw = (amountCents: number, requestId = newKey()) =>
  api(ada).wallet.withdraw({ amountCents, requestId });
const LARGE = 500_000;
const debits = (code: string) => `user:${ada.id}:${code === 'withdrawal' ? 'cash' : 'withdrawing'}`;

describe('deposits', () => {
  test('a small deposit is there with the answer', async () => {
    const answer = await deposit(100_000);
    expect(answer).toMatchObject({ status: 'completed', direction: 'deposit', amountCents: 100_000 });
    expect(await overview()).toMatchObject({ availableCents: 100_000, pendingDepositsCents: 0 });
  });

  test('a large deposit is pending until the bank has settled it', async () => {
    t.bank.answer({ status: 'pending' });
    expect(await deposit(LARGE)).toMatchObject({ status: 'pending', settledAt: null });
    await t.platform.jobs.drain();
    expect(await overview()).toMatchObject({ availableCents: 0, pendingDepositsCents: LARGE });
    t.bank.answer({ status: 'completed' });
    t.clock.advance(2 * SECOND);
    await t.platform.jobs.drain();
    expect(await overview()).toMatchObject({ availableCents: LARGE, pendingDepositsCents: 0 });
  });

  test('a declined deposit says why and leaves no money and no movement', async () => {
    t.bank.answer({ status: 'failed', reason: 'The bank declined the transfer.' });
    const answer = await deposit(50_013);
    expect(answer).toMatchObject({ status: 'failed', failureReason: 'The bank declined the transfer.' });
    expect(await overview()).toMatchObject({ availableCents: 0, pendingDepositsCents: 0 });
    expect((await api(ada).wallet.movements({})).items).toEqual([]);
  });

  test('the same request twice is one deposit with one answer', async () => {
    const key = newKey();
    const first = await deposit(20_000, key);
    expect(await deposit(20_000, key)).toEqual(first);
    expect(await cash()).toBe(20_000);
    expect(await refusalOf(deposit(20_001, key))).toBe('KEY_REUSED');
  });

  test.each([0, 99, 10_000_001, 1.5, -100])('refuses %d cents', async (amount) => {
    const before = await ledgerState(t.platform);
    expect(await refusalOf(deposit(amount))).toBe('MALFORMED');
    expect(await refusalOf(withdraw(amount))).toBe('MALFORMED');
    expect(await ledgerState(t.platform)).toEqual(before);
  });

  test('at most ten transfers are in progress', async () => {
    t.bank.answer({ status: 'pending' });
    for (let many = 0; many < 10; many += 1) await deposit(LARGE);
    const before = await ledgerState(t.platform);
    expect(await refusalOf(deposit(LARGE))).toBe('TOO_MANY_PENDING');
    expect(await ledgerState(t.platform)).toEqual(before);
  });
});

describe('the part of deposits that is available immediately', () => {
  const instantLeft = async () => (await overview()).instantLeftCents;

  test('is $1,000 a day (UTC), however it is divided; the rest is settled as any other', async () => {
    const morning = startOfDay(timeAfter(t.clock.now(), DAY));
    t.clock.moveTo(morning);
    expect(await instantLeft()).toBe(100_000);
    expect((await deposit(60_000)).status).toBe('completed');
    expect((await deposit(40_001)).status).toBe('pending');
    expect((await deposit(40_000)).status).toBe('completed');
    expect((await deposit(100)).status).toBe('pending');
    expect(await instantLeft()).toBe(0);
    await t.platform.jobs.drain();
    expect(await cash()).toBe(140_101);
    t.clock.moveTo(timeAfter(morning, DAY - SECOND));
    expect((await deposit(100)).status).toBe('pending');
    t.clock.moveTo(timeAfter(morning, DAY));
    expect((await deposit(100_000)).status).toBe('completed');
  });

  test('is not used up by a deposit that the bank declined', async () => {
    t.bank.answer({ status: 'failed', reason: 'Declined.' });
    expect((await deposit(100_000)).status).toBe('failed');
    expect(await instantLeft()).toBe(100_000);
  });
});

describe('before the email is confirmed', () => {
  test('$1,000 may be deposited in a calendar month, and more once it is confirmed', async () => {
    ada = await aUser(t.platform, { emailConfirmed: false });
    t.clock.moveTo(startOfMonth(timeAfter(startOfMonth(t.clock.now()), 40 * DAY)));
    expect((await overview()).unconfirmedLeftCents).toBe(100_000);
    expect(await refusalOf(deposit(100_001))).toBe('DEPOSIT_NEEDS_EMAIL');
    await deposit(99_900);
    expect(await refusalOf(deposit(101))).toBe('DEPOSIT_NEEDS_EMAIL');
    await deposit(100);
    expect((await overview()).unconfirmedLeftCents).toBe(0);
    t.clock.moveTo(startOfMonth(timeAfter(t.clock.now(), 40 * DAY)));
    await deposit(100);
    await t.platform.db.update(users).set({ emailConfirmedAt: t.clock.now() }).where(eq(users.id, ada.id));
    expect((await overview()).unconfirmedLeftCents).toBeNull();
    await deposit(100_000);
  });
});

describe('a bank that is down for long', () => {
  test('has every transfer taken up within an hour of its return, once each', async () => {
    await fund(ada, 30_000);
    t.bank.breakDown(1_000);
    const carried = [(await withdraw(20_000)).id, (await deposit(LARGE)).id];
    for (let tries = 0; tries < 6; tries += 1) {
      await t.platform.jobs.drain();
      t.clock.advance(20 * MINUTE);
    }
    const dead = await t.platform.db.select().from(jobs).where(eq(jobs.status, 'dead'));
    expect(dead.map(({ kind }) => kind)).toContain('wallet.carryTransfer');
    expect(await overview()).toMatchObject({ pendingWithdrawalsCents: 20_000, pendingDepositsCents: LARGE });
    t.bank.breakDown(0);
    t.clock.advance(HOUR);
    await t.platform.jobs.drain();
    expect(await overview()).toMatchObject({ availableCents: 10_000 + LARGE, pendingWithdrawalsCents: 0 });
    const ordered = t.bank.orders.map(({ id }) => id).filter((id) => carried.includes(id));
    expect(ordered.sort()).toEqual(carried.sort());
  });
});

describe('withdrawals', () => {
  beforeEach(() => fund(ada, 30_000));

  test('the money is held immediately and leaves when the bank has taken it', async () => {
    t.bank.answer({ status: 'pending' });
    expect(await withdraw(20_000)).toMatchObject({ status: 'pending', direction: 'withdrawal' });
    expect(await overview()).toMatchObject({ availableCents: 10_000, pendingWithdrawalsCents: 20_000 });
    t.bank.answer({ status: 'completed' });
    t.clock.advance(2 * SECOND);
    await t.platform.jobs.drain();
    expect(await overview()).toMatchObject({ availableCents: 10_000, pendingWithdrawalsCents: 0 });
  });

  test('the money comes back when the bank refuses it, and the history shows both', async () => {
    t.bank.answer({ status: 'failed', reason: 'Account closed' });
    await withdraw(20_000);
    await t.platform.jobs.drain();
    expect(await cash()).toBe(30_000);
    const { items } = await api(ada).wallet.movements({});
    expect(
      items.map(({ kind, amountCents, balanceAfterCents }) => [kind, amountCents, balanceAfterCents]),
    ).toEqual([
      ['withdrawal_returned', 20_000, 30_000],
      ['withdrawal', -20_000, 10_000],
      ['deposit', 30_000, 30_000],
    ]);
    expect((await api(ada).wallet.transfers({})).items[0]).toMatchObject({
      status: 'failed',
      failureReason: 'Account closed',
    });
  });

  test('name the operations that requested and settled them', async () => {
    t.bank.answer({ status: 'failed', reason: 'Account closed' });
    await withdraw(20_000);
    await t.platform.jobs.drain();
    const operationOf = async (code: string) => {
      const [row] = await t.platform.db
        .select({ operationId: ledgerTransfers.operationId })
        .from(ledgerTransfers)
        .where(and(eq(ledgerTransfers.code, code), eq(ledgerTransfers.debitAccount, debits(code))));
      return row?.operationId;
    };
    const [transfer] = await t.platform.db
      .select()
      .from(bankTransfers)
      .where(and(eq(bankTransfers.userId, ada.id), eq(bankTransfers.direction, 'withdrawal')));
    expect(transfer).toMatchObject({
      requestedOperationId: await operationOf('withdrawal'),
      settledOperationId: await operationOf('withdrawal_returned'),
    });
  });

  test('more than is there is refused and changes nothing', async () => {
    const before = await ledgerState(t.platform);
    expect(await refusalOf(withdraw(30_001))).toBe('INSUFFICIENT_FUNDS');
    expect(await ledgerState(t.platform)).toEqual(before);
    const poor = await aUser(t.platform);
    expect(await refusalOf(api(poor).wallet.withdraw({ amountCents: 100, requestId: newKey() }))).toBe(
      'INSUFFICIENT_FUNDS',
    );
  });

  test('to the last cent is allowed', async () => {
    await withdraw(30_000);
    expect(await cash()).toBe(0);
  });
});

describe('a withdrawal on hold', () => {
  beforeEach(() => fund(ada, 30_000));

  const reason = 'Your bank reported the account as closed.';
  const hold = (transferId: string, by = admin) => api(by).wallet.holdWithdrawal({ transferId, reason });
  const release = (transferId: string, by = admin) => api(by).wallet.releaseWithdrawal({ transferId });
  const reject = (transferId: string, requestId = newKey(), by = admin) =>
    api(by).wallet.rejectWithdrawal({ transferId, reason, requestId });
  const claim = (transferId: string) => claimWithdrawal(systemOf(t.platform), { transferId });
  const ordersOf = (id: string) => t.bank.orders.filter((order) => order.id === id).length;
  const newest = async () => (await api(ada).wallet.transfers({})).items[0];
  const notified = async () => {
    const { items } = await api(ada).notifications.list({});
    return items.find(({ title }) => title.startsWith('Your withdrawal'));
  };

  test('does not go to the bank; its owner reads the reason, and its money stays reserved', async () => {
    const { id } = await withdraw(20_000);
    await hold(id);
    await t.platform.jobs.drain();
    t.clock.advance(HOUR);
    await t.platform.jobs.drain();
    expect(ordersOf(id)).toBe(0);
    expect(await newest()).toMatchObject({ status: 'held', holdReason: reason });
    expect(await overview()).toMatchObject({ availableCents: 10_000, pendingWithdrawalsCents: 20_000 });
    expect(await notified()).toMatchObject({ title: 'Your withdrawal is on hold', priority: 'high' });
    expect((await notified())?.message).toContain(reason);
    expect(await refusalOf(hold(id))).toBe('ALREADY_HELD');
  });

  test('goes to the bank once it is released', async () => {
    const { id } = await withdraw(20_000);
    await hold(id);
    await t.platform.jobs.drain();
    await release(id);
    expect(await newest()).toMatchObject({ status: 'pending', holdReason: null });
    await t.platform.jobs.drain();
    expect(ordersOf(id)).toBe(1);
    expect(await newest()).toMatchObject({ status: 'completed' });
    expect((await notified())?.title).toBe('Your withdrawal is no longer on hold');
    expect(await refusalOf(release(id))).toBe('NOT_HELD');
  });

  test('is refunded once when it is rejected, and never goes to the bank', async () => {
    const { id } = await withdraw(20_000);
    expect(await refusalOf(reject(id))).toBe('NOT_HELD');
    await hold(id);
    const key = newKey();
    expect(await reject(id, key)).toEqual(await reject(id, key));
    expect(await refusalOf(reject(id))).toBe('NOT_HELD');
    expect(await refusalOf(release(id))).toBe('NOT_HELD');
    await t.platform.jobs.drain();
    expect(ordersOf(id)).toBe(0);
    expect(await cash()).toBe(30_000);
    expect(await newest()).toMatchObject({ status: 'failed', failureReason: reason, holdReason: null });
    expect((await notified())?.message).toContain(reason);
  });

  test('was not sent before: a transfer that the bank has cannot be held', async () => {
    t.bank.answer({ status: 'pending' });
    const { id } = await withdraw(20_000);
    await t.platform.jobs.drain();
    expect(ordersOf(id)).toBe(1);
    expect(await refusalOf(hold(id))).toBe('WITHDRAWAL_SENT');
    t.bank.answer({ status: 'completed' });
    t.clock.advance(2 * SECOND);
    await t.platform.jobs.drain();
    expect(await refusalOf(hold(id))).toBe('WITHDRAWAL_SENT');
  });

  test('a claim that is repeated after a crash succeeds again, and the order has the same id', async () => {
    const { id } = await withdraw(20_000);
    expect(await claim(id)).toEqual({ claimed: true });
    expect(await claim(id)).toEqual({ claimed: true });
    expect(await refusalOf(hold(id))).toBe('WITHDRAWAL_SENT');
    await t.platform.jobs.drain();
    expect(ordersOf(id)).toBe(1);
    expect(await claim(id)).toEqual({ claimed: false });
  });

  test('is not decided by its owner, and no deposit is held', async () => {
    await fund(admin, 1_000);
    const own = await api(admin).wallet.withdraw({ amountCents: 1_000, requestId: newKey() });
    expect(await refusalOf(hold(own.id))).toBe('OWN_WITHDRAWAL');
    await hold(own.id, await anAdmin(t.platform));
    expect(await refusalOf(release(own.id))).toBe('OWN_WITHDRAWAL');
    expect(await refusalOf(reject(own.id))).toBe('OWN_WITHDRAWAL');
    t.bank.answer({ status: 'pending' });
    expect(await refusalOf(hold((await deposit(LARGE)).id))).toBe('NOT_FOUND');
  });

  test('is not decided by its owner under a second account of the same tax number', async () => {
    const second = await aUser(t.platform, { cash: 1_000 });
    await verifyIdentity(admin, '287-65-4321');
    await fillApplication(second, '287-65-4321');
    const { id } = await api(second).wallet.withdraw({ amountCents: 1_000, requestId: newKey() });
    await hold(id, await anAdmin(t.platform));
    expect(await refusalOf(release(id))).toBe('OWN_WITHDRAWAL');
  });

  test('is found by admins: by person, id or state, page by page', async () => {
    const { withdrawals } = api(admin).wallet;
    const [first, second] = [await withdraw(1_000), await withdraw(2_000)];
    await hold(first.id);
    const held = (await withdrawals({ q: ada.id, state: 'held' })).items;
    expect(held).toMatchObject([
      { id: first.id, holdReason: reason, sentAt: null, person: { id: ada.id, frozen: false } },
    ]);
    expect((await withdrawals({ q: ada.email, state: 'unsent' })).items).toMatchObject([{ id: second.id }]);
    expect((await withdrawals({ q: second.id })).items).toHaveLength(1);
    await t.platform.jobs.drain();
    expect((await withdrawals({ q: ada.id, state: 'unsent' })).items).toEqual([]);
    const all = await allPages((cursor) => withdrawals({ q: ada.id, limit: 1, ...(cursor && { cursor }) }));
    expect(all.map(({ id, status }) => [id, status])).toEqual([
      [second.id, 'completed'],
      [first.id, 'held'],
    ]);
  });
});

describe('settlement', () => {
  test('reported twice, the second time does nothing, whatever it says', async () => {
    t.bank.answer({ status: 'pending' });
    const { id } = await deposit(LARGE);
    const system = systemOf(t.platform);
    const completed = { transferId: id, outcome: { status: 'completed' as const, amountCents: LARGE } };
    const failed = { transferId: id, outcome: { status: 'failed' as const, reason: 'late' } };
    expect(await settleTransfer(system, completed)).toEqual({ settled: true });
    expect(await settleTransfer(system, completed)).toEqual({ settled: false });
    expect(await settleTransfer(system, failed)).toEqual({ settled: false });
    expect(await cash()).toBe(LARGE);
  });

  test('of an unknown transfer is refused, and people may not call it', async () => {
    const input = { transferId: newId(), outcome: { status: 'completed' as const, amountCents: LARGE } };
    expect(await refusalOf(settleTransfer(systemOf(t.platform), input))).toBe('NOT_FOUND');
    expect(await refusalOf(settleTransfer(ada, input))).toBe('ADMIN_REQUIRED');
  });

  test("the bank's first reference counts", async () => {
    t.bank.answer({ status: 'pending' });
    const { id } = await deposit(LARGE);
    const system = systemOf(t.platform);
    expect(await recordOrder(system, { transferId: id, reference: 'first' })).toEqual({ recorded: true });
    expect(await recordOrder(system, { transferId: id, reference: 'second' })).toEqual({ recorded: false });
    await t.platform.db.update(bankTransfers).set({ status: 'failed' }).where(eq(bankTransfers.id, id));
    await t.platform.jobs.drain();
  });
});

describe('the job that carries a transfer, repeated after a crash', () => {
  const carry = walletJobs.handlers['wallet.carryTransfer'];
  const run = (transferId: string) => carry(systemOf(t.platform), { transferId });

  async function aTransfer() {
    t.bank.answer({ status: 'pending' });
    const { id } = await deposit(LARGE);
    await t.platform.db.delete(jobs);
    t.bank.answer({ status: 'completed' });
    return id;
  }

  test('before the order was sent: it is sent', async () => {
    const id = await aTransfer();
    t.bank.breakDown(1);
    await expect(run(id)).rejects.toThrow('does not answer');
    await run(id);
    expect(await cash()).toBe(LARGE);
  });

  test('after the order was sent and before it was recorded: the bank sees the same order again', async () => {
    const id = await aTransfer();
    t.bank.orders.length = 0;
    await t.bank.order({ id, direction: 'deposit', amountCents: LARGE, instant: false });
    await run(id);
    expect(t.bank.orders.map((order) => order.id)).toEqual([id, id]);
    expect(await cash()).toBe(LARGE);
  });

  test('after it was recorded: it is not ordered again', async () => {
    const id = await aTransfer();
    t.bank.answer({ status: 'pending' });
    expect(await run(id)).toMatchObject({ runAgainAt: expect.any(Date) });
    t.bank.answer({ status: 'completed' });
    t.bank.orders.length = 0;
    await run(id);
    expect(t.bank.orders).toEqual([]);
    expect(await cash()).toBe(LARGE);
  });

  test('while it is pending: the bank is asked again within a second, and within an hour once that has taken hours', async () => {
    const id = await aTransfer();
    t.bank.answer({ status: 'pending' });
    const pause = async () => ((await run(id))?.runAgainAt.getTime() ?? 0) - t.clock.now().getTime();
    expect(await pause()).toBeLessThanOrEqual(SECOND);
    t.clock.advance(5 * HOUR);
    expect(await pause()).toBeGreaterThan(59 * MINUTE);
    expect(await pause()).toBeLessThanOrEqual(HOUR);
  });

  test('is found without a job, a few at a time, by indexes', async () => {
    for (const afterId of [null, newId()]) {
      const read = (runner: StatementRunner) => pendingTransfers(runner as Queryable, afterId);
      expect(await indexesUsed(t.platform, 'jobs', read)).toEqual(new Set(['jobs_transfer']));
      const used = await indexesUsed(t.platform, 'bank_transfers', read);
      expect(used).toEqual(new Set(['bank_transfers_unsettled']));
    }
  });

  test('after it was settled: nothing happens', async () => {
    const id = await aTransfer();
    await run(id);
    await run(id);
    await run(id);
    expect(await cash()).toBe(LARGE);
  });

  test('a bank that is down delays a deposit and loses nothing', async () => {
    t.bank.breakDown(2);
    expect(await deposit(10_000)).toMatchObject({ status: 'pending' });
    t.clock.advance(MINUTE);
    await t.platform.jobs.drain();
    t.clock.advance(MINUTE);
    await t.platform.jobs.drain();
    expect(await cash()).toBe(10_000);
  });
});

describe('lists', () => {
  test('the running balance of every page is the balance at that moment', async () => {
    const { id: propertyId } = await anApprovedProperty(t.platform, { price: 1_013 });
    await fund(ada, 60_000);
    for (let many = 0; many < 6; many += 1)
      await api(ada).investing.invest({ propertyId, shares: 3, requestId: newKey() });
    await withdraw(5_000);
    const seen = await allPages((cursor) =>
      api(ada).wallet.movements({ limit: 3, ...(cursor ? { cursor } : {}) }),
    );
    expect(seen).toHaveLength(1 + 6 * 2 + 1);
    let balance = 0;
    for (const movement of seen.toReversed()) {
      balance += movement.amountCents;
      expect(movement.balanceAfterCents).toBe(balance);
    }
    expect(balance).toBe(await cash());
    expect(seen.map(({ kind }) => kind)).toContain('processing_fee');
    expect(seen.find(({ kind }) => kind === 'investment')?.description).toBe('Shares of Maple Court');
  });

  test('pages of transfers neither skip nor repeat, and show nobody else', async () => {
    for (let many = 0; many < 7; many += 1) await deposit(1_000 + many);
    const bob = await aUser(t.platform, { cash: 5_000 });
    const seen = await allPages((cursor) =>
      api(ada).wallet.transfers({ limit: 3, ...(cursor ? { cursor } : {}) }),
    );
    expect(seen.map(({ amountCents }) => amountCents)).toEqual([1006, 1005, 1004, 1003, 1002, 1001, 1000]);
    expect((await api(bob).wallet.transfers({})).items).toHaveLength(1);
  });

  test.each(['nonsense', '-'.repeat(36), "1' or 1=1", '99999999999999999999', '99~-1', ''])(
    'refuses the cursor %j',
    async (cursor) => {
      expect(await refusalOf(api(ada).wallet.transfers({ cursor }))).toBe('MALFORMED');
      expect(await refusalOf(api(ada).wallet.movements({ cursor }))).toBe('MALFORMED');
    },
  );
});
