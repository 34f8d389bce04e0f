import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outboxEvents } from '#db/schema/platform.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { anAdmin, api, aUser, newKey, on, type Person } from '#tests/support/actors.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { addAuthenticatorApp } from '#tests/support/second-factor.ts';
import { RESET_WAIT_HOURS } from '../../identity.rules.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let asker: Person;
let approver: Person;
let ada: Person;
beforeAll(async () => {
  t = await testPlatform({ env: { APPROVALS: '2' } });
  asker = await anAdmin(t.platform);
  approver = await anAdmin(t.platform);
  t.clock.advance(24 * HOUR);
});
beforeEach(async () => {
  ada = await aUser(t.platform);
  await addAuthenticatorApp(ada, t.clock);
});
afterAll(() => t.close());

const reason = 'Her phone fell into a lake; we called her back.';
const request = (by = asker) =>
  api(by).approvals.request({
    command: 'identity.resetSecondFactor',
    input: { userId: ada.id },
    reason,
    requestId: newKey(),
  });
const execute = (by: Person, id: string) => api(by).approvals.execute({ id });
const signInOf = async () => (await api(asker).backOffice.user({ userId: ada.id })).signIn;

test('it takes another admin and a day, the person is notified immediately, and all access ends', async () => {
  const { id } = await request();
  const [notified] = (await api(ada).notifications.list({ limit: 1 })).items;
  expect(notified).toMatchObject({
    title: 'An admin wants to remove your authenticator app',
    actionUrl: '/settings?view=security',
  });
  expect(notified?.message).toContain(reason);
  expect(await refusalOf(execute(approver, id))).toBe('TOO_EARLY');
  t.clock.advance(RESET_WAIT_HOURS * HOUR - MINUTE);
  expect(await refusalOf(execute(approver, id))).toBe('TOO_EARLY');
  t.clock.advance(MINUTE);
  expect(await refusalOf(execute(asker, id))).toBe('OWN_REQUEST');
  expect(await signInOf()).toMatchObject({ recoveryCodesLeft: 10 });
  await execute(approver, id);
  expect(await signInOf()).toMatchObject({ secondFactorSince: null, recoveryCodesLeft: 0, password: true });
  expect((await api(asker).backOffice.user({ userId: ada.id })).sessions).toEqual([]);
  await t.platform.jobs.drain();
  expect(t.mails.sent.map(({ subject }) => subject)).toContain('Your authenticator app was removed');
});

test('the person objects, also while frozen, and after that nobody carries it out; others cannot object', async () => {
  const { id } = await request();
  const stranger = await aUser(t.platform);
  expect(await refusalOf(api(stranger).approvals.object({ id }))).toBe('REQUEST_NOT_FOUND');
  expect(await api(stranger).approvals.aboutCaller()).toEqual([]);
  await api(asker).freezes.freezeAccount({ userId: ada.id, reason });
  expect(await api(ada).approvals.aboutCaller()).toMatchObject([{ id, reason }]);
  await api(ada).approvals.object({ id });
  t.clock.advance(RESET_WAIT_HOURS * HOUR);
  expect(await refusalOf(execute(approver, id))).toBe('REQUEST_DECIDED');
  expect(await signInOf()).toMatchObject({ recoveryCodesLeft: 10 });
  const history = await api(approver).approvals.list({ view: 'history' });
  expect(history.items[0]).toMatchObject({ id, state: 'objected', decision: { by: 'Ada Quill' } });
  expect((await api(asker).notifications.list({ limit: 1 })).items[0]?.title).toBe(
    'Objection to your request',
  );
});

test.each([
  ['withdrawn by its admin', (id: string) => api(asker).approvals.withdraw({ id })],
  ['declined by another admin', (id: string) => api(approver).approvals.decline({ id, reason })],
])('a request that is %s leaves the screens of the person immediately', async (_, end) => {
  const { id } = await request();
  await end(id);
  const named = await t.platform.db
    .select({ type: outboxEvents.type })
    .from(outboxEvents)
    .where(and(eq(outboxEvents.userId, ada.id), eq(outboxEvents.type, 'approvals.decided')));
  expect(named).toHaveLength(1);
  expect(await api(ada).approvals.aboutCaller()).toEqual([]);
});

test('it takes two admins also where one is enough for everything else, and never for oneself', async () => {
  const one = secondPlatform(t, { env: { APPROVALS: '1' } });
  const alone = api(on(one, asker)).identity.resetSecondFactor({ userId: ada.id });
  expect(await refusalOf(alone)).toBe('APPROVAL_REQUIRED');
  const own = api(asker).approvals.request({
    command: 'identity.resetSecondFactor',
    input: { userId: asker.id },
    reason,
    requestId: newKey(),
  });
  expect(await refusalOf(own)).toBe('OWN_ACCESS');
});
