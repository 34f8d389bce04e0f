import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { passkeys, users } from '#db/schema/identity.ts';
import { MINUTE } from '#kernel/time.ts';
import { api, aUser, contextOf, type Person } from '#tests/support/actors.ts';
import { type Authenticator, authenticator } from '#tests/support/authenticator.ts';
import { outcomes, refusalOf } from '#tests/support/checks.ts';
import { newMailTo } from '#tests/support/mails.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { addAuthenticatorApp } from '#tests/support/second-factor.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import type { PasskeyAnswer, PasskeyQuestion } from '../../identity.contract.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let server: TestServer;
let ada: Person;
let device: Authenticator;
beforeAll(async () => {
  t = await testPlatform();
  server = await startTestServer(t.platform);
});
beforeEach(async () => {
  ada = await aUser(t.platform);
  device = authenticator(t.platform.origin);
  await t.platform.jobs.drain();
  t.mails.sent.length = 0;
});
afterAll(async () => {
  await server.close();
  await t.close();
});

const visitor = () => api(contextOf(t.platform));
async function add(person: Person, key = device, name = 'Laptop') {
  const question = await api(person).identity.beginAddingPasskey();
  return api(person).identity.addPasskey({ flow: question.flow, name, answer: key.create(question) });
}
const ask = () => visitor().identity.beginPasskeySignIn();
const signIn = ({ flow }: PasskeyQuestion, answer: PasskeyAnswer) =>
  visitor().identity.signInWithPasskey({ flow, answer });

describe('adding a passkey', () => {
  test('lists it by its name, and notifies the owner by mail', async () => {
    const added = await add(ada);
    expect(added).toMatchObject({ name: 'Laptop', synced: false, lastUsedAt: null });
    expect((await api(ada).identity.signInMethods()).passkeys).toEqual([added]);
    expect((await newMailTo(t, ada.email)).subject).toBe('A passkey was added');
  });

  test.each([
    ['another site', { origin: 'https://evil.test' }],
    ['a look-alike of the site', { rpId: 'evil.test' }],
    ['a device that did not verify the person', { verified: false }],
  ])('refuses the answer of %s', async (_, change) => {
    const question = await api(ada).identity.beginAddingPasskey();
    const answer = device.create(question, change);
    const added = api(ada).identity.addPasskey({ flow: question.flow, name: 'x', answer });
    expect(await refusalOf(added)).toBe('PASSKEY_REFUSED');
  });

  test('takes each question once, for the user it was asked, within ten minutes', async () => {
    const question = await api(ada).identity.beginAddingPasskey();
    const { flow } = question;
    const answer = device.create(question);
    const eve = await aUser(t.platform);
    expect(await refusalOf(api(eve).identity.addPasskey({ flow, name: 'x', answer }))).toBe(
      'PASSKEY_REFUSED',
    );
    await api(ada).identity.addPasskey({ flow, name: 'x', answer });
    const second = authenticator(t.platform.origin).create(question);
    expect(await refusalOf(api(ada).identity.addPasskey({ flow, name: 'x', answer: second }))).toBe(
      'PASSKEY_REFUSED',
    );
    const late = await api(ada).identity.beginAddingPasskey();
    const made = authenticator(t.platform.origin).create(late);
    t.clock.advance(10 * MINUTE);
    expect(await refusalOf(api(ada).identity.addPasskey({ flow: late.flow, name: 'x', answer: made }))).toBe(
      'PASSKEY_REFUSED',
    );
  });

  test('the same credential belongs to one account', async () => {
    await add(ada);
    expect(await refusalOf(add(await aUser(t.platform)))).toBe('PASSKEY_REFUSED');
  });

  test('the browser knows which passkeys there are, so that it does not make a second of the same', async () => {
    await add(ada);
    const { options } = await api(ada).identity.beginAddingPasskey();
    const [row] = await t.platform.db.select().from(passkeys).where(eq(passkeys.userId, ada.id));
    expect(options.excludeCredentials).toMatchObject([{ id: row?.credentialId }]);
    expect(JSON.stringify(options)).not.toContain(row?.publicKey);
  });
});

describe('signing in with a passkey', () => {
  test('opens the account it belongs to, without a further code', async () => {
    await add(ada);
    await addAuthenticatorApp(ada, t.clock);
    const client = server.client();
    const question = (await client.mutate('identity.beginPasskeySignIn')).json.result.data as PasskeyQuestion;
    const { flow } = question;
    const answer = await client.mutate('identity.signInWithPasskey', { flow, answer: device.sign(question) });
    expect(answer.json.result.data.id).toBe(ada.id);
    expect((await client.get('/api/auth/user')).status).toBe(200);
    expect((await api(ada).identity.signInMethods()).passkeys[0]?.lastUsedAt).not.toBeNull();
  });

  test('an answer counts once, also when it is sent twice at the same time', async () => {
    await add(ada);
    const question = await ask();
    const answer = device.sign(question);
    const { done, refused } = await outcomes([1, 2, 3].map(() => signIn(question, answer)));
    expect(done).toHaveLength(1);
    expect(refused).toHaveLength(2);
    expect(await refusalOf(signIn(await ask(), answer))).toBe('WRONG_PASSKEY');
  });

  test.each([
    ['another site', { origin: 'https://evil.test' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['a device that did not verify the person', { verified: false }],
  ])('refuses what %s signed', async (_, change) => {
    await add(ada);
    const question = await ask();
    expect(await refusalOf(signIn(question, device.sign(question, change)))).toBe('WRONG_PASSKEY');
  });

  test('refuses an unknown passkey, and one whose id was exchanged', async () => {
    await add(ada);
    const stranger = authenticator(t.platform.origin);
    const question = await ask();
    const answer = stranger.sign(question);
    expect(await refusalOf(signIn(question, answer))).toBe('WRONG_PASSKEY');
    const { id } = device.sign(question);
    expect(await refusalOf(signIn(question, { ...answer, id }))).toBe('WRONG_PASSKEY');
  });

  test('refuses a copy that has fallen behind in counting', async () => {
    await add(ada);
    const copy = device.clone();
    for (let many = 0; many < 2; many += 1) {
      const question = await ask();
      await signIn(question, device.sign(question));
    }
    const question = await ask();
    expect(await refusalOf(signIn(question, copy.sign(question)))).toBe('WRONG_PASSKEY');
  });

  test('is over after ten minutes', async () => {
    await add(ada);
    const question = await ask();
    const answer = device.sign(question);
    t.clock.advance(10 * MINUTE);
    expect(await refusalOf(signIn(question, answer))).toBe('SIGN_IN_EXPIRED');
  });

  test('a signature that confirms an identity does not sign in, and the other way round', async () => {
    await add(ada);
    const confirming = await api(ada).identity.beginPasskeyConfirmation();
    expect(await refusalOf(signIn(confirming, device.sign(confirming)))).toBe('SIGN_IN_EXPIRED');
  });

  test('belongs to the site that people open, not to the one a request names', async () => {
    const platform = secondPlatform(t, { env: { PUBLIC_URL: 'https://commonhold.example' } });
    const { options } = await api(contextOf(platform)).identity.beginPasskeySignIn();
    expect(options.rpId).toBe('commonhold.example');
  });
});

describe('re-authentication', () => {
  test('works with a passkey of one’s own, and with nobody else’s', async () => {
    const client = server.client();
    await add(ada);
    const eve = await aUser(t.platform);
    const hers = authenticator(t.platform.origin);
    await add(eve, hers);
    await client.signIn(ada.email);
    const attempt = async (key: Authenticator) => {
      const begun = await client.mutate('identity.beginPasskeyConfirmation');
      const question = begun.json.result.data as PasskeyQuestion;
      const input = { by: 'passkey', flow: question.flow, answer: key.sign(question) };
      const answer = await client.mutate('identity.confirmIdentity', input);
      return answer.json.error?.data.domainCode ?? 'ok';
    };
    expect(await attempt(hers)).toBe('WRONG_PASSKEY');
    expect(await attempt(device)).toBe('ok');
  });

  test('refuses the question and the passkey of another account in this session', async () => {
    const eve = await aUser(t.platform);
    const hers = authenticator(t.platform.origin);
    await add(eve, hers);
    const question = await api(eve).identity.beginPasskeyConfirmation();
    const client = server.client();
    await client.signIn(ada.email);
    const input = { by: 'passkey', flow: question.flow, answer: hers.sign(question) };
    const answer = await client.mutate('identity.confirmIdentity', input);
    expect(answer.json.error?.data.domainCode).toBe('WRONG_PASSKEY');
  });
});

describe('keeping passkeys', () => {
  test('only the owner renames and removes one; removed, it no longer signs in', async () => {
    const { id } = await add(ada);
    const eve = await aUser(t.platform);
    expect(await refusalOf(api(eve).identity.renamePasskey({ id, name: 'Mine' }))).toBe('NOT_FOUND');
    expect(await refusalOf(api(eve).identity.removePasskey({ id }))).toBe('NOT_FOUND');
    expect(await api(ada).identity.renamePasskey({ id, name: ' Phone ' })).toMatchObject({ name: 'Phone' });
    await api(ada).identity.removePasskey({ id });
    const question = await ask();
    expect(await refusalOf(signIn(question, device.sign(question)))).toBe('WRONG_PASSKEY');
  });

  test('the only way in cannot be removed', async () => {
    await t.platform.db.update(users).set({ passwordHash: null }).where(eq(users.id, ada.id));
    const [first, second] = [await add(ada), await add(ada, authenticator(t.platform.origin), 'Phone')];
    await api(ada).identity.removePasskey({ id: first.id });
    expect(await refusalOf(api(ada).identity.removePasskey({ id: second.id }))).toBe('LAST_SIGN_IN_METHOD');
    expect((await api(ada).identity.signInMethods()).passkeys).toMatchObject([{ name: 'Phone' }]);
  });

  test('a user has at most twenty', async () => {
    for (let many = 0; many < 20; many += 1) await add(ada, authenticator(t.platform.origin));
    expect(await refusalOf(add(ada, authenticator(t.platform.origin)))).toBe('TOO_MANY_PASSKEYS');
  });
});

test('an address begins at most sixty sign-ins by passkey in a quarter of an hour', async () => {
  const limited = secondPlatform(t, { env: { RATE_LIMITS: 'on' } });
  const begin = (address: string) => {
    const context = contextOf(limited);
    return api({ ...context, caller: { ...context.caller, address } }).identity.beginPasskeySignIn();
  };
  for (let many = 0; many < 60; many += 1) await begin('192.0.2.7');
  expect(await refusalOf(begin('192.0.2.7'))).toBe('RATE_LIMITED');
  await begin('192.0.2.8');
  t.clock.advance(15 * MINUTE);
  await begin('192.0.2.7');
});
