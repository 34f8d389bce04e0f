import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, on, type Person } from '#tests/support/actors.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let propertyId: number;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  ({ id: propertyId } = await anApprovedProperty(t.platform, { admin, minimumShares: 50 }));
  const ada = await aUser(t.platform, { cash: 100_000 });
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
  const { last, isVerifying } = await books().overview();
  expect(isVerifying).toBe(false);
  return last;
}

test('a verification on request is stored with a trial balance that adds up to zero, and is in the audit log', async () => {
  const last = await verified();
  expect(last).toMatchObject({ broken: 0, requestedBy: 'Ada Quill', drift: [] });
  expect(last?.invariants).toBeGreaterThan(50);
  expect(last?.trialBalance.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
  const balances = Object.fromEntries(last?.trialBalance.map(({ kind, cents }) => [kind, cents]) ?? []);
  expect(balances).toMatchObject({ 'bank:settlement': -90_000, user_cash: 69_500, property_escrow: 20_500 });
  expect(last?.provider).toMatchObject({ settled: { in: 100_000, out: 10_000 }, differing: [] });
  expect((await books().properties({})).items).toMatchObject([{ id: propertyId, escrowCents: 20_500 }]);
  expect((await books().months()).at(-1)).toMatchObject({ inCents: 100_000, outCents: 10_000 });
  const subject = `verification:${last?.id}`;
  expect((await api(admin).audit.log({ subject })).items).toHaveLength(1);
});

test('drift that was planted in the database is shown, and so is what the provider says otherwise', async () => {
  const before = await verified();
  await t.platform.db.execute(
    sql`update ledger_accounts set balance = balance + 1 where kind = 'property_escrow'`,
  );
  t.bank.answer({ status: 'failed', reason: 'The bank declined.' });
  const last = await verified();
  expect(last?.broken).toBeGreaterThan(0);
  const drifts = last?.drift.flatMap((one) => one.drifts) ?? [];
  expect(drifts).toContainEqual({
    subject: `property:${propertyId}:escrow`,
    detail: 'balance 20501, transfers 20500',
  });
  expect(last?.provider.differing.length).toBe(before?.provider.asked);
  expect(last?.provider.differing[0]).toMatchObject({ own: 'completed', provider: 'failed' });
  t.bank.answer({ status: 'completed' });
  await t.platform.db.execute(
    sql`update ledger_accounts set balance = balance - 1 where kind = 'property_escrow'`,
  );
  expect((await verified())?.broken).toBe(0);
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
