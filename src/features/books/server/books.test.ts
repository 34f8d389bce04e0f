import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { present } from '#kernel/assert.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  newKey,
  on,
  type Person,
  personOf,
} from '#tests/support/actors.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { approveWithMortgage } from '#tests/support/valuations.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let ada: Person;
let propertyId: number;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  ({ id: propertyId } = await anApprovedProperty(t.platform, { admin, minimumShares: 50 }));
  ada = await aUser(t.platform, { cash: 100_000 });
  await api(ada).investing.invest({ propertyId, shares: 2, requestId: newKey() });
  await api(ada).wallet.withdraw({ amountCents: 10_000, requestId: newKey() });
  await t.platform.jobs.drain();
});
afterAll(() => t.close());

const books = () => api(admin).books;
async function verified() {
  await books().requestVerification({});
  expect((await books().overview()).isVerifying).toBe(true);
  await t.platform.jobs.drain();
  const { last, comparison, comparing, isVerifying } = await books().overview();
  expect([isVerifying, comparing]).toEqual([false, null]);
  return { ...present(last, 'the last verification'), comparison };
}

test('a verification on request is stored with a trial balance that adds up to zero, and is in the audit log', async () => {
  const last = await verified();
  expect(last).toMatchObject({ broken: 0, requestedBy: 'Ada Quill', drift: [] });
  expect(last.invariants).toBeGreaterThan(50);
  expect(last.trialBalance.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
  const balances = Object.fromEntries(last.trialBalance.map(({ kind, cents }) => [kind, cents]) ?? []);
  expect(balances).toMatchObject({ 'bank:settlement': -90_000, user_cash: 69_500, property_escrow: 20_500 });
  const both = { in: 100_000, out: 10_000 };
  expect(last.comparison).toMatchObject({
    compared: 2,
    bank: both,
    own: both,
    differing: 0,
    differences: [],
  });
  expect((await books().properties({})).items).toMatchObject([{ id: propertyId, escrowCents: 20_500 }]);
  expect((await books().months()).at(-1)).toMatchObject({ inCents: 100_000, outCents: 10_000 });
  const subject = `verification:${last.id}`;
  const rows = (await api(admin).audit.log({ subject })).items;
  expect(rows.map(({ action }) => action)).toEqual(['books.recordComparison', 'books.recordVerification']);
});

test('drift that was planted in the database is shown, and counts as waiting work', async () => {
  await t.platform.db.execute(
    sql`update ledger_accounts set balance = balance + 1 where kind = 'property_escrow'`,
  );
  const last = await verified();
  expect(last.broken).toBeGreaterThan(0);
  const drifts = last.drift.flatMap((one) => one.drifts) ?? [];
  expect(drifts).toContainEqual({
    subject: `property:${propertyId}:escrow`,
    detail: 'balance 20501, transfers 20500',
  });
  expect((await api(admin).backOffice.waiting()).drift).toBe(last.broken);
  await t.platform.db.execute(
    sql`update ledger_accounts set balance = balance - 1 where kind = 'property_escrow'`,
  );
  expect((await verified())?.broken).toBe(0);
});

test('every transfer is compared with the bank, page by page, and a difference is found wherever it is', async () => {
  const many = 1_100;
  const declined = { status: 'failed', reason: 'The bank declined.' } as const;
  const now = t.clock.now().toISOString();
  await t.platform.db.execute(
    sql`insert into bank_transfers (id, user_id, direction, amount, status, reference, requested_operation_id,
                                    settled_operation_id, created_at, settled_at)
        select gen_random_uuid(), ${ada.id}, 'deposit', 1, 'failed', 'test:old-' || g, gen_random_uuid(),
               gen_random_uuid(), ${now}::timestamptz, ${now}::timestamptz from generate_series(1, ${many}::int) g`,
  );
  for (let number = 1; number <= many; number += 1) t.bank.answer(declined, `old-${number}`);
  expect((await verified()).comparison).toMatchObject({ compared: many + 2, differing: 0 });
  t.bank.answer({ status: 'completed', amountCents: 100 }, 'old-700');
  await t.platform.db.execute(
    sql`update bank_transfers set reference = null where status = 'completed' and direction = 'deposit'`,
  );
  await books().requestVerification({});
  t.bank.breakDown(20);
  await t.platform.jobs.drain();
  expect((await books().overview()).comparing).toMatchObject({ compared: 0 });
  t.clock.advance(MINUTE);
  await t.platform.jobs.drain();
  const { comparison, comparing } = await books().overview();
  expect(comparing).toBeNull();
  expect(comparison).toMatchObject({
    compared: many + 2,
    differing: 2,
    bank: { in: 100, out: 10_000 },
    own: { in: 100_000, out: 10_000 },
  });
  expect(comparison?.differences.map(({ own, bank }) => `${own}, ${bank}`).sort()).toEqual([
    'completed, unknown',
    'failed, completed',
  ]);
  expect((await api(admin).backOffice.waiting()).bankDifferences).toBe(2);
});

test('a transfer that the bank never answers about is a difference, and those after it are compared', async () => {
  const { status } = t.bank;
  const [oldest] = await rows<{ reference: string }>(
    t.platform.db,
    sql`select reference from bank_transfers where reference like 'test:old-1%' order by id limit 1`,
  );
  t.bank.status = async (reference) => {
    if (reference === oldest?.reference) throw new Error('no such payment');
    return status(reference);
  };
  const { comparison } = await verified();
  t.bank.status = status;
  expect(comparison?.differences.map(({ own, bank }) => `${own}, ${bank}`).sort()).toEqual([
    'completed, unknown',
    'failed, completed',
    'failed, unknown',
  ]);
});

test('a transfer of which the bank has settled another amount is not booked, and is a difference with both amounts', async () => {
  const before = (await verified()).comparison;
  const bea = await aUser(t.platform);
  t.bank.answer({ status: 'pending' });
  const { id } = await api(bea).wallet.deposit({ amountCents: 500_000, requestId: newKey() });
  t.bank.answer({ status: 'completed' });
  t.bank.answer({ status: 'completed', amountCents: 450_000 }, id);
  t.clock.advance(2 * MINUTE);
  await t.platform.jobs.drain();
  expect(await api(bea).wallet.overview()).toMatchObject({
    availableCents: 0,
    pendingDepositsCents: 500_000,
  });
  const { comparison } = await verified();
  expect(comparison?.differences).toContainEqual({
    transferId: id,
    own: 'pending',
    bank: 'completed',
    amounts: { ownCents: 500_000, bankCents: 450_000 },
  });
  expect((comparison?.bank.in ?? 0) - (before?.bank.in ?? 0)).toBe(450_000);
  t.bank.answer({ status: 'completed' }, id);
  t.clock.advance(HOUR);
  await t.platform.jobs.drain();
  expect(await api(bea).wallet.overview()).toMatchObject({ availableCents: 500_000 });
});

test('verifications come by the schedule, are only ever added to, and are limited on request', async () => {
  const scheduled = secondPlatform(t, { env: { VERIFY_HOURS: '24' } });
  const before = (await books().overview()).history.length;
  t.clock.advance(25 * HOUR);
  await scheduled.jobs.drain();
  t.clock.advance(HOUR);
  await scheduled.jobs.drain();
  const { history } = await books().overview();
  expect(history).toHaveLength(before + 1);
  expect(history[0]?.requestedBy).toBeNull();
  await expect(t.platform.db.execute(sql`delete from verifications`)).rejects.toThrow();
  const limited = on(secondPlatform(t, { env: { RATE_LIMITS: 'on' } }), admin);
  for (let count = 0; count < 6; count += 1) await api(limited).books.requestVerification({});
  expect(await refusalOf(api(limited).books.requestVerification({}))).toBe('VERIFIED_LATELY');
});

test('what is paid to lenders leaves the bank: the months and the totals add up to the balance of the bank', async () => {
  const owner = await aUser(t.platform);
  const { id } = await aPendingProperty(t.platform, { owner, shares: 100, price: 10_000 });
  const figures = { amountCents: 2_000_000, debtCents: 90_000, minimumShares: 20, repaymentCents: 90_000 };
  await approveWithMortgage(admin, { propertyId: id, ...figures });
  const buyer = await aUser(t.platform, { cash: 300_000 });
  await api(buyer).investing.invest({ propertyId: id, shares: 20, requestId: newKey() });
  t.clock.advance(3 * DAY);
  await t.platform.jobs.drain();
  admin = await personOf(t.platform, { ...admin, role: 'admin' });
  const payment = { id, amountCents: 90_000, reference: 'Loan 4711', requestId: newKey() };
  await api(admin).offerings.payLender(payment);
  const { trialBalance, transfers } = await verified();
  expect(transfers).toContainEqual({ direction: 'lender', status: 'completed', many: 1, cents: 90_000 });
  const atBank = trialBalance.find(({ kind }) => kind === 'bank:settlement')?.cents;
  const settled = transfers.filter(({ status }) => status === 'completed');
  const sum = settled.reduce((cents, one) => cents + (one.direction === 'deposit' ? -1 : 1) * one.cents, 0);
  expect(sum).toBe(atBank);
  const months = await books().months();
  expect(months.reduce((cents, { inCents, outCents }) => cents + outCents - inCents, 0)).toBe(atBank);
});
