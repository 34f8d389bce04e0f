import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recoveryCodes, secondFactors } from '#db/schema/identity.ts';
import { auditLog, jobs, outboxEvents } from '#db/schema/platform.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { anAdmin, api, aUser, newKey, PASSWORD, type Person } from '#tests/support/actors.ts';
import { outcomes, refusalOf } from '#tests/support/checks.ts';
import { newMailTo } from '#tests/support/mails.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { addAuthenticatorApp } from '#tests/support/second-factor.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts';
import { SIGN_IN_FORM_PATH } from '../../identity.rules.ts';
import { codeOf, stepAt } from './totp.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let server: TestServer;
let ada: Person;
beforeAll(async () => {
  t = await testPlatform();
  server = await startTestServer(t.platform);
});
beforeEach(async () => {
  ada = await aUser(t.platform);
  await t.platform.jobs.drain();
  t.mails.sent.length = 0;
});
afterAll(async () => {
  await server.close();
  await t.close();
});

const confirm = (client: TestClient, code: string) => client.post('/api/auth/sign-in/confirm', { code });
const isSignedIn = async (client: TestClient) => (await client.get('/api/auth/user')).status === 200;

async function atSecondStep(on = server): Promise<TestClient> {
  const client = on.client();
  expect(await client.signIn(ada.email)).toMatchObject({
    status: 401,
    json: { code: 'SECOND_FACTOR_REQUIRED' },
  });
  return client;
}

test('the sign-in form works without scripts: with the way back, the code, and errors', async () => {
  const send = async (fields: Record<string, string>) => {
    const client = server.client();
    const body = new URLSearchParams({ email: ada.email, password: PASSWORD, ...fields });
    const answer = await client.fetch(SIGN_IN_FORM_PATH, { method: 'POST', body });
    expect(answer.status).toBe(303);
    return { to: answer.headers.get('location'), signedIn: await isSignedIn(client), client };
  };
  expect(await send({ returnTo: '/wallet?dialog=deposit' })).toMatchObject({
    to: '/wallet?dialog=deposit',
    signedIn: true,
  });
  expect(await send({ returnTo: '//elsewhere.example' })).toMatchObject({ to: '/', signedIn: true });
  for (const wrong of [{ password: 'wrong' }, { email: 'none' }, { password: '' }]) {
    expect(await send({ returnTo: '/wallet', ...wrong })).toMatchObject({
      to: '/login?problem=credentials&returnTo=%2Fwallet',
      signedIn: false,
    });
  }
  const app = await addAuthenticatorApp(ada, t.clock);
  const { to, signedIn, client } = await send({ returnTo: '/wallet' });
  expect([to, signedIn]).toEqual(['/login?step=code&returnTo=%2Fwallet', false]);
  expect((await confirm(client, await app.code())).status).toBe(200);
});

describe('setting an authenticator app up', () => {
  test('counts from the first right code on, and answers ten recovery codes, this once', async () => {
    const { secret } = await api(ada).identity.startSecondFactor();
    expect((await server.client().signIn(ada.email)).status).toBe(200);
    const wrong = await codeOf(secret, stepAt(t.clock.now()) + 100);
    expect(await refusalOf(api(ada).identity.enableSecondFactor({ code: wrong }))).toBe('WRONG_CODE');
    const code = await codeOf(secret, stepAt(t.clock.now()));
    const answer = await api(ada).identity.enableSecondFactor({ code });
    expect(new Set(answer.recoveryCodes).size).toBe(10);
    for (const one of answer.recoveryCodes) expect(one).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect((await api(ada).identity.signInMethods()).secondFactor).toMatchObject({ recoveryCodesLeft: 10 });
    await atSecondStep();
    expect((await newMailTo(t, ada.email)).subject).toBe('An authenticator app was added');
  });

  test('a start that was not finished is replaced by the next', async () => {
    const first = await api(ada).identity.startSecondFactor();
    const second = await api(ada).identity.startSecondFactor();
    const code = async (secret: string) => ({ code: await codeOf(secret, stepAt(t.clock.now())) });
    expect(await refusalOf(api(ada).identity.enableSecondFactor(await code(first.secret)))).toBe(
      'WRONG_CODE',
    );
    await api(ada).identity.enableSecondFactor(await code(second.secret));
    expect(await refusalOf(api(ada).identity.startSecondFactor())).toBe('SECOND_FACTOR_ON');
  });

  test('neither the secret nor a recovery code can be read in the database', async () => {
    const app = await addAuthenticatorApp(ada, t.clock);
    const [row] = await t.platform.db.select().from(secondFactors).where(eq(secondFactors.userId, ada.id));
    expect(row?.secret).toMatch(/^v1:test:/);
    const tables = [secondFactors, recoveryCodes, auditLog, outboxEvents, jobs];
    const stored = JSON.stringify(
      await Promise.all(tables.map((table) => t.platform.db.select().from(table))),
    );
    for (const secret of [app.secret, ...app.recoveryCodes]) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(secret.replaceAll('-', ''));
    }
  });

  test("a secret that was copied into another user's row opens nothing", async () => {
    const app = await addAuthenticatorApp(ada, t.clock);
    const eve = await aUser(t.platform);
    await addAuthenticatorApp(eve, t.clock);
    const [row] = await t.platform.db.select().from(secondFactors).where(eq(secondFactors.userId, ada.id));
    await t.platform.db
      .update(secondFactors)
      .set({ secret: row?.secret ?? '' })
      .where(eq(secondFactors.userId, eve.id));
    const client = server.client();
    await client.signIn(eve.email);
    expect((await confirm(client, await app.code())).status).toBe(500);
    expect(await isSignedIn(client)).toBe(false);
  });
});

describe('signing in with a second factor', () => {
  test('needs the password and then the code', async () => {
    const app = await addAuthenticatorApp(ada, t.clock);
    const client = await atSecondStep();
    expect(await isSignedIn(client)).toBe(false);
    const code = await app.code();
    const answer = await confirm(client, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(answer).toMatchObject({ status: 200, json: { id: ada.id } });
    expect(await isSignedIn(client)).toBe(true);
  });

  test('a code counts once, also in another browser at the same time', async () => {
    const app = await addAuthenticatorApp(ada, t.clock);
    const browsers = [await atSecondStep(), await atSecondStep(), await atSecondStep()];
    const code = await app.code();
    const answers = await Promise.all(browsers.map((client) => confirm(client, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await confirm(await atSecondStep(), code)).json.code).toBe('WRONG_CODE');
  });

  test('an older code than the last one no longer counts', async () => {
    const app = await addAuthenticatorApp(ada, t.clock);
    const old = await app.code();
    t.clock.advance(MINUTE / 2);
    expect((await confirm(await atSecondStep(), await app.code())).status).toBe(200);
    expect((await confirm(await atSecondStep(), old)).json.code).toBe('WRONG_CODE');
  });

  test('the second step belongs to the browser of the first, and is over after ten minutes', async () => {
    const app = await addAuthenticatorApp(ada, t.clock);
    const first = await atSecondStep();
    expect((await confirm(server.client(), await app.code())).json.code).toBe('SIGN_IN_EXPIRED');
    t.clock.advance(10 * MINUTE);
    expect((await confirm(first, await app.code())).json.code).toBe('SIGN_IN_EXPIRED');
  });

  test('a finished step is not taken up again', async () => {
    const app = await addAuthenticatorApp(ada, t.clock);
    const client = await atSecondStep();
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    await confirm(client, await app.code());
    t.clock.advance(MINUTE);
    const again = await server
      .client({ cookie })
      .post('/api/auth/sign-in/confirm', { code: await app.code() });
    expect(again.json.code).toBe('SIGN_IN_EXPIRED');
  });

  test('a wrong password asks for no code', async () => {
    await addAuthenticatorApp(ada, t.clock);
    expect((await server.client().signIn(ada.email, 'wrong')).json.code).toBe('WRONG_CREDENTIALS');
  });
});

describe('recovery codes', () => {
  test('each signs in once, however it is typed, and the owner is notified', async () => {
    const { recoveryCodes: codes } = await addAuthenticatorApp(ada, t.clock);
    await newMailTo(t, ada.email);
    const [code = ''] = codes;
    expect((await confirm(await atSecondStep(), ` ${code.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(
      200,
    );
    expect((await newMailTo(t, ada.email)).subject).toBe('A recovery code was used');
    expect((await confirm(await atSecondStep(), code)).json.code).toBe('WRONG_CODE');
    expect((await api(ada).identity.signInMethods()).secondFactor?.recoveryCodesLeft).toBe(9);
  });

  test('new ones end the old ones', async () => {
    const { recoveryCodes: old } = await addAuthenticatorApp(ada, t.clock);
    const { recoveryCodes: fresh } = await api(ada).identity.renewRecoveryCodes();
    expect((await confirm(await atSecondStep(), old[0] ?? '')).json.code).toBe('WRONG_CODE');
    expect((await confirm(await atSecondStep(), fresh[0] ?? '')).status).toBe(200);
  });

  test("someone else's is wrong", async () => {
    await addAuthenticatorApp(ada, t.clock);
    const eve = await addAuthenticatorApp(await aUser(t.platform), t.clock);
    expect((await confirm(await atSecondStep(), eve.recoveryCodes[0] ?? '')).json.code).toBe('WRONG_CODE');
  });
});

describe('guessing codes', () => {
  const limited = (env = {}) => secondPlatform(t, { env: { RATE_LIMITS: 'on', PROXY_HOPS: '1', ...env } });

  test('ten wrong ones from one address are followed by 429, and elsewhere the owner continues', async () => {
    const app = await addAuthenticatorApp(ada, t.clock);
    const on = await startTestServer(limited());
    const from = async (address: string) => {
      const client = on.client({ 'x-forwarded-for': address });
      await client.signIn(ada.email);
      return client;
    };
    const guesser = await from('192.0.2.7');
    for (let many = 0; many < 10; many += 1) expect((await confirm(guesser, '000000')).status).toBe(401);
    expect((await confirm(guesser, await app.code())).json.code).toBe('TOO_MANY_ATTEMPTS');
    expect((await confirm(await from('192.0.2.8'), await app.code())).status).toBe(200);
    await on.close();
  });

  test('from many addresses at once, a hundred a day are all there are', async () => {
    await addAuthenticatorApp(ada, t.clock);
    const platform = limited();
    const guess = (at: number) => {
      const caller = { ...ada.caller, address: `198.51.100.${at}` };
      return api({ ...ada, platform, caller }).identity.confirmIdentity({ by: 'code', code: '000000' });
    };
    const { refused } = await outcomes(Array.from({ length: 110 }, (_, at) => guess(at)));
    expect(refused.filter((code) => code === 'TOO_MANY_ATTEMPTS').length).toBeGreaterThanOrEqual(10);
    t.clock.advance(DAY);
    expect(await refusalOf(guess(1))).toBe('WRONG_CODE');
  });

  test('of six digits does not keep the owner from a recovery code', async () => {
    const { recoveryCodes: codes } = await addAuthenticatorApp(ada, t.clock);
    const platform = limited();
    const confirmBy = (code: string, at: number) => {
      const caller = { ...ada.caller, address: `198.51.100.${at}` };
      return api({ ...ada, platform, caller }).identity.confirmIdentity({ by: 'code', code });
    };
    await outcomes(Array.from({ length: 101 }, (_, at) => confirmBy('000000', at)));
    expect(await refusalOf(confirmBy('000000', 200))).toBe('TOO_MANY_ATTEMPTS');
    expect(await confirmBy(codes[0] ?? '', 201)).toEqual({ confirmed: true });
  });
});

describe('removing an authenticator app', () => {
  test('ends the second step and its recovery codes, and notifies the owner', async () => {
    await addAuthenticatorApp(ada, t.clock);
    await newMailTo(t, ada.email);
    await api(ada).identity.disableSecondFactor();
    expect((await server.client().signIn(ada.email)).status).toBe(200);
    expect(await t.platform.db.$count(recoveryCodes, eq(recoveryCodes.userId, ada.id))).toBe(0);
    expect((await newMailTo(t, ada.email)).subject).toBe('Your authenticator app was removed');
    expect(await refusalOf(api(ada).identity.disableSecondFactor())).toBe('NO_SECOND_FACTOR');
  });
});

describe('an admin', () => {
  const codeOfAnswer = (answer: Awaited<ReturnType<TestClient['mutate']>>) =>
    answer.status === 200 ? 'ok' : answer.json.error.data.domainCode;
  const read = async (client: TestClient) => codeOfAnswer(await client.query('waitlist.stats'));
  const change = async (client: TestClient) =>
    codeOfAnswer(await client.mutate('waitlist.clear', { requestId: newKey() }));

  test('acts as a user without an authenticator app where the server insists on one, and gets a message about it', async () => {
    const strict = await startTestServer(secondPlatform(t, { env: { ADMIN_SECOND_FACTOR: '1' } }));
    const admin = await anAdmin(t.platform);
    const client = strict.client();
    await client.signIn(admin.email);
    expect([await read(client), await change(client)]).toEqual(Array(2).fill('SECOND_FACTOR_MISSING'));
    const missing = async () =>
      (await client.query('identity.signInMethods')).json.result.data.secondFactorMissing;
    expect(await missing()).toBe(true);
    await addAuthenticatorApp(admin, t.clock);
    expect([await read(client), await change(client), await missing()]).toEqual(['ok', 'ok', false]);
    await strict.close();
  });

  test('needs a token of that scope, and no token runs a command that asks for a proof of identity', async () => {
    const admin = await anAdmin(t.platform);
    const withToken = async (scope: 'read' | 'write' | 'admin') => {
      const { secret } = await api(admin).identity.createToken({ name: 'x', scope, expiresInDays: 30 });
      return server.client({ authorization: `Bearer ${secret}` });
    };
    expect(await read(await withToken('read'))).toBe('ADMIN_SCOPE_REQUIRED');
    expect(await read(await withToken('write'))).toBe('ADMIN_SCOPE_REQUIRED');
    const token = await withToken('admin');
    expect([await read(token), await change(token)]).toEqual(['ok', 'CONFIRM_IDENTITY']);
    const session = server.client();
    await session.signIn(admin.email);
    expect(await change(session)).toBe('ok');
  });

  test('has a token of that scope for 30 days at most, and nobody else has one', async () => {
    const wanted = { name: 'x', scope: 'admin' } as const;
    const admin = await anAdmin(t.platform);
    for (const expiresInDays of [31, null])
      expect(await refusalOf(api(admin).identity.createToken({ ...wanted, expiresInDays }))).toBe(
        'MALFORMED',
      );
    const asUser = api(ada).identity.createToken({ ...wanted, expiresInDays: 30 });
    expect(await refusalOf(asUser)).toBe('ADMIN_REQUIRED');
  });
});

describe('re-authentication', () => {
  async function session(): Promise<TestClient> {
    const client = server.client();
    await client.signIn(ada.email);
    return client;
  }
  const confirmIdentity = (client: TestClient, input: unknown) =>
    client.mutate('identity.confirmIdentity', input);
  const guarded = async (client: TestClient) => {
    const answer = await client.mutate('identity.requestEmailChange', { email: `${newKey()}@example.test` });
    return answer.status === 200 ? 'ok' : answer.json.error.data.domainCode;
  };

  test('is good for ten minutes, in this session only', async () => {
    const [here, there] = [await session(), await session()];
    expect(await guarded(here)).toBe('ok');
    t.clock.advance(10 * MINUTE + 1_000);
    expect([await guarded(here), await guarded(there)]).toEqual(['CONFIRM_IDENTITY', 'CONFIRM_IDENTITY']);
    expect((await confirmIdentity(here, { by: 'password', password: PASSWORD })).status).toBe(200);
    expect([await guarded(here), await guarded(there)]).toEqual(['ok', 'CONFIRM_IDENTITY']);
    t.clock.advance(10 * MINUTE + 1_000);
    expect(await guarded(here)).toBe('CONFIRM_IDENTITY');
  });

  test('works with a code, which then counts no more, and not with a wrong password', async () => {
    const client = await session();
    const app = await addAuthenticatorApp(ada, t.clock);
    t.clock.advance(10 * MINUTE);
    const wrong = await confirmIdentity(client, { by: 'password', password: 'wrong' });
    expect(wrong.json.error.data.domainCode).toBe('WRONG_PASSWORD');
    expect(await guarded(client)).toBe('CONFIRM_IDENTITY');
    const code = await app.code();
    expect((await confirmIdentity(client, { by: 'code', code })).status).toBe(200);
    expect(await guarded(client)).toBe('ok');
    expect((await confirm(await atSecondStep(), code)).json.code).toBe('WRONG_CODE');
  });

  test('guards withdrawals, which also need a confirmed address', async () => {
    const rich = await aUser(t.platform, { cash: 50_000 });
    const client = server.client();
    await client.signIn(rich.email);
    const withdraw = async (on: TestClient) =>
      (await on.mutate('wallet.withdraw', { amountCents: 1_000, requestId: newKey() })).json.error?.data
        .domainCode;
    expect(await withdraw(client)).toBeUndefined();
    t.clock.advance(11 * MINUTE);
    expect(await withdraw(client)).toBe('CONFIRM_IDENTITY');
    const stranger = await aUser(t.platform, { cash: 50_000, emailConfirmed: false });
    const unconfirmed = server.client();
    await unconfirmed.signIn(stranger.email);
    expect(await withdraw(unconfirmed)).toBe('EMAIL_NOT_CONFIRMED');
  });

  test('is never done by an access token, nor can one withdraw, make another or change the password', async () => {
    const rich = await aUser(t.platform, { cash: 50_000 });
    const { secret } = await api(rich).identity.createToken({ name: 'x', scope: 'write', expiresInDays: 1 });
    const token = server.client({ authorization: `Bearer ${secret}` });
    const codes = await Promise.all(
      [
        token.mutate('identity.confirmIdentity', { by: 'password', password: PASSWORD }),
        token.mutate('wallet.withdraw', { amountCents: 1_000, requestId: newKey() }),
        token.mutate('identity.createToken', { name: 'y', scope: 'write', expiresInDays: 1 }),
        token.mutate('identity.createToken', { name: 'z', scope: 'read', expiresInDays: null }),
        token.mutate('identity.startSecondFactor'),
        token.mutate('identity.beginAddingPasskey'),
        token.mutate('identity.changePassword', {
          currentPassword: PASSWORD,
          newPassword: 'harbor violet 71 kettle',
        }),
      ].map(async (answer) => (await answer).json.error?.data.domainCode),
    );
    expect(codes).toEqual(Array(7).fill('CONFIRM_IDENTITY'));
    // Nor does it use up the attempts of its owner.
    for (let attempt = 0; attempt < 11; attempt += 1)
      await token.mutate('identity.confirmIdentity', { by: 'password', password: 'a wrong one' });
    expect(await api(rich).identity.confirmIdentity({ by: 'password', password: PASSWORD })).toEqual({
      confirmed: true,
    });
  });

  test('a withdrawal that was booked is answered from its record without a new proof, and has no second effect', async () => {
    const rich = await aUser(t.platform, { cash: 50_000 });
    const client = server.client();
    await client.signIn(rich.email);
    const request = { amountCents: 1_000, requestId: newKey() };
    const first = await client.mutate('wallet.withdraw', request);
    t.clock.advance(11 * MINUTE);
    const again = await client.mutate('wallet.withdraw', request);
    expect(again.json.result.data.id).toBe(first.json.result.data.id);
    expect((await client.get('/api/auth/user')).json.availableCash).toBe('490.00');
  });
});
