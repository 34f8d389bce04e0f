import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpCommand } from '#features/identity/server/index.ts';
import { after, HOUR } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  contextOf,
  newKey,
  PASSWORD,
  type Person,
  personOf,
} from '#tests/support/actors.ts';
import { applyForReview, decideOn, fillApplication } from '#tests/support/applicants.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { addAuthenticatorApp } from '#tests/support/second-factor.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let ada: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  ada = await aUser(t.platform, { cash: 50_000 });
});
afterAll(() => t.close());

const reason = 'Your bank reported a payment as stolen.';

test('people are found by a part of their email or their id, page by page', async () => {
  const people = api(admin).backOffice.users;
  const part = ada.email.slice(0, 12);
  expect((await people({ q: part })).items).toMatchObject([
    { id: ada.id, availableCents: 50_000, frozen: null },
  ]);
  expect((await people({ q: ada.id })).items).toHaveLength(1);
  await api(admin).freezes.freezeAccount({ userId: ada.id, reason });
  expect((await people({ state: 'frozen', q: part })).items).toMatchObject([{ frozen: { reason } }]);
  for (const id of ['demo-user-1', 'demo-user-2']) {
    const account = { id, email: `${id}@example.test`, password: PASSWORD, firstName: 'De', lastName: 'Mo' };
    await signUpCommand(contextOf(t.platform), account);
  }
  const found = new Set<string>();
  let cursor: string | null = null;
  do {
    const page = await people({ limit: 1, ...(cursor !== null && { cursor }) });
    for (const { id } of page.items) found.add(id);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect([...found].sort()).toEqual([admin.id, ada.id, 'demo-user-1', 'demo-user-2'].sort());
});

test('users are filtered by name, role, state and identity', async () => {
  const { users } = api(admin).backOffice;
  const idsOf = async (filter: Parameters<typeof users>[0]) =>
    (await users(filter)).items.map(({ id }) => id);
  const grace = await signUpCommand(contextOf(t.platform), {
    email: 'grace@example.test',
    password: PASSWORD,
    firstName: 'Grace',
    lastName: 'Hopper',
  });
  expect(await idsOf({ q: 'ace hop' })).toEqual([grace.id]);
  expect(await idsOf({ q: 'grace', role: 'admin' })).toEqual([]);
  expect(await idsOf({ role: 'admin' })).toEqual([admin.id]);
  const applicant = await aUser(t.platform);
  await applyForReview(applicant);
  expect(await idsOf({ identity: 'verified' })).toEqual([]);
  await decideOn(applicant, 'approved', { admin });
  expect(await idsOf({ identity: 'verified' })).toEqual([applicant.id]);
  expect(await idsOf({ identity: 'unverified' })).not.toContain(applicant.id);
  expect(await idsOf({ state: 'active' })).not.toContain(ada.id);
});

test('a closed account is closed, not frozen', async () => {
  const { users, user } = api(admin).backOffice;
  const person = await aUser(t.platform);
  await api(person).ownData.closeAccount({ confirmation: 'Close my account', requestId: newKey() });
  expect(await user({ userId: person.id })).toMatchObject({
    frozen: null,
    closedAt: expect.any(String),
  });
  const statesWith = async (...states: ('all' | 'active' | 'frozen' | 'closed')[]) => {
    const pages = await Promise.all(states.map((state) => users({ q: person.id, state })));
    return states.filter((_, index) => pages[index]?.items.length);
  };
  expect(await statesWith('all', 'active', 'frozen', 'closed')).toEqual(['all', 'closed']);
});

test('the identity check of a closed account shows its decision, and is not in progress without one', async () => {
  const shownAfterClosing = async (prepare: (person: Person) => Promise<unknown>) => {
    const person = await aUser(t.platform);
    await prepare(person);
    await api(person).ownData.closeAccount({ confirmation: 'Close my account', requestId: newKey() });
    return (await api(admin).backOffice.user({ userId: person.id })).kyc;
  };
  expect(await shownAfterClosing(fillApplication)).toBeNull();
  expect(await shownAfterClosing(applyForReview)).toBeNull();
  const rejected = async (person: Person) => {
    await applyForReview(person);
    await decideOn(person, 'rejected', { admin });
  };
  expect(await shownAfterClosing(rejected)).toBe('rejected');
});

test('an account is shown without a number, a hash or a secret of its owner', async () => {
  const applicant = await aUser(t.platform, { cash: 1_000 });
  await applyForReview(applicant);
  await addAuthenticatorApp(applicant, t.clock);
  const details = await api(admin).backOffice.user({ userId: applicant.id });
  expect(details).toMatchObject({ kyc: 'under_review', balances: { availableCents: 1_000 } });
  expect(details.sessions).toHaveLength(1);
  expect(details.signIn).toMatchObject({ password: true, recoveryCodesLeft: 10 });
  const [stored] = await rows<{ hash: string; secret: string; ssn: string; print: string }>(
    t.platform.db,
    sql`select u.password_hash as hash, f.secret, k.sealed_ssn as ssn, k.ssn_fingerprint as print
        from users u join second_factors f on f.user_id = u.id join kyc_applications k on k.user_id = u.id
        where u.id = ${applicant.id}`,
  );
  for (const secret of Object.values(stored ?? {})) {
    expect(secret).toBeTruthy();
    expect(JSON.stringify(details)).not.toContain(secret);
  }
  expect(await refusalOf(api(admin).backOffice.user({ userId: 'nobody' }))).toBe('NOT_FOUND');
});

test('work about an admin waits for another admin', async () => {
  const own = await anAdmin(t.platform);
  const workOf = async (person: Person) => {
    const { properties, identityChecks, ownWork } = await api(person).backOffice.waiting();
    return { properties, identityChecks, ownWork };
  };
  const before = await workOf(admin);
  await aPendingProperty(t.platform, { owner: own });
  await applyForReview(own);
  expect(await workOf(admin)).toEqual({
    properties: before.properties + 1,
    identityChecks: before.identityChecks + 1,
    ownWork: 0,
  });
  expect(await workOf(own)).toEqual({ ...before, ownWork: 2 });
});

test('months of past quarters that an owner has not reported are counted and listed', async () => {
  const { id } = await anApprovedProperty(t.platform, { admin });
  const listed = async () =>
    (await api(admin).properties.adminList({ outstanding: 'reports' })).items.map((one) => one.id);
  const missing = async () => (await api(admin).backOffice.waiting()).missingMonths;
  const approvedIn = t.clock.now().getUTCMonth();
  const quarterEnd = new Date(
    Date.UTC(t.clock.now().getUTCFullYear(), 3 * Math.floor(approvedIn / 3) + 3, 1),
  );
  t.clock.moveTo(after(quarterEnd, -HOUR));
  expect([await missing(), await listed()]).toEqual([0, []]);
  t.clock.moveTo(quarterEnd);
  expect([await missing(), await listed()]).toEqual([3 - (approvedIn % 3), [id]]);
});

test('a session of another person is ended with a reason, and so is all access', async () => {
  const person = await aUser(t.platform);
  const end = (sessionId?: string) =>
    api(admin).identity.endSessionsOf({ userId: person.id, reason, ...(sessionId && { sessionId }) });
  const sessionId = person.actor.sessionId ?? '';
  expect(await end(sessionId)).toMatchObject({ endedSessions: 1 });
  expect(await refusalOf(end(sessionId))).toBe('SESSION_ENDED');
  await personOf(t.platform, { id: person.id, email: person.email, role: 'user' });
  expect(await end()).toMatchObject({ endedSessions: 1, revokedTokens: 0 });
  const { items } = await api(admin).audit.log({
    subject: `user:${person.id}`,
    action: 'identity.endSessionsOf',
  });
  expect(items[0]?.runs[0]?.details).toContainEqual({ field: 'reason', value: reason });
  await t.platform.jobs.drain();
  expect((await api(person).notifications.list({ limit: 1 })).items[0]?.title).toBe('You were signed out');
});
