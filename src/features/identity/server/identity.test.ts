import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessTokens, sessions, users } from '#db/schema/identity.ts';
import { auditLog } from '#db/schema/platform.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { argon2Passwords } from '#platform/server/adapters/argon2.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import { answerForm } from '#platform/server/transport/forms.ts';
import {
  anAdmin,
  api,
  aUser,
  contextOf,
  newKey,
  PASSWORD,
  type Person,
  personOf,
  systemOf,
} from '#tests/support/actors.ts';
import { outcomes, refusalOf } from '#tests/support/checks.ts';
import { mailsTo, newMailTo } from '#tests/support/mails.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { addAuthenticatorApp } from '#tests/support/second-factor.ts';
import type { TestClient } from '#tests/support/server.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { PASSWORD_RESET_FORM_PATH, SIGN_UP_FORM_PATH } from '../identity.rules.ts';
import { signUpForm } from './accounts/sign-up.form.ts';
import { grantAdmin, revokeAdmin } from './index.ts';
import { requestPasswordResetForm } from './password/request-password-reset.form.ts';
import { removeExpiredSessions, userBySessionToken } from './sessions/sessions.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let server: TestServer;
beforeAll(async () => {
  t = await testPlatform();
  server = await startTestServer(t.platform);
});
afterAll(async () => {
  await server.close();
  await t.close();
});

const newEmail = () => `${newKey()}@example.test`;
const person = (change = {}) => ({
  email: newEmail(),
  password: PASSWORD,
  firstName: 'Ada',
  lastName: 'Quill',
  ...change,
});
const cookieOf = (client: TestClient) => client.cookies.get('commonhold') ?? '';
async function signedIn(ada: Person): Promise<TestClient> {
  const client = server.client();
  expect((await client.signIn(ada.email)).status).toBe(200);
  return client;
}
const fromAddress = (platform: Platform, address: string) => {
  const context = contextOf(platform);
  return { ...context, caller: { ...context.caller, address } };
};
const isSignedIn = async (client: TestClient) => (await client.get('/api/auth/user')).status === 200;

describe('signing up', () => {
  test('creates a user with role user and no cash, and signs in', async () => {
    const client = server.client();
    const answer = await client.post('/api/auth/sign-up', person({ email: '  MiXed@Example.TEST ' }));
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ email: 'mixed@example.test', role: 'user', availableCash: '0.00' });
    expect(answer.text).not.toMatch(/password|hash/i);
    expect(await isSignedIn(client)).toBe(true);
  });

  test.each([
    ['confirmed', true],
    ['not confirmed', false],
  ])('an email that has an account, %s, opens no second one, however it is written', async (_, confirmed) => {
    const owner = await aUser(t.platform, { emailConfirmed: confirmed });
    const before = await t.platform.db.$count(users);
    const fullWidth = owner.email.replace(/(?<=@)./, (one) =>
      String.fromCharCode(one.charCodeAt(0) + 0xfee0),
    );
    const client = server.client();
    for (const email of [owner.email, ` ${owner.email.toUpperCase()} `, `\u200b${owner.email}`, fullWidth]) {
      const answer = await client.post('/api/auth/sign-up', person({ email, password: 'password1' }));
      expect(answer).toMatchObject({ status: 409, json: { code: 'EMAIL_TAKEN' } });
      expect(answer.json.message).toContain('already an account');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await t.platform.db.$count(users)).toBe(before);
    expect((await client.signIn(owner.email)).json.id).toBe(owner.id);
  });

  test('the database has one account for an email, however it is written to', async () => {
    const { email } = await aUser(t.platform);
    const row = { firstName: 'A', lastName: 'B', createdAt: new Date(), updatedAt: new Date() };
    const written = (address: string) =>
      t.platform.db
        .insert(users)
        .values({ id: newKey(), email: address, ...row })
        .then(
          () => 'written',
          () => 'refused',
        );
    expect(await written(email)).toBe('refused');
    expect(await written(email.toUpperCase())).toBe('refused');
    expect(await written(newEmail())).toBe('written');
  });

  test('names are stored as one line without characters that nobody sees', async () => {
    const names = { firstName: 'Ada\r\nX-Evil: 1', lastName: '\u202eQui\u200bll\ufeff' };
    const { json } = await server.client().post('/api/auth/sign-up', person(names));
    expect(json).toMatchObject({ firstName: 'Ada X-Evil: 1', lastName: 'Quill' });
  });

  test.each([
    [{ password: 'password1' }, 422, 'WEAK_PASSWORD'],
    [{ password: 'Quill123' }, 422, 'WEAK_PASSWORD'],
    [{ password: 'short' }, 400, 'MALFORMED'],
    [{ password: 'x'.repeat(257) }, 400, 'MALFORMED'],
    [{ email: 'no-at-sign' }, 400, 'MALFORMED'],
    [{ email: 'nul\u0000@example.test' }, 400, 'MALFORMED'],
    [{ firstName: ' ' }, 400, 'MALFORMED'],
    [{ firstName: '\u200b\u3164' }, 400, 'MALFORMED'],
    [{ role: 'admin' }, 400, 'MALFORMED'],
    [{ id: 'chosen' }, 400, 'MALFORMED'],
  ])('refuses %j with %d %s and creates nobody', async (change, status, code) => {
    const before = await t.platform.db.$count(users);
    const answer = await server.client().post('/api/auth/sign-up', person(change));
    expect(answer).toMatchObject({ status, json: { code } });
    expect(await t.platform.db.$count(users)).toBe(before);
  });
});

describe('forms without scripts', () => {
  const send = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const client = server.client(headers);
    const answer = await client.fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
    const cookie = client.cookies.get('commonhold-typed');
    return {
      client,
      answer,
      to: answer.headers.get('location'),
      typed: cookie === undefined ? null : JSON.parse(Buffer.from(cookie, 'base64url').toString()).fields,
    };
  };

  test('create an account, sign in and lead back', async () => {
    const fields = { ...person(), returnTo: '/property/1?invest=1' };
    const { client, to, typed } = await send(SIGN_UP_FORM_PATH, fields);
    expect([to, typed]).toEqual(['/property/1?invest=1', null]);
    expect((await client.get('/api/auth/user')).json).toMatchObject({ email: fields.email });
    const foreign = await send(SIGN_UP_FORM_PATH, { ...person(), returnTo: '//elsewhere.example' });
    expect(foreign.to).toBe('/');
  });

  test.each([
    [{ password: 'password1' }, 'weak'],
    [{ password: 'short' }, 'password'],
    [{ password: '' }, 'password'],
    [{ email: 'no-at-sign' }, 'email'],
    [{ lastName: ' ' }, 'name'],
    [{ firstName: '', email: '', password: '' }, 'name'],
  ])(
    'refuse %j as %s, and keep what was typed in no address and without the password',
    async (change, problem) => {
      const before = await t.platform.db.$count(users);
      const fields = person(change);
      const { answer, client, to, typed } = await send(SIGN_UP_FORM_PATH, { ...fields, returnTo: '/wallet' });
      expect([answer.status, to]).toEqual([303, `/login?mode=sign-up&problem=${problem}&returnTo=%2Fwallet`]);
      const { password, ...open } = fields;
      expect(typed).toEqual(Object.fromEntries(Object.entries(open).filter(([, text]) => text !== '')));
      expect(answer.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Lax; Max-Age=60/);
      expect(await isSignedIn(client)).toBe(false);
      expect(await t.platform.db.$count(users)).toBe(before);
    },
  );

  test('refuse an email that has an account, and what is too long for a cookie is not kept', async () => {
    const { email } = await aUser(t.platform);
    const taken = await send(SIGN_UP_FORM_PATH, person({ email, firstName: 'A'.repeat(80) }));
    expect(taken.to).toBe('/login?mode=sign-up&problem=existing');
    const long = await send(SIGN_UP_FORM_PATH, person({ firstName: 'A'.repeat(3_000) }));
    expect(long.typed).toEqual({ email: expect.any(String), lastName: 'Quill' });
  });

  test('ask for a new password, with the same answer for every email', async () => {
    const { email } = await aUser(t.platform);
    for (const one of [email, newEmail()]) {
      const { to, typed } = await send(PASSWORD_RESET_FORM_PATH, { email: one });
      expect([to, typed]).toEqual(['/forgot-password?outcome=sent', null]);
    }
    expect((await newMailTo(t, email)).subject).toBe('Choose a new password');
    const { to, typed } = await send(PASSWORD_RESET_FORM_PATH, { email: 'none' });
    expect([to, typed]).toEqual(['/forgot-password?outcome=invalid-email', { email: 'none' }]);
  });

  test.each([SIGN_UP_FORM_PATH, PASSWORD_RESET_FORM_PATH])(
    '%s is refused from another site',
    async (path) => {
      const before = await t.platform.db.$count(users);
      const { answer } = await send(path, person(), { 'sec-fetch-site': 'cross-site' });
      expect(answer.status).toBe(403);
      expect(await t.platform.db.$count(users)).toBe(before);
    },
  );
});

describe('signing in', () => {
  test('an unknown email and a wrong password get the same answer, and both cost a verification', async () => {
    const { email } = await aUser(t.platform);
    const verified: (string | null)[] = [];
    const counting = secondPlatform(t, {
      replace: {
        passwords: {
          ...t.platform.passwords,
          verify: (hash, password) => {
            verified.push(hash);
            return t.platform.passwords.verify(hash, password);
          },
        },
      },
    });
    const counted = await startTestServer(counting);
    const wrong = await counted.client().signIn(email, 'not the password');
    const unknown = await counted.client().signIn(newEmail(), 'not the password');
    await counted.close();
    expect(wrong.status).toBe(401);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    expect(verified).toEqual([expect.any(String), null]);
  });

  test('argon2id verifies its own hashes only, and never an unknown user', async () => {
    const passwords = argon2Passwords();
    const hash = await passwords.hash(PASSWORD);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, PASSWORD)).toBe(true);
    expect(await passwords.verify(hash, `${PASSWORD} `)).toBe(false);
    expect(await passwords.verify(null, 'an unknown user has this password')).toBe(false);
  });

  test('the cookie is out of reach of scripts and other sites; only its hash is stored', async () => {
    const ada = await aUser(t.platform);
    const client = server.client();
    const [cookie = ''] = (await client.signIn(ada.email)).headers.getSetCookie();
    expect(cookie).toMatch(/^commonhold=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    const stored = eq(sessions.id, sha256(cookieOf(client)));
    const [row] = await t.platform.db.select().from(sessions).where(stored);
    expect(row?.userId).toBe(ada.id);
    expect(JSON.stringify(row)).not.toContain(cookieOf(client));
    const audits = await t.platform.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `user:${ada.id}`));
    expect(JSON.stringify(audits)).not.toContain(cookieOf(client));
  });

  test('on https the cookie is bound to the host and to secure connections', async () => {
    const secure = secondPlatform(t, { env: { PUBLIC_URL: 'https://commonhold.example' } });
    const on = await startTestServer(secure);
    const ada = await aUser(t.platform);
    const [cookie = ''] = (await on.client().signIn(ada.email)).headers.getSetCookie();
    await on.close();
    expect(cookie).toMatch(/^__Host-commonhold=.*; Path=\/;.*; Secure$/);
  });

  test('each sign-in has a session of its own', async () => {
    const ada = await aUser(t.platform);
    const [first, second] = [await signedIn(ada), await signedIn(ada)];
    expect(cookieOf(first)).not.toBe(cookieOf(second));
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, true]);
  });

  test.each(['by password', 'by password and code', 'with a new account'])(
    '%s ends the session that the browser had',
    async (how) => {
      const [ada, bob] = [await aUser(t.platform), await aUser(t.platform)];
      const client = await signedIn(ada);
      const before = { cookie: `commonhold=${cookieOf(client)}` };
      if (how === 'with a new account') await client.post('/api/auth/sign-up', person());
      else if (how === 'by password') await client.signIn(bob.email);
      else {
        const { code } = await addAuthenticatorApp(bob, t.clock);
        await client.signIn(bob.email);
        expect((await server.client().get('/api/auth/user', before)).status).toBe(200);
        await client.post('/api/auth/sign-in/confirm', { code: await code() });
      }
      expect((await client.get('/api/auth/user')).json.id).not.toBe(ada.id);
      expect((await server.client().get('/api/auth/user', before)).status).toBe(401);
    },
  );
});

describe('the limit of failed sign-ins', () => {
  const limited = (proxied = false) =>
    secondPlatform(t, { env: { RATE_LIMITS: 'on', ...(proxied ? { PROXY_HOPS: '1' } : {}) } });

  test('after ten failures even the right password is refused with 429, but from another address it works', async () => {
    const on = await startTestServer(limited(true));
    const ada = await aUser(t.platform);
    const from = (address: string) => on.client({ 'x-forwarded-for': address });
    for (let many = 0; many < 10; many += 1) {
      expect((await from('192.0.2.7').signIn(ada.email, 'wrong')).status).toBe(401);
    }
    const refused = await from('192.0.2.7').signIn(ada.email);
    expect(refused).toMatchObject({ status: 429, json: { code: 'TOO_MANY_ATTEMPTS' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('192.0.2.8').signIn(ada.email)).status).toBe(200);
    const bob = await aUser(t.platform);
    expect((await from('192.0.2.7').signIn(bob.email)).status).toBe(200);
    await on.close();
  });

  test('a success gives all tries back', async () => {
    const on = await startTestServer(limited());
    const ada = await aUser(t.platform);
    for (const _ of [1, 2]) {
      for (let many = 0; many < 9; many += 1) await on.client().signIn(ada.email, 'wrong');
      expect((await on.client().signIn(ada.email)).status).toBe(200);
    }
    await on.close();
  });

  test('one address tries thirty wrong passwords, whatever the emails, and a success gives only its own try back', async () => {
    const on = await startTestServer(limited(true));
    const ada = await aUser(t.platform);
    const from = (address: string) => on.client({ 'x-forwarded-for': address });
    const spray = async (many: number) => {
      const tries = Array.from({ length: many }, () => from('192.0.2.9').signIn(newEmail(), 'Spring2026!'));
      return (await Promise.all(tries)).map(({ status }) => status);
    };
    expect(await spray(29)).toEqual(Array(29).fill(401));
    expect((await from('192.0.2.9').signIn(ada.email)).status).toBe(200);
    expect((await spray(31)).filter((status) => status === 401)).toHaveLength(1);
    expect(await from('192.0.2.9').signIn(ada.email)).toMatchObject({
      status: 429,
      json: { code: 'TOO_MANY_ATTEMPTS' },
    });
    expect((await from('192.0.2.10').signIn(ada.email)).status).toBe(200);
    t.clock.advance(15 * MINUTE);
    expect((await from('192.0.2.9').signIn(ada.email)).status).toBe(200);
    await on.close();
  });

  test('thirty guesses at once get ten tries', async () => {
    const on = await startTestServer(limited());
    const ada = await aUser(t.platform);
    const guesses = Array.from({ length: 30 }, (_, at) => on.client().signIn(ada.email, `guess ${at}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    await on.close();
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  test('guessing the current password when changing it is limited too', async () => {
    const ada = await aUser(t.platform);
    const platform = limited();
    const change = () =>
      refusalOf(
        api({ ...ada, platform }).identity.changePassword({ currentPassword: 'x', newPassword: PASSWORD }),
      );
    for (let many = 0; many < 10; many += 1) expect(await change()).toBe('WRONG_PASSWORD');
    expect(await change()).toBe('TOO_MANY_ATTEMPTS');
  });

  test('one address learns of twenty emails an hour whether they have an account', async () => {
    const { email } = await aUser(t.platform);
    const from = api(fromAddress(limited(), '192.0.2.98'));
    const { done, refused } = await outcomes(
      Array.from({ length: 21 }, () => from.identity.signUp(person({ email }))),
    );
    expect([done.length, refused.sort()]).toEqual([0, [...Array(20).fill('EMAIL_TAKEN'), 'RATE_LIMITED']]);
    const elsewhere = api(fromAddress(limited(), '192.0.2.97'));
    expect(await refusalOf(elsewhere.identity.signUp(person({ email })))).toBe('EMAIL_TAKEN');
  });

  test('the owner of an email is notified once a day that someone signed up with it', async () => {
    const owner = await aUser(t.platform);
    const attempt = () =>
      refusalOf(api(contextOf(limited())).identity.signUp(person({ email: owner.email })));
    await mailsTo(t, owner.email);
    t.mails.sent.length = 0;
    for (let many = 0; many < 3; many += 1) expect(await attempt()).toBe('EMAIL_TAKEN');
    const mail = await newMailTo(t, owner.email);
    expect(mail.subject).toBe('You already have an account');
    expect(mail.text).toContain('/login');
    expect(mail.text).toContain('/forgot-password');
    t.clock.advance(DAY);
    expect(await attempt()).toBe('EMAIL_TAKEN');
    await newMailTo(t, owner.email);
  });

  test('the forms without scripts count towards the same limits', async () => {
    const from = fromAddress(limited(), '192.0.2.97');
    const { email } = await aUser(t.platform);
    const twenty = Array.from({ length: 20 });
    await outcomes(twenty.map(() => api(from).identity.signUp(person({ email }))));
    expect(await answerForm(from, signUpForm, { ...person() })).toBe('/login?mode=sign-up&problem=limited');
    await outcomes(twenty.map(() => api(from).identity.requestPasswordReset({ email: newEmail() })));
    const refused = '/forgot-password?outcome=too-many';
    expect(await answerForm(from, requestPasswordResetForm, { email })).toBe(refused);
  });

  test('one address signs up at most twenty times an hour', async () => {
    const platform = limited();
    const results = await outcomes(
      Array.from({ length: 21 }, () => api(fromAddress(platform, '192.0.2.99')).identity.signUp(person())),
    );
    expect(results.done).toHaveLength(20);
    expect(results.refused).toEqual(['RATE_LIMITED']);
  });
});

describe('the end of a session', () => {
  test('sign-out ends it, whatever cookie is sent again', async () => {
    const client = await signedIn(await aUser(t.platform));
    const cookie = cookieOf(client);
    const answer = await client.get('/api/logout');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
    expect(client.cookies.size).toBe(0);
    const again = await server.client().get('/api/auth/user', { cookie: `commonhold=${cookie}` });
    expect(again.status).toBe(401);
  });

  test('another site cannot sign anyone out', async () => {
    const client = await signedIn(await aUser(t.platform));
    await client.get('/api/logout', { 'sec-fetch-site': 'cross-site' });
    expect(await isSignedIn(client)).toBe(true);
  });

  test('14 days without use end it; use extends it', async () => {
    const ada = await aUser(t.platform);
    const idle = await signedIn(ada);
    const used = await signedIn(ada);
    const expire = async (client: TestClient, at: Date) => {
      const id = sha256(cookieOf(client));
      await t.platform.db.update(sessions).set({ expiresAt: at }).where(eq(sessions.id, id));
      return id;
    };
    await expire(idle, new Date(Date.now() - 1_000));
    expect(await isSignedIn(idle)).toBe(false);
    const id = await expire(used, new Date(Date.now() + DAY));
    const answer = await used.get('/api/auth/user');
    expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=1209600');
    const [row] = await t.platform.db.select().from(sessions).where(eq(sessions.id, id));
    expect(row?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 13 * DAY);
  });

  test('90 days end it however much it is used', async () => {
    const client = await signedIn(await aUser(t.platform));
    const token = cookieOf(client);
    const signedInAt = t.clock.now();
    const at = (days: number) => new Date(signedInAt.getTime() + days * DAY);
    expect(await userBySessionToken(t.platform.db, token, at(89.9))).not.toBeNull();
    expect(await userBySessionToken(t.platform.db, token, at(90.1))).toBeNull();
    expect(await userBySessionToken(t.platform.db, token, at(1))).toBeNull();
  });

  test('a password change ends all sessions but the one that changed it', async () => {
    const ada = await aUser(t.platform);
    const [here, there] = [await signedIn(ada), await signedIn(ada)];
    const newPassword = 'umber-quarry-17-kettle';
    const answer = await here.mutate('identity.changePassword', { currentPassword: PASSWORD, newPassword });
    expect(answer.json.result.data).toEqual({ endedSessions: 2, revokedTokens: 0 });
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    expect((await server.client().signIn(ada.email)).status).toBe(401);
    expect((await server.client().signIn(ada.email, newPassword)).status).toBe(200);
  });

  test('a wrong current or a weak new password changes nothing', async () => {
    const ada = await aUser(t.platform);
    const change = (currentPassword: string, newPassword: string) =>
      refusalOf(api(ada).identity.changePassword({ currentPassword, newPassword }));
    expect(await change('wrong', 'umber-quarry-17-kettle')).toBe('WRONG_PASSWORD');
    expect(await change(PASSWORD, 'password1')).toBe('WEAK_PASSWORD');
    expect((await server.client().signIn(ada.email)).status).toBe(200);
  });

  test('becoming an admin ends earlier sessions', async () => {
    const ada = await aUser(t.platform);
    const client = await signedIn(ada);
    await grantAdmin(systemOf(t.platform), { email: ada.email });
    expect(await isSignedIn(client)).toBe(false);
    expect(await grantAdmin(systemOf(t.platform), { email: ada.email })).toMatchObject({ changed: false });
    expect(await refusalOf(grantAdmin(systemOf(t.platform), { email: newEmail() }))).toBe('NOT_FOUND');
  });

  test('an admin whose role is taken away is signed out, and reviews nothing after signing in again', async () => {
    const admin = await anAdmin(t.platform);
    const client = await signedIn(admin);
    const mayReview = async (one: TestClient) => (await one.get('/api/admin/properties')).status;
    expect(await mayReview(client)).toBe(200);
    expect(await revokeAdmin(systemOf(t.platform), { email: admin.email })).toMatchObject({ changed: true });
    expect(await mayReview(client)).toBe(401);
    await client.signIn(admin.email);
    expect(await mayReview(client)).toBe(403);
    expect(await revokeAdmin(systemOf(t.platform), { email: admin.email })).toMatchObject({ changed: false });
  });

  test('a user lists and ends their own sessions only', async () => {
    const [ada, bob] = [await aUser(t.platform), await aUser(t.platform)];
    const [here, there, his] = [await signedIn(ada), await signedIn(ada), await signedIn(bob)];
    const listed = (await here.query('identity.sessions')).json.result.data;
    expect(listed.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, false, true]);
    const other = sha256(cookieOf(there));
    const foreign = await his.mutate('identity.revokeSession', { id: other });
    const missing = await his.mutate('identity.revokeSession', { id: 'f'.repeat(64) });
    expect([foreign.status, foreign.json.error.message]).toEqual([404, missing.json.error.message]);
    expect((await here.mutate('identity.revokeSession', { id: other })).status).toBe(200);
    expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(his)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('expired sessions are removed', async () => {
    const ada = await aUser(t.platform);
    await signedIn(ada);
    await t.platform.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.userId, ada.id));
    await removeExpiredSessions(t.platform.db);
    expect(await t.platform.db.select().from(sessions).where(eq(sessions.userId, ada.id))).toEqual([]);
  });
});

describe('access tokens', () => {
  const create = (
    ada: Person,
    scope: 'read' | 'write' | 'admin' = 'write',
    expiresInDays: number | null = null,
  ) => api(ada).identity.createToken({ name: 'script', scope, expiresInDays });
  const withToken = (secret: string) => server.client({ authorization: `Bearer ${secret}` });

  test('the secret is shown once and stored as a hash', async () => {
    const ada = await aUser(t.platform);
    const { secret, id, prefix } = await create(ada);
    expect(secret).toMatch(/^chp_[\w-]{43}$/);
    expect(secret.startsWith(prefix)).toBe(true);
    const [row] = await t.platform.db.select().from(accessTokens).where(eq(accessTokens.id, id));
    expect(row?.secretHash).toBe(sha256(secret));
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(JSON.stringify(await api(ada).identity.tokens())).not.toContain(secret);
    const audits = await t.platform.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `token:${id}`));
    expect(JSON.stringify(audits)).not.toContain(secret);
  });

  test('it authenticates its user, and its use is recorded', async () => {
    const ada = await aUser(t.platform);
    const { secret } = await create(ada);
    expect((await withToken(secret).get('/api/auth/user')).json.id).toBe(ada.id);
    expect((await api(ada).identity.tokens())[0]?.lastUsedAt).not.toBeNull();
  });

  test('read scope reads and changes nothing, over tRPC and REST', async () => {
    const ada = await aUser(t.platform);
    const client = withToken((await create(ada, 'read')).secret);
    expect((await client.get('/api/auth/user')).status).toBe(200);
    const rest = await client.post('/api/wallet/deposits', { amount: '5.00' });
    expect(rest).toMatchObject({ status: 403, json: { code: 'READ_ONLY_TOKEN' } });
    const trpc = await client.mutate('identity.updateProfile', { firstName: 'X', lastName: 'Y' });
    expect(trpc.json.error.data).toMatchObject({ httpStatus: 403, domainCode: 'READ_ONLY_TOKEN' });
  });

  test('revoked, it stops immediately; only its owner revokes it', async () => {
    const [ada, bob] = [await aUser(t.platform), await aUser(t.platform)];
    const { secret, id } = await create(ada);
    expect(await refusalOf(api(bob).identity.revokeToken({ id }))).toBe('NOT_FOUND');
    expect((await withToken(secret).get('/api/auth/user')).status).toBe(200);
    await api(ada).identity.revokeToken({ id });
    expect((await withToken(secret).get('/api/auth/user')).status).toBe(401);
    expect(await refusalOf(api(ada).identity.revokeToken({ id }))).toBe('NOT_FOUND');
  });

  test('it neither sees nor ends sessions and tokens, so that a leaked one cannot keep its owner out', async () => {
    const ada = await aUser(t.platform);
    const [browser, { secret, id }] = [await signedIn(ada), await create(ada)];
    const client = withToken(secret);
    const answers = [
      await client.query('identity.sessions'),
      await client.query('identity.tokens'),
      await client.mutate('identity.revokeSession', { id: sha256(cookieOf(browser)) }),
      await client.mutate('identity.revokeToken', { id }),
    ];
    expect(answers.map(({ json }) => json.error?.data.domainCode)).toEqual(
      answers.map(() => 'CONFIRM_IDENTITY'),
    );
    expect([await isSignedIn(browser), await isSignedIn(client)]).toEqual([true, true]);
  });

  test('it ends with a change of the role, so that no earlier one becomes one of an admin', async () => {
    const ada = await aUser(t.platform);
    const before = (await create(ada)).secret;
    await grantAdmin(systemOf(t.platform), { email: ada.email });
    expect((await withToken(before).get('/api/auth/user')).status).toBe(401);
    const asAdmin = (await create(await personOf(t.platform, { ...ada, role: 'admin' }), 'admin', 30)).secret;
    expect((await withToken(asAdmin).get('/api/admin/properties')).status).toBe(200);
    await revokeAdmin(systemOf(t.platform), { email: ada.email });
    expect((await withToken(asAdmin).get('/api/auth/user')).status).toBe(401);
  });

  test('a new one is announced to its owner by mail', async () => {
    const ada = await aUser(t.platform);
    await mailsTo(t, ada.email);
    t.mails.sent.length = 0;
    await create(ada, 'read');
    expect((await newMailTo(t, ada.email)).subject).toBe('An access token was created');
  });

  test('expired, it is nobody', async () => {
    const ada = await aUser(t.platform);
    const { secret } = await create(ada, 'write', 1);
    t.clock.advance(DAY - MINUTE);
    expect((await withToken(secret).get('/api/auth/user')).status).toBe(200);
    t.clock.advance(2 * MINUTE);
    expect((await withToken(secret).get('/api/auth/user')).status).toBe(401);
  });

  test('a user has at most twenty', async () => {
    const ada = await aUser(t.platform);
    for (let many = 0; many < 20; many += 1) await create(ada);
    expect(await refusalOf(create(ada))).toBe('TOO_MANY_TOKENS');
  });

  test.each(['', 'Bearer ', 'Bearer nonsense', 'Basic YTpi', 'Bearer chp_x y'])(
    '%j is nobody',
    async (authorization) => {
      expect((await server.client({ authorization }).get('/api/auth/user')).status).toBe(401);
    },
  );
});

describe('the profile', () => {
  test('a user changes their own name', async () => {
    const ada = await aUser(t.platform);
    const changed = await api(ada).identity.updateProfile({ firstName: ' Zoë ', lastName: 'O’Neil' });
    expect(changed).toMatchObject({ firstName: 'Zoë', lastName: 'O’Neil', email: ada.email });
    expect(await api(ada).identity.me()).toEqual(changed);
    expect(await api(contextOf(t.platform)).identity.me()).toBeNull();
  });

  test('sample accounts are offered only where the sample world is loaded', async () => {
    expect(await api(contextOf(t.platform)).identity.sampleAccounts()).toEqual([]);
    const sample = secondPlatform(t, { env: { SAMPLE_DATA: '1' } });
    expect(await api(contextOf(sample)).identity.sampleAccounts()).toEqual([]);
    await aUser(t.platform, { email: 'investor@commonhold.test' });
    expect(await api(contextOf(sample)).identity.sampleAccounts()).toMatchObject([{ label: 'Investor' }]);
  });
});
