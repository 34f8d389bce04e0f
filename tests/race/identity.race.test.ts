import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessTokens, mailLinks, passkeys, providerAccounts, sessions } from '#db/schema/identity.ts';
import { issueMailLink } from '#features/identity/server/email/issue-mail-link.ts';
import { connectProviderCommand } from '#features/identity/server/provider/connect-provider.ts';
import { codeOf, stepAt } from '#features/identity/server/second-factor/totp.ts';
import { beginFlow } from '#features/identity/server/sessions/flows.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { api, aUser, contextOf, newKey, on, PASSWORD, type Person, systemOf } from '../support/actors.ts';
import { authenticator } from '../support/authenticator.ts';
import { outcomes, refusalOf, waitingForLocks } from '../support/checks.ts';
import { eventually } from '../support/eventually.ts';
import { newMailTo, tokenIn } from '../support/mails.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

let t: PostgresPlatform;
let second: Platform;
let ada: Person;
beforeAll(async () => {
  t = await postgresPlatform();
  second = await t.another();
});
/** Nobody has confirmed this address yet: a new password leaves no other way in. */
beforeEach(async () => {
  ada = await aUser(t.platform, { emailConfirmed: false });
  await t.platform.jobs.drain();
  t.mails.sent.length = 0;
});
afterAll(() => t.close());

type Call = () => Promise<unknown>;

/** Begins each call when those before have done all but commit, or wait for one that has. */
async function overlapping(...calls: readonly Call[]) {
  const begun: Promise<unknown>[] = [];
  await t.platform.db.transaction(async (tx) => {
    await tx.execute(sql`lock table audit_log in share mode`);
    for (const call of calls) {
      const outcome = call();
      // The call may be refused before this process knows that the transaction has ended.
      outcome.catch(() => undefined);
      begun.push(outcome);
      await eventually(async () => (await waitingForLocks(t.platform)) === begun.length);
    }
  });
  return outcomes(begun);
}

const NEW_PASSWORD = 'umber-quarry-17-kettle';

/** Ada asks for a new password; answers the call that chooses it. */
async function newPassword(): Promise<Call> {
  await api(contextOf(t.platform)).identity.requestPasswordReset({ email: ada.email });
  const token = tokenIn(await newMailTo(t, ada.email));
  return () => api(contextOf(t.platform)).identity.resetPassword({ token, newPassword: NEW_PASSWORD });
}

const visitor = (cookies = '') => api({ ...contextOf(second), cookies });

/** Ada's passkey, and the call that adds it. */
async function aPasskey() {
  const device = authenticator(t.platform.origin);
  const question = await api(ada).identity.beginAddingPasskey();
  const answer = device.create(question);
  const add = () => api(on(second, ada)).identity.addPasskey({ flow: question.flow, name: 'Laptop', answer });
  return { device, add };
}

/** A visitor confirms Ada's address, by the link in a mail; answers the call that does. */
async function confirmation(): Promise<Call> {
  await api(ada).identity.requestConfirmation();
  const token = tokenIn(await newMailTo(t, ada.email));
  return () => visitor().identity.confirmEmail({ token });
}

/** Calls that give access to an account: each entry prepares its data, and answers the call. */
const ways: Record<string, () => Promise<Call>> = {
  'an access token': async () => () =>
    api(on(second, ada)).identity.createToken({ name: 'script', scope: 'read', expiresInDays: null }),
  'a passkey': async () => (await aPasskey()).add,
  'a session by passkey': async () => {
    const { device, add } = await aPasskey();
    await add();
    const question = await visitor().identity.beginPasskeySignIn();
    const answer = device.sign(question);
    return () => visitor().identity.signInWithPasskey({ flow: question.flow, answer });
  },
  'a session by password and code': async () => {
    const { secret } = await api(ada).identity.startSecondFactor();
    const first = await codeOf(secret, stepAt(new Date()));
    const { recoveryCodes } = await api(ada).identity.enableSecondFactor({ code: first });
    const context = contextOf(second);
    const step = api(context).identity.signIn({ email: ada.email, password: PASSWORD });
    expect(await refusalOf(step)).toBe('SECOND_FACTOR_REQUIRED');
    const [cookie] = context.responseHeaders.getSetCookie();
    return () => visitor(cookie?.split(';')[0]).identity.confirmSignIn({ code: recoveryCodes[0] ?? '' });
  },
  'the wish for another address': async () => () =>
    api(on(second, ada)).identity.requestEmailChange({ email: `${newKey()}@example.test` }),
  'the link to another address': async () => {
    const email = `${newKey()}@example.test`;
    await api(ada).identity.requestEmailChange({ email });
    return () => issueMailLink(systemOf(second), { userId: ada.id, purpose: 'change_email', email });
  },
};

async function waysLeft() {
  const { db } = t.platform;
  await t.platform.jobs.drain();
  const ownLinks = eq(mailLinks.userId, ada.id);
  const ownTokens = eq(accessTokens.userId, ada.id);
  return {
    sessions: await db.$count(sessions, eq(sessions.userId, ada.id)),
    tokens: await db.$count(accessTokens, and(ownTokens, isNull(accessTokens.revokedAt))),
    passkeys: await db.$count(passkeys, eq(passkeys.userId, ada.id)),
    links: await db.$count(mailLinks, and(ownLinks, isNull(mailLinks.endedAt))),
  };
}
const NONE = { sessions: 0, tokens: 0, passkeys: 0, links: 0 };

describe.each(Object.entries(ways))('%s that is made at the moment of a new password', (_, way) => {
  test.each(['before', 'after'])('ends with the old one, when it begins %s it', async (order) => {
    const [choose, make] = [await newPassword(), await way()];
    await overlapping(...(order === 'before' ? [make, choose] : [choose, make]));
    expect(await waysLeft()).toEqual(NONE);
    await visitor().identity.signIn({ email: ada.email, password: NEW_PASSWORD });
  });
});

describe.each(Object.entries(ways))('%s that is made at the moment of a confirmation', (_, way) => {
  test.each(['before', 'after'])('ends with what was there before, when it begins %s it', async (order) => {
    const [confirm, make] = [await confirmation(), await way()];
    await overlapping(...(order === 'before' ? [make, confirm] : [confirm, make]));
    // The one link that is left is for the owner to choose a password with.
    expect(await waysLeft()).toEqual({ ...NONE, links: 1 });
  });
});

test('no account at the provider is connected by a session that a new password has just ended', async () => {
  const choose = await newPassword();
  const flow = await beginFlow(t.platform.db, { kind: 'connect_provider', now: new Date() });
  const account = { issuer: 'https://provider.test', subject: newKey(), email: ada.email };
  const person = { ...account, firstName: 'Ada', lastName: 'Quill' };
  const connect = () =>
    connectProviderCommand(on(second, ada), { ...person, flow, kind: 'connect_provider' });
  expect((await overlapping(choose, connect)).refused).toEqual(['UNAUTHORIZED']);
  expect(await t.platform.db.$count(providerAccounts, eq(providerAccounts.userId, ada.id))).toBe(0);
});
