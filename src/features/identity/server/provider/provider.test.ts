import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { providerAccounts, sessions, users } from '#db/schema/identity.ts';
import { legalAcceptances } from '#db/schema/legal.ts';
import { MINUTE } from '#kernel/time.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { api, aUser, contextOf, newKey, PASSWORD, type Person, personOf } from '#tests/support/actors.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { freePort } from '#tests/support/postgres-server.ts';
import {
  browserAtProvider,
  type ProviderAccount,
  providerSettings,
  startProvider,
  type TestProvider,
} from '#tests/support/provider.ts';
import { addAuthenticatorApp } from '#tests/support/second-factor.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts';
import { accountByEmail } from '../accounts/accounts.ts';
import { PROVIDER_CALLBACK } from './provider.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let platform: Platform;
let server: TestServer;
let provider: TestProvider;
beforeAll(async () => {
  t = await testPlatform();
  const port = await freePort();
  platform = secondPlatform(t, { env: providerSettings(`http://127.0.0.1:${port}`) });
  server = await startTestServer(platform);
  platform.origin = server.url;
  provider = await startProvider(port, `${server.url}${PROVIDER_CALLBACK}`);
});
afterAll(async () => {
  await provider.close();
  await server.close();
  await t.close();
});

let login: string;
let email: string;
beforeEach(() => {
  provider.changed.clear();
  login = newKey();
  email = `${newKey()}@example.test`;
});

const knows = (account: ProviderAccount = {}) =>
  provider.accounts.set(login, {
    email,
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Quill',
    ...account,
  });
const atProvider = () => browserAtProvider(`${server.url}${PROVIDER_CALLBACK}`);

async function begin(client: TestClient, purpose = 'sign_in', returnTo = '/'): Promise<string> {
  const answer = await client.mutate('identity.beginProviderSignIn', { purpose, returnTo });
  return answer.json.result.data.address;
}

/** Goes there and comes back; answers the page of ours that the browser ends at. */
async function through(client: TestClient, purpose = 'sign_in', returnTo = '/'): Promise<string> {
  return back(client, await atProvider().signIn(await begin(client, purpose, returnTo), login));
}
async function back(client: TestClient, callback: string): Promise<string> {
  const answer = await client.get(callback.slice(server.url.length));
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
}
const userOf = async (client: TestClient) => (await client.get('/api/auth/user')).json;
async function signedIn(person: Person): Promise<TestClient> {
  const client = server.client();
  expect((await client.signIn(person.email)).status).toBe(200);
  return client;
}

describe('signing in at the provider', () => {
  test('opens an account for an address that the provider has verified, and signs in to it from then on', async () => {
    knows();
    const first = server.client();
    expect(await through(first, 'sign_in', '/wallet')).toBe('/wallet');
    const created = await userOf(first);
    expect(created).toMatchObject({ email, emailConfirmed: true, firstName: 'Ada', lastName: 'Quill' });
    const second = server.client();
    expect(await through(second)).toBe('/');
    expect((await userOf(second)).id).toBe(created.id);
    expect((await accountByEmail(platform.db, email))?.passwordHash).toBeNull();
  });

  test('an account that it opens is invited by the code in the cookie', async () => {
    knows();
    const inviter = await aUser(platform);
    const { code } = await api(inviter).referrals.makeCode();
    const client = server.client();
    await client.get(`/api/login?ref=${code}`);
    expect(await through(client)).toBe('/');
    await platform.jobs.drain();
    expect(await api(inviter).referrals.overview()).toMatchObject({ totalReferrals: 1 });
  });

  test('asks by the code flow, with PKCE, state and nonce, and another of each every time', async () => {
    const [one, other] = [new URL(await begin(server.client())), new URL(await begin(server.client()))];
    expect(Object.fromEntries(one.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${server.url}${PROVIDER_CALLBACK}`,
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
      expect(one.searchParams.get(name)).not.toBe(other.searchParams.get(name));
    }
  });

  test('an address that the provider has not verified opens nothing', async () => {
    knows({ email_verified: false });
    const client = server.client();
    expect(await through(client)).toBe('/login?problem=unverified');
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect(await platform.db.$count(users, eq(users.email, email))).toBe(0);
  });

  test.each([
    ['no names', {}, { firstName: 'mailbox', lastName: 'mailbox' }],
    ['one name', { name: 'Ada Quill Byron' }, { firstName: 'Ada', lastName: 'Quill Byron' }],
    ['names too long', { name: `${'x'.repeat(200)} y` }, { firstName: 'mailbox', lastName: 'y' }],
  ])('a person with %s gets names that fit', async (_, names, expected) => {
    email = `mailbox@${newKey()}.test`;
    provider.accounts.set(login, { email, email_verified: true, ...names });
    const client = server.client();
    await through(client);
    expect(await userOf(client)).toMatchObject(expected);
  });

  test('a second factor of the account is asked for here as well', async () => {
    knows();
    const first = server.client();
    await through(first);
    const { id } = await userOf(first);
    const app = await addAuthenticatorApp(await personOf(platform, { id, email, role: 'user' }), t.clock);
    const second = server.client();
    expect(await through(second, 'sign_in', '/wallet')).toBe('/login?step=code&returnTo=%2Fwallet');
    expect((await second.get('/api/auth/user')).status).toBe(401);
    const answer = await second.post('/api/auth/sign-in/confirm', { code: await app.code() });
    expect(answer).toMatchObject({ status: 200, json: { id } });
  });

  test('leads to no other site afterwards', async () => {
    knows();
    expect(await through(server.client(), 'sign_in', 'https://evil.test/')).toBe('/');
    expect(await through(server.client(), 'sign_in', '//evil.test')).toBe('/');
  });
});

describe('an answer of the provider', () => {
  test('counts in the browser that asked, and nowhere else', async () => {
    knows();
    const callback = await atProvider().signIn(await begin(server.client()), login);
    const victim = server.client();
    expect(await back(victim, callback)).toBe('/login?problem=refused');
    await begin(victim);
    expect(await back(victim, callback)).toBe('/login?problem=refused');
    expect((await victim.get('/api/auth/user')).status).toBe(401);
  });

  test('counts once', async () => {
    knows();
    const client = server.client();
    const callback = await atProvider().signIn(await begin(client), login);
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect(await back(client, callback)).toBe('/');
    expect(await back(server.client({ cookie }), callback)).toBe('/login?problem=refused');
  });

  test('is over after ten minutes', async () => {
    knows();
    const client = server.client();
    const callback = await atProvider().signIn(await begin(client), login);
    t.clock.advance(10 * MINUTE);
    expect(await back(client, callback)).toBe('/login?problem=refused');
  });

  test.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['another code', (url: URL) => url.searchParams.set('code', 'x'.repeat(43))],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.test')],
    [
      'a refusal',
      (url: URL) => {
        url.searchParams.delete('code');
        url.searchParams.set('error', 'access_denied');
      },
    ],
  ])('with %s is refused', async (_, change) => {
    knows();
    const client = server.client();
    const callback = new URL(await atProvider().signIn(await begin(client), login));
    change(callback);
    expect(await back(client, callback.href)).toBe('/login?problem=refused');
    expect((await client.get('/api/auth/user')).status).toBe(401);
  });

  test('with a token that another key has signed is refused', async () => {
    knows();
    provider.changed.set('/token', (content) => ({
      body: { ...content, id_token: `${String(content.id_token).slice(0, -20)}${'x'.repeat(20)}` },
    }));
    expect(await through(server.client())).toBe('/login?problem=refused');
  });

  test('opens nothing while one of its places calls the address not verified', async () => {
    knows();
    provider.changed.set('/me', (content) => ({ body: { ...content, email_verified: false } }));
    expect(await through(server.client())).toBe('/login?problem=unverified');
  });

  test.each(['/token', '/me'])('that breaks off at %s is an outage, not a refusal', async (path) => {
    knows();
    provider.changed.set(path, () => ({ status: 503, body: 'Service Unavailable' }));
    expect(await through(server.client())).toBe('/login?problem=unavailable');
  });

  test('is asked for a limited number of times from one address', async () => {
    const limited = secondPlatform(t, { env: { ...providerSettings(provider.issuer), RATE_LIMITS: 'on' } });
    const strict = await startTestServer(limited);
    limited.origin = server.url;
    let asked = 0;
    provider.changed.set('/token', (body) => {
      asked += 1;
      return { body };
    });
    const client = strict.client();
    const { searchParams } = new URL(await begin(client));
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const guess = `${PROVIDER_CALLBACK}?code=guess&iss=${provider.issuer}&state=${searchParams.get('state')}`;
    for (let tries = 0; tries < 70; tries += 1) await strict.client({ cookie }).get(guess);
    expect(asked).toBe(60);
    await strict.close();
  });
});

describe('an address that has an account here', () => {
  test('is not taken over: its owner signs in first, and then the two are connected', async () => {
    const ada = await aUser(t.platform, { email });
    knows();
    const client = server.client();
    expect(await through(client, 'sign_in', '/wallet')).toBe('/login?connect=required&returnTo=%2Fwallet');
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect((await client.mutate('identity.connectProvider')).status).toBe(401);
    await client.signIn(ada.email);
    expect((await client.mutate('identity.connectProvider')).status).toBe(200);
    const again = server.client();
    expect(await through(again)).toBe('/');
    expect((await userOf(again)).id).toBe(ada.id);
  });

  test('someone else who signs in in that browser is not connected', async () => {
    await aUser(t.platform, { email });
    const eve = await aUser(t.platform);
    knows();
    const client = server.client();
    await through(client);
    await client.signIn(eve.email);
    const answer = await client.mutate('identity.connectProvider');
    expect(answer.json.error.data.domainCode).toBe('PROVIDER_OTHER_EMAIL');
    expect(await platform.db.$count(providerAccounts, eq(providerAccounts.subject, login))).toBe(0);
  });

  test('which nobody has confirmed may be a stranger’s: its owner takes it over, and no earlier credential works', async () => {
    const stranger = await aUser(t.platform, { email, emailConfirmed: false });
    await api(stranger).identity.updateProfile({ firstName: 'Evil', lastName: 'Eve' });
    await addAuthenticatorApp(stranger, t.clock);
    const token = { name: 'script', scope: 'write', expiresInDays: null } as const;
    const { secret } = await api(stranger).identity.createToken(token);
    const session = server.client();
    expect((await session.signIn(email)).json.code).toBe('SECOND_FACTOR_REQUIRED');
    knows();
    const client = server.client();
    expect(await through(client)).toBe('/login?connect=offered');
    const answer = await client.mutate('identity.signUpWithProvider');
    const { id } = stranger;
    expect(answer.json.result.data).toMatchObject({ id, email, emailConfirmed: true, firstName: 'Ada' });
    expect((await server.client().signIn(email)).json.code).toBe('WRONG_CREDENTIALS');
    const script = server.client({ authorization: `Bearer ${secret}` });
    expect((await script.get('/api/auth/user')).status).toBe(401);
    expect(await platform.db.$count(sessions, eq(sessions.userId, id))).toBe(1);
    const other = server.client();
    expect(await through(other)).toBe('/');
    expect((await userOf(other)).id).toBe(id);
    const again = await client.mutate('identity.signUpWithProvider');
    expect(again.json.error.data.domainCode).toBe('SIGN_IN_EXPIRED');
  });

  test('which is taken over has its owner’s acceptance of the legal documents and the invitation of their browser, not the stranger’s', async () => {
    const invited = async () => {
      const inviter = await aUser(platform);
      const { code } = await api(inviter).referrals.makeCode();
      return { code, counted: async () => (await api(inviter).referrals.overview()).totalReferrals };
    };
    const [strangers, own] = [await invited(), await invited()];
    const stranger = server.client();
    await stranger.get(`/api/login?ref=${strangers.code}`);
    const account = { email, password: PASSWORD, firstName: 'Evil', lastName: 'Eve' };
    await stranger.mutate('identity.signUp', account);
    expect(await strangers.counted()).toBe(1);
    const signedUpAt = t.clock.now();
    t.clock.advance(MINUTE);
    knows();
    const client = server.client();
    await client.get(`/api/login?ref=${own.code}`);
    await through(client);
    await client.mutate('identity.signUpWithProvider');
    expect([await strangers.counted(), await own.counted()]).toEqual([0, 1]);
    const accepted = await platform.db
      .select()
      .from(legalAcceptances)
      .where(eq(legalAcceptances.userId, (await userOf(client)).id));
    const byOwner = accepted.filter(({ acceptedAt }) => acceptedAt > signedUpAt);
    expect(byOwner.map(({ document }) => document).sort()).toEqual(['privacy', 'risks', 'terms']);
  });

  test('connecting an account that had not confirmed it confirms it, and ends earlier ways in', async () => {
    const ada = await aUser(t.platform, { email, emailConfirmed: false });
    const elsewhere = await signedIn(ada);
    knows();
    const client = server.client();
    await through(client);
    await client.signIn(ada.email);
    await client.mutate('identity.connectProvider');
    expect(await userOf(client)).toMatchObject({ id: ada.id, emailConfirmed: true });
    expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
    expect((await server.client().signIn(email)).status).toBe(200);
  });

  test('a new account is not opened beside one that has confirmed it', async () => {
    await aUser(t.platform, { email });
    knows();
    const client = server.client();
    await through(client);
    const answer = await client.mutate('identity.signUpWithProvider');
    expect(answer.json.error.data.domainCode).toBe('PROVIDER_ACCOUNT_TAKEN');
  });
});

describe('connecting in the settings', () => {
  test('adds a way to sign in, which can be removed again', async () => {
    const ada = await aUser(t.platform, { email });
    knows();
    const client = await signedIn(ada);
    expect(await through(client, 'connect', '/settings')).toBe('/settings');
    const methods = await client.query('identity.signInMethods');
    expect(methods.json.result.data.provider).toEqual({ name: 'Test Provider', connectedEmail: email });
    const other = server.client();
    await through(other);
    expect((await userOf(other)).id).toBe(ada.id);
    expect((await client.mutate('identity.disconnectProvider')).status).toBe(200);
    expect(await through(server.client())).toBe('/login?connect=required');
  });

  test('needs the same address on both sides', async () => {
    const ada = await aUser(t.platform);
    knows();
    const client = await signedIn(ada);
    expect(await through(client, 'connect', '/settings')).toBe('/settings?problem=other_email');
  });

  test('an account there belongs to one account here', async () => {
    const ada = await aUser(t.platform, { email });
    knows();
    const client = await signedIn(ada);
    await through(client, 'connect', '/settings');
    expect(await through(client, 'connect', '/settings')).toBe('/settings?problem=taken');
  });

  test('an answer is not slipped to someone else who has signed in meanwhile', async () => {
    const [ada, eve] = [await aUser(t.platform, { email }), await aUser(t.platform)];
    knows();
    const client = await signedIn(ada);
    const callback = await atProvider().signIn(await begin(client, 'connect', '/settings'), login);
    await client.signIn(eve.email);
    expect(await back(client, callback)).toBe('/settings?problem=refused');
  });

  test('the only way in is not disconnected', async () => {
    knows();
    const client = server.client();
    await through(client);
    const answer = await client.mutate('identity.disconnectProvider');
    expect(answer.json.error.data.domainCode).toBe('LAST_SIGN_IN_METHOD');
  });
});

describe('re-authentication', () => {
  test('works at the provider, which asks again whatever session it has', async () => {
    knows();
    const client = server.client();
    const browser = atProvider();
    await back(client, await browser.signIn(await begin(client), login));
    t.clock.advance(11 * MINUTE);
    const guarded = async () =>
      (await client.mutate('identity.startSecondFactor')).json.error?.data.domainCode ?? 'ok';
    expect(await guarded()).toBe('CONFIRM_IDENTITY');
    const address = await begin(client, 'confirm', '/settings');
    expect(new URL(address).searchParams.get('prompt')).toBe('login');
    expect(await back(client, await browser.signIn(address, login))).toBe('/settings');
    expect(await guarded()).toBe('ok');
  });

  test('is refused for an account there that is not connected', async () => {
    const ada = await aUser(t.platform, { email });
    knows();
    const client = await signedIn(ada);
    t.clock.advance(11 * MINUTE);
    expect(await through(client, 'confirm', '/settings')).toBe('/settings?problem=refused');
    const answer = await client.mutate('identity.startSecondFactor');
    expect(answer.json.error.data.domainCode).toBe('CONFIRM_IDENTITY');
  });
});

describe('without a provider', () => {
  test('none is offered, and its paths are not there', async () => {
    const plain = await startTestServer(t.platform);
    expect((await api(contextOf(t.platform)).identity.signInOptions()).provider).toBeNull();
    expect((await plain.client().get(PROVIDER_CALLBACK)).status).toBe(404);
    await plain.close();
  });

  test('that answers, people see why and can sign in another way', async () => {
    const down = secondPlatform(t, { env: providerSettings(`http://127.0.0.1:${await freePort()}`) });
    const asked = api(contextOf(down)).identity.beginProviderSignIn({ purpose: 'sign_in', returnTo: '/' });
    expect(await refusalOf(asked)).toBe('PROVIDER_DOWN');
  });
});
