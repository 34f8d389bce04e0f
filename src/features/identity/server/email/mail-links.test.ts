import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  mailLinks,
  providerAccounts,
  recoveryCodes,
  sessions,
  signInFlows,
  users,
} from '#db/schema/identity.ts';
import { kycDecisions } from '#db/schema/kyc.ts';
import { legalAcceptances } from '#db/schema/legal.ts';
import { auditLog, jobs, outboxEvents } from '#db/schema/platform.ts';
import { recordReferral } from '#features/referrals/server/index.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import type { Mail } from '#platform/server/ports/mailer.ts';
import type { Passwords } from '#platform/server/ports/passwords.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  contextOf,
  fund,
  newKey,
  onboardingAnswers,
  PASSWORD,
  type Person,
  personOf,
  systemOf,
} from '#tests/support/actors.ts';
import { applyForReview, decideOn } from '#tests/support/applicants.ts';
import { authenticator } from '#tests/support/authenticator.ts';
import { outcomes, refusalOf } from '#tests/support/checks.ts';
import { fullDraft } from '#tests/support/intake.ts';
import { mailsTo, newMailTo, tokenIn, tokensIn } from '#tests/support/mails.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { testMailer } from '#tests/support/ports.ts';
import { addAuthenticatorApp } from '#tests/support/second-factor.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { MAX_RESET_MAILS_A_DAY } from '../../mail-links.contract.ts';
import { signUpCommand } from '../accounts/sign-up.ts';
import { grantAdmin } from '../roles/grant-admin.ts';
import { issueMailLink } from './issue-mail-link.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let server: TestServer;
beforeAll(async () => {
  t = await testPlatform();
  server = await startTestServer(t.platform);
});
beforeEach(async () => {
  await t.platform.jobs.drain();
  t.mails.sent.length = 0;
});
afterAll(async () => {
  await server.close();
  await t.close();
});

const NEW_PASSWORD = 'umber-quarry-17-kettle';
const newEmail = () => `${newKey()}@example.test`;
const visitor = () => api(contextOf(t.platform));
const someone = (email: string, change = {}) => ({
  email,
  password: PASSWORD,
  firstName: 'Ada',
  lastName: 'Quill',
  ...change,
});

async function signUp(email: string, change = {}) {
  const client = server.client();
  const { json } = await client.post('/api/auth/sign-up', someone(email, change));
  return { client, id: json.id as string };
}
const userNow = async (id: string) => (await t.platform.db.select().from(users).where(eq(users.id, id)))[0];
const isConfirmed = async (id: string) => (await userNow(id))?.emailConfirmedAt !== null;
/** Adds a passkey, an authenticator app, an account at a provider and an access token. */
async function addSignInMethods(person: Person) {
  const device = authenticator(t.platform.origin);
  const question = await api(person).identity.beginAddingPasskey();
  const answer = device.create(question);
  await api(person).identity.addPasskey({ flow: question.flow, name: 'Laptop', answer });
  await addAuthenticatorApp(person, t.clock);
  await t.platform.db.insert(providerAccounts).values({
    issuer: 'https://provider.test',
    subject: newKey(),
    userId: person.id,
    email: person.email,
    createdAt: t.clock.now(),
  });
  const token = { name: 'script', scope: 'write', expiresInDays: null } as const;
  const { secret } = await api(person).identity.createToken(token);
  return {
    async byPasskey() {
      const asked = await visitor().identity.beginPasskeySignIn();
      return visitor().identity.signInWithPasskey({ flow: asked.flow, answer: device.sign(asked) });
    },
    byToken: () => server.client({ authorization: `Bearer ${secret}` }).get('/api/auth/user'),
  };
}
const request = (person: Person, email: string) => api(person).identity.requestEmailChange({ email });

describe('confirming an address', () => {
  test('the link in the mail after sign-up does it', async () => {
    const email = newEmail();
    const { client, id } = await signUp(email);
    const mail = await newMailTo(t, email);
    expect(mail).toMatchObject({ subject: 'Confirm your email', to: email });
    const token = tokenIn(mail);
    expect(await visitor().identity.mailLink({ token })).toEqual({
      state: 'ready',
      purpose: 'confirm_email',
      email,
      name: null,
      clearsAccount: true,
      opensAccount: false,
      invitation: null,
      own: false,
    });
    expect(await isConfirmed(id)).toBe(false);
    const answer = await client.mutate('identity.confirmEmail', { token });
    expect(answer.json.result.data).toEqual({
      email,
      changed: false,
      newPasswordToken: null,
      invitation: null,
    });
    expect((await client.get('/api/auth/user')).json).toMatchObject({
      emailConfirmed: true,
      firstName: 'Ada',
    });
    expect((await server.client().signIn(email)).status).toBe(200);
  });

  test('opening the page of a link changes nothing; only its button does', async () => {
    const email = newEmail();
    const { id } = await signUp(email);
    const token = tokenIn(await newMailTo(t, email));
    for (let many = 0; many < 3; many += 1) await visitor().identity.mailLink({ token });
    expect(await isConfirmed(id)).toBe(false);
  });

  test('each mail brings a link of its own; the first one used ends the others', async () => {
    const email = newEmail();
    const { client, id } = await signUp(email);
    const first = tokenIn(await newMailTo(t, email));
    expect((await client.mutate('identity.requestConfirmation')).status).toBe(200);
    const second = tokenIn(await newMailTo(t, email));
    await visitor().identity.confirmEmail({ token: first });
    expect(await refusalOf(visitor().identity.confirmEmail({ token: first }))).toBe('LINK_ENDED');
    expect(await refusalOf(visitor().identity.confirmEmail({ token: second }))).toBe('LINK_ENDED');
    expect((await visitor().identity.mailLink({ token: second })).state).toBe('ended');
    expect(await isConfirmed(id)).toBe(true);
  });

  test('after a day the link has expired', async () => {
    const email = newEmail();
    const { id } = await signUp(email);
    const token = tokenIn(await newMailTo(t, email));
    t.clock.advance(DAY);
    expect((await visitor().identity.mailLink({ token })).state).toBe('expired');
    expect(await refusalOf(visitor().identity.confirmEmail({ token }))).toBe('LINK_EXPIRED');
    expect(await isConfirmed(id)).toBe(false);
  });

  test('a token that was never sent is unknown, and one of another purpose does not confirm', async () => {
    const token = 'x'.repeat(43);
    expect(await visitor().identity.mailLink({ token })).toEqual({
      state: 'unknown',
      purpose: null,
      email: null,
      name: null,
      clearsAccount: false,
      opensAccount: false,
      invitation: null,
      own: false,
    });
    expect(await refusalOf(visitor().identity.confirmEmail({ token }))).toBe('NOT_FOUND');
    const { email } = await aUser(t.platform);
    await visitor().identity.requestPasswordReset({ email });
    const other = tokenIn(await newMailTo(t, email));
    expect(await refusalOf(visitor().identity.confirmEmail({ token: other }))).toBe('NOT_FOUND');
  });

  test('a confirmed address gets no further mail', async () => {
    const ada = await aUser(t.platform);
    await api(ada).identity.requestConfirmation();
    expect(await mailsTo(t, ada.email)).toEqual([]);
  });

  test('the mail is sent when the mail server is back', async () => {
    const email = newEmail();
    t.mails.breakDown(2);
    await signUp(email);
    expect(await mailsTo(t, email)).toEqual([]);
    t.clock.advance(MINUTE);
    expect(await mailsTo(t, email)).toEqual([]);
    t.clock.advance(MINUTE);
    await newMailTo(t, email);
  });
});

describe('an account that a stranger opened with someone’s address', () => {
  const TEXT = 'Your account is locked. Go to https://evil.test/unlock';
  /** Sets up everything that a stranger can before the address is confirmed; answers what still works of it. */
  async function occupied() {
    const stranger = await aUser(t.platform, { emailConfirmed: false });
    const { email } = stranger;
    await api(stranger).identity.updateProfile({ firstName: TEXT, lastName: 'evil.test' });
    const preferences = { ...(await api(stranger).notifications.preferences()), emailNotifications: false };
    await api(stranger).notifications.setPreferences(preferences);
    const session = server.client();
    await session.signIn(email);
    const { byPasskey, byToken } = await addSignInMethods(stranger);
    const strange = newEmail();
    await request(stranger, strange);
    const changeToken = tokenIn(await newMailTo(t, strange));
    await stranger.platform.jobs.drain();
    t.mails.sent.length = 0;
    async function works(): Promise<string[]> {
      const ways: Record<string, boolean> = {
        password: (await server.client().signIn(email)).status === 200,
        'password and code': (await server.client().signIn(email)).json.code === 'SECOND_FACTOR_REQUIRED',
        session: (await session.get('/api/auth/user')).status === 200,
        token: (await byToken()).status === 200,
        passkey: (await outcomes([byPasskey()])).done.length === 1,
        link: (await visitor().identity.mailLink({ token: changeToken })).state === 'ready',
        provider:
          (await t.platform.db.$count(providerAccounts, eq(providerAccounts.userId, stranger.id))) > 0,
        codes: (await t.platform.db.$count(recoveryCodes, eq(recoveryCodes.userId, stranger.id))) > 0,
      };
      return Object.keys(ways).filter((way) => ways[way]);
    }
    return { stranger, email, works };
  }
  const ownerOf = async (email: string, id: string) => {
    const client = server.client();
    const answer = await client.signIn(email, NEW_PASSWORD);
    expect(answer).toMatchObject({ status: 200, json: { id, emailConfirmed: true } });
    return { client, user: answer.json };
  };
  const all = ['password and code', 'session', 'token', 'passkey', 'link', 'provider', 'codes'];
  const names = { firstName: 'Grace', lastName: 'Hopper' };

  test('is theirs alone once they confirm it: nothing that the stranger set up lets anyone in', async () => {
    const { stranger, email, works } = await occupied();
    expect(await works()).toEqual(all);
    await api(stranger).identity.requestConfirmation();
    const mail = await newMailTo(t, email);
    expect(mail.text).not.toContain('evil');
    const { newPasswordToken } = await visitor().identity.confirmEmail({ token: tokenIn(mail) });
    expect(await works()).toEqual([]);
    expect((await newMailTo(t, email)).text).not.toContain('evil');
    const choice = { token: newPasswordToken ?? '', newPassword: NEW_PASSWORD, ...names };
    await visitor().identity.resetPassword(choice);
    const { client, user } = await ownerOf(email, stranger.id);
    expect(user).toMatchObject(names);
    expect((await client.query('notifications.preferences')).json.result.data.emailNotifications).toBe(true);
    expect(await works()).toEqual([]);
  });

  test('starts again with their new password', async () => {
    const { stranger, email, works } = await occupied();
    await visitor().identity.requestPasswordReset({ email });
    const mail = await newMailTo(t, email);
    expect(mail.text).not.toContain('evil');
    const token = tokenIn(mail);
    expect(await visitor().identity.mailLink({ token })).toMatchObject({ name: null, clearsAccount: true });
    expect(await api(stranger).identity.mailLink({ token })).toMatchObject({
      own: true,
      clearsAccount: true,
    });
    await visitor().identity.resetPassword({ token, newPassword: NEW_PASSWORD, ...names });
    expect(await works()).toEqual([]);
    const sent = await mailsTo(t, email);
    expect(sent.map(({ subject }) => subject).sort()).toEqual([
      'Earlier ways to sign in were removed',
      'Your password was changed',
    ]);
    expect(JSON.stringify(sent)).not.toContain('evil');
    const { client, user } = await ownerOf(email, stranger.id);
    expect(user).toMatchObject(names);
    expect((await client.query('notifications.preferences')).json.result.data.emailNotifications).toBe(true);
  });

  test('invests by no setting of the stranger, and counts for nobody who invited them', async () => {
    const { stranger, email } = await occupied();
    const mallory = await aUser(t.platform);
    const { code } = await api(mallory).referrals.makeCode();
    await recordReferral(systemOf(t.platform), { userId: stranger.id, code });
    const propertyId = (await anApprovedProperty(t.platform)).id;
    await fund(stranger, 50_000);
    await api(stranger).investing.invest({ propertyId, shares: 1, requestId: newKey() });
    await api(stranger).distributions.setReinvestment({ propertyId, reinvest: true });
    const { settings } = await api(stranger).autoInvest.overview();
    await api(stranger).autoInvest.saveSettings({ ...settings, enabled: true, reserveCents: 0 });
    t.mails.sent.length = 0;
    await visitor().identity.requestPasswordReset({ email });
    const token = tokenIn(await newMailTo(t, email));
    await visitor().identity.resetPassword({ token, newPassword: NEW_PASSWORD, ...names });
    const owner = await personOf(t.platform, { id: stranger.id, email, role: 'user' });
    expect((await api(owner).autoInvest.overview()).settings).toEqual(settings);
    expect(await api(owner).distributions.reinvestment({ propertyId })).toMatchObject({ reinvest: false });
    expect((await api(mallory).referrals.list({})).items).toEqual([]);
  });

  test('asks its owner the questions of onboarding, and shows no draft of the stranger', async () => {
    const { stranger, email } = await occupied();
    await api(stranger).onboarding.complete({ answers: onboardingAnswers });
    await api(stranger).intake.saveDraft({ expectedVersion: 0, draft: fullDraft });
    await visitor().identity.requestPasswordReset({ email });
    const token = tokenIn(await newMailTo(t, email));
    await visitor().identity.resetPassword({ token, newPassword: NEW_PASSWORD, ...names });
    const { client } = await ownerOf(email, stranger.id);
    const record = (await client.query('onboarding.record')).json.result.data;
    expect(record).toEqual({ state: 'none', step: 1, answers: {} });
    expect((await client.query('intake.draft')).json.result.data).toBeNull();
  });

  test('has no name of the stranger even when its owner gives none', async () => {
    const { stranger, email } = await occupied();
    await visitor().identity.requestPasswordReset({ email });
    const token = tokenIn(await newMailTo(t, email));
    await visitor().identity.resetPassword({ token, newPassword: NEW_PASSWORD });
    const { user } = await ownerOf(email, stranger.id);
    expect(user.firstName).toBe(email.split('@')[0]);
  });

  test('still has its money and shares, because most often the same person signed up', async () => {
    const ada = await aUser(t.platform, { emailConfirmed: false, cash: 5_000 });
    await mailsTo(t, ada.email);
    t.mails.sent.length = 0;
    await visitor().identity.requestPasswordReset({ email: ada.email });
    const token = tokenIn(await newMailTo(t, ada.email));
    await visitor().identity.resetPassword({ token, newPassword: NEW_PASSWORD });
    const { user } = await ownerOf(ada.email, ada.id);
    expect(user.availableCash).toBe('50.00');
  });

  test('has nothing of the earlier identity check, which may be of someone else', async () => {
    const { stranger, email } = await occupied();
    const person = { firstName: 'Evil', lastName: 'Eve', phone: '+1 512 555 0100' };
    await api(stranger).kyc.savePersonal({ ...person, dateOfBirth: '1990-01-31', ssn: '219-09-9999' });
    await applyForReview(stranger);
    await decideOn(stranger, 'approved');
    await visitor().identity.requestPasswordReset({ email });
    const token = tokenIn(await newMailTo(t, email));
    await visitor().identity.resetPassword({ token, newPassword: NEW_PASSWORD });
    expect(await t.platform.db.$count(kycDecisions, eq(kycDecisions.userId, stranger.id))).toBe(0);
    const { client } = await ownerOf(email, stranger.id);
    const { data } = (await client.query('kyc.application')).json.result;
    expect(data).toMatchObject({ status: 'in_progress', personal: { hasSsn: false, hasDateOfBirth: false } });
    expect(JSON.stringify(data)).not.toContain('Evil');
  });

  test('leaves the browser signed in that confirms it as that account, and nothing else from before', async () => {
    const { stranger, email, works } = await occupied();
    await api(stranger).identity.requestConfirmation();
    const token = tokenIn(await newMailTo(t, email));
    expect(await api(stranger).identity.mailLink({ token })).toMatchObject({
      own: true,
      clearsAccount: false,
    });
    const { newPasswordToken } = await api(stranger).identity.confirmEmail({ token });
    expect(newPasswordToken).toBeNull();
    expect(await works()).toEqual(['password']);
    const open = await t.platform.db.select().from(sessions).where(eq(sessions.userId, stranger.id));
    expect(open.map(({ id }) => id)).toContain(stranger.actor.sessionId);
  });

  test('is not confirmed as theirs by an access token of the account, which is no browser', async () => {
    const { stranger, email, works } = await occupied();
    await api(stranger).identity.requestConfirmation();
    const token = tokenIn(await newMailTo(t, email));
    const script = {
      ...stranger,
      caller: { ...stranger.caller, actor: { ...stranger.actor, sessionId: null } },
    };
    const { newPasswordToken } = await api(script).identity.confirmEmail({ token });
    expect(newPasswordToken).not.toBeNull();
    expect(await works()).toEqual([]);
  });

  test('nobody becomes an admin by it', async () => {
    const email = newEmail();
    const { id } = await signUp(email);
    const refused = await grantAdmin(systemOf(t.platform), { email }).catch((error: Error) => error);
    expect(refused).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('has confirmed') });
    expect((await userNow(id))?.role).toBe('user');
  });

  test('gets a mail without a name when its owner tries to sign up', async () => {
    const email = newEmail();
    await signUp(email, { firstName: TEXT });
    expect((await newMailTo(t, email)).text).not.toContain('evil');
    await visitor()
      .identity.signUp(someone(email))
      .catch(() => undefined);
    const mail = await newMailTo(t, email);
    expect(mail.subject).toBe('You already have an account');
    expect(mail.text).not.toContain('evil');
  });
});

describe('an account that was opened by an invitation and is not its owner’s until they confirm it', () => {
  const withCookie = (code: string) => {
    const context = { ...contextOf(t.platform), cookies: `commonhold-referral=${code}` };
    return { reader: api(context), answered: () => context.responseHeaders.get('set-cookie') };
  };
  /** An account that Ada’s code opened, and the links to confirm it and to choose a new password. */
  async function invited(inviterName = {}) {
    const inviter = await aUser(t.platform, inviterName);
    const { code } = await api(inviter).referrals.makeCode();
    const email = newEmail();
    const account = { ...someone(email), referralCode: code };
    const { id: userId } = await signUpCommand(contextOf(t.platform), account);
    const link = { userId, email } as const;
    const tokenTo = async (purpose: 'confirm_email' | 'reset_password') =>
      (await issueMailLink(systemOf(t.platform), { ...link, purpose }))?.token ?? '';
    const counted = async () => {
      await t.platform.jobs.drain();
      return (await api(inviter).referrals.list({})).items.length;
    };
    return { inviter, code, userId, email, tokenTo, counted };
  }
  const chosen = { newPassword: NEW_PASSWORD, firstName: 'Grace', lastName: 'Hopper' };
  const confirmed = async (token: string, reader = visitor()) => {
    const { newPasswordToken, invitation } = await reader.identity.confirmEmail({ token });
    return { token: newPasswordToken ?? '', invitation };
  };

  test('counts for the inviter when its owner, on another device, says that the invitation was theirs', async () => {
    const { code, tokenTo, counted } = await invited();
    const { token, invitation } = await confirmed(await tokenTo('confirm_email'));
    expect(invitation).toEqual({ code, inviterName: 'Ada Q.' });
    expect(await counted()).toBe(0);
    await visitor().identity.resetPassword({ ...chosen, token, invitationCode: code });
    expect(await counted()).toBe(1);
  });

  test('counts for nobody when its owner does not say so, however late the sign-up’s work is done', async () => {
    const { inviter, tokenTo, counted } = await invited();
    const evil = { firstName: 'https://evil.test', lastName: 'Quill' };
    await api(inviter).identity.updateProfile(evil);
    const { token, invitation } = await confirmed(await tokenTo('confirm_email'));
    expect(invitation).toMatchObject({ inviterName: null });
    await visitor().identity.resetPassword({ ...chosen, token });
    expect(await counted()).toBe(0);
  });

  test('is named by a link for a new password too, and only to the person who has it', async () => {
    const { code, tokenTo, counted } = await invited();
    const confirming = await visitor().identity.mailLink({ token: await tokenTo('confirm_email') });
    expect(confirming).toMatchObject({ opensAccount: false, invitation: null });
    const token = await tokenTo('reset_password');
    const link = await visitor().identity.mailLink({ token });
    expect(link).toMatchObject({ opensAccount: true, invitation: { code, inviterName: 'Ada Q.' } });
    await visitor().identity.resetPassword({ ...chosen, token, invitationCode: code });
    expect(await counted()).toBe(1);
    expect(await visitor().identity.mailLink({ token })).toMatchObject({ state: 'ended', invitation: null });
  });

  test('can still be opened by a later link, with the invitation of that browser, as at sign-up', async () => {
    const { code, tokenTo, counted } = await invited();
    await confirmed(await tokenTo('confirm_email'));
    const token = await tokenTo('reset_password');
    const { reader, answered } = withCookie(code);
    expect(await reader.identity.mailLink({ token })).toMatchObject({ name: null, opensAccount: true });
    await reader.identity.resetPassword({ ...chosen, token });
    expect(answered()).toContain('commonhold-referral=;');
    expect(await counted()).toBe(1);
  });

  test('no longer takes a code once its owner has a password', async () => {
    const { code, tokenTo, counted } = await invited();
    await visitor().identity.resetPassword({ ...chosen, token: await tokenTo('reset_password') });
    const token = await tokenTo('reset_password');
    expect(await visitor().identity.mailLink({ token })).toMatchObject({
      opensAccount: false,
      invitation: null,
    });
    const { reader, answered } = withCookie(code);
    await reader.identity.resetPassword({ token, newPassword: PASSWORD, invitationCode: code });
    expect(answered()).toBeNull();
    expect(await counted()).toBe(0);
  });

  test('says nothing of it while referrals are off or the inviter is frozen', async () => {
    const off = { ...t.platform, config: { ...t.platform.config, hasReferrals: false } };
    const [first, second] = [await invited(), await invited()];
    const reader = api(contextOf(off));
    expect((await confirmed(await first.tokenTo('confirm_email'), reader)).invitation).toBeNull();
    const token = await second.tokenTo('reset_password');
    expect((await reader.identity.mailLink({ token })).invitation).toBeNull();
    const admin = await anAdmin(t.platform);
    const frozen = { userId: second.inviter.id, reason: 'A court asks for it.' };
    await api(admin).freezes.freezeAccount(frozen);
    expect((await visitor().identity.mailLink({ token })).invitation).toBeNull();
  });

  test.each(['confirm_email', 'reset_password'] as const)(
    'has its owner’s acceptance of the legal documents beside the stranger’s, by the link to %s',
    async (purpose) => {
      const { userId, tokenTo } = await invited();
      const signedUpAt = t.clock.now();
      t.clock.advance(MINUTE);
      const mailed = await tokenTo(purpose);
      const token = purpose === 'confirm_email' ? (await confirmed(mailed)).token : mailed;
      await visitor().identity.resetPassword({ ...chosen, token });
      const accepted = await t.platform.db
        .select()
        .from(legalAcceptances)
        .where(eq(legalAcceptances.userId, userId));
      for (const id of ['terms', 'privacy', 'risks']) {
        const times = accepted.filter(({ document }) => document === id).map(({ acceptedAt }) => acceptedAt);
        expect(times.map((at) => at > signedUpAt).sort()).toEqual([false, true]);
      }
      const owner = await personOf(t.platform, { id: userId, email: '', role: 'user' });
      const { items } = await api(owner).documentCenter.list();
      expect(
        items
          .filter(({ legal }) => legal !== null)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(['legal:privacy', 'legal:risks', 'legal:terms']);
    },
  );
});

describe('choosing a new password', () => {
  const reset = (token: string, newPassword = NEW_PASSWORD) =>
    visitor().identity.resetPassword({ token, newPassword });
  async function resetLink(email: string): Promise<string> {
    await visitor().identity.requestPasswordReset({ email });
    return tokenIn(await newMailTo(t, email));
  }

  test('by the link in the mail ends every session and open stream, and notifies the owner', async () => {
    const ada = await aUser(t.platform);
    const client = server.client();
    await client.signIn(ada.email);
    const token = await resetLink(ada.email);
    expect(await reset(token)).toEqual({ email: ada.email });
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect(await t.platform.db.$count(sessions, eq(sessions.userId, ada.id))).toBe(0);
    const emitted = await t.platform.db.select().from(outboxEvents).where(eq(outboxEvents.userId, ada.id));
    expect(emitted.map(({ type }) => type)).toContain('identity.sessionsEnded');
    expect((await server.client().signIn(ada.email)).status).toBe(401);
    expect((await server.client().signIn(ada.email, NEW_PASSWORD)).status).toBe(200);
    expect((await newMailTo(t, ada.email)).subject).toBe('Your password was changed');
  });

  test('is answered alike for every address, and only an account gets a mail', async () => {
    const ada = await aUser(t.platform);
    const unknown = newEmail();
    const answers = await Promise.all(
      [ada.email, unknown].map((email) => server.client().mutate('identity.requestPasswordReset', { email })),
    );
    expect([answers[0]?.status, answers[0]?.text]).toEqual([answers[1]?.status, answers[1]?.text]);
    expect(answers[0]?.status).toBe(200);
    expect(await mailsTo(t, ada.email)).toHaveLength(1);
    expect(await mailsTo(t, unknown)).toEqual([]);
  });

  test('the link works once, and its use ends the other ones', async () => {
    const ada = await aUser(t.platform);
    const [first, second] = [await resetLink(ada.email), await resetLink(ada.email)];
    await reset(second);
    expect(await refusalOf(reset(second, 'saffron-jetty-58-mole'))).toBe('LINK_ENDED');
    expect(await refusalOf(reset(first, 'saffron-jetty-58-mole'))).toBe('LINK_ENDED');
    expect((await server.client().signIn(ada.email, NEW_PASSWORD)).status).toBe(200);
  });

  test('after an hour the link has expired', async () => {
    const ada = await aUser(t.platform);
    const token = await resetLink(ada.email);
    t.clock.advance(HOUR);
    expect(await refusalOf(reset(token))).toBe('LINK_EXPIRED');
    expect((await server.client().signIn(ada.email)).status).toBe(200);
  });

  test('a weak password is refused and leaves the link as it was', async () => {
    const ada = await aUser(t.platform);
    const token = await resetLink(ada.email);
    expect(await refusalOf(reset(token, 'password1'))).toBe('WEAK_PASSWORD');
    expect(await refusalOf(reset(token, 'AdaQuill1'))).toBe('WEAK_PASSWORD');
    expect((await visitor().identity.mailLink({ token })).state).toBe('ready');
    await reset(token);
  });

  test('confirms the address, because its mail was read', async () => {
    const email = newEmail();
    const { id } = await signUp(email);
    await newMailTo(t, email);
    await reset(await resetLink(email));
    expect(await isConfirmed(id)).toBe(true);
  });

  test('ends the links that a stranger who signed up with the address asked for', async () => {
    const email = newEmail();
    const { client, id } = await signUp(email);
    await newMailTo(t, email);
    const strange = newEmail();
    await client.mutate('identity.requestEmailChange', { email: strange });
    const token = tokenIn(await newMailTo(t, strange));
    await reset(await resetLink(email));
    expect(await refusalOf(visitor().identity.confirmEmail({ token }))).toBe('LINK_ENDED');
    expect((await userNow(id))?.email).toBe(email);
  });

  test('leaves a confirmed account its passkeys and its second factor, and revokes its access tokens', async () => {
    const ada = await aUser(t.platform);
    const added = await addSignInMethods(ada);
    await mailsTo(t, ada.email);
    t.mails.sent.length = 0;
    await reset(await resetLink(ada.email));
    expect((await added.byToken()).status).toBe(401);
    expect((await added.byPasskey()).id).toBe(ada.id);
    expect((await server.client().signIn(ada.email, NEW_PASSWORD)).json.code).toBe('SECOND_FACTOR_REQUIRED');
    expect(await t.platform.db.$count(providerAccounts, eq(providerAccounts.userId, ada.id))).toBe(1);
  });

  test('leaves a passkey that is older than the address but not than the first that was confirmed', async () => {
    const ada = await aUser(t.platform);
    const { byPasskey } = await addSignInMethods(ada);
    const next = newEmail();
    await request(ada, next);
    await api(ada).identity.confirmEmail({ token: tokenIn(await newMailTo(t, next)) });
    await reset(await resetLink(next));
    expect((await byPasskey()).id).toBe(ada.id);
  });

  test.each([
    ['without', false],
    ['with', true],
  ])(
    'refuses a sign-in whose old password was just being checked, %s a second factor',
    async (_, withApp) => {
      const ada = await aUser(t.platform);
      if (withApp) await addAuthenticatorApp(ada, t.clock);
      await t.platform.jobs.drain();
      t.mails.sent.length = 0;
      const token = await resetLink(ada.email);
      const { hash, verify } = t.platform.passwords;
      let chosen: Promise<unknown> | undefined;
      const passwords: Passwords = {
        hash,
        async verify(...checked) {
          const matches = await verify(...checked);
          chosen ??= reset(token);
          await chosen;
          return matches;
        },
      };
      const slow = api(contextOf(secondPlatform(t, { replace: { passwords } })));
      const { email } = ada;
      expect(await refusalOf(slow.identity.signIn({ email, password: PASSWORD }))).toBe('WRONG_CREDENTIALS');
      expect(await t.platform.db.$count(sessions, eq(sessions.userId, ada.id))).toBe(0);
      expect(await t.platform.db.$count(signInFlows, eq(signInFlows.userId, ada.id))).toBe(0);
    },
  );
});

describe('changing the password', () => {
  const change = (person: Person) =>
    api(person).identity.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });

  test('ends every open link of the account and revokes its access tokens', async () => {
    const ada = await aUser(t.platform);
    const { byToken } = await addSignInMethods(ada);
    await mailsTo(t, ada.email);
    t.mails.sent.length = 0;
    await visitor().identity.requestPasswordReset({ email: ada.email });
    const reset = tokenIn(await newMailTo(t, ada.email));
    const next = newEmail();
    await request(ada, next);
    const confirm = tokenIn(await newMailTo(t, next));
    expect(await change(ada)).toEqual({ endedSessions: 0, revokedTokens: 1 });
    expect(await refusalOf(visitor().identity.confirmEmail({ token: confirm }))).toBe('LINK_ENDED');
    expect(await refusalOf(visitor().identity.resetPassword({ token: reset, newPassword: PASSWORD }))).toBe(
      'LINK_ENDED',
    );
    expect((await byToken()).status).toBe(401);
    expect(await api(ada).identity.tokens()).toEqual([]);
    expect((await newMailTo(t, ada.email)).text).toContain('access tokens');
  });

  test('leaves a sign-in that waits for its code behind', async () => {
    const ada = await aUser(t.platform);
    const { code } = await addAuthenticatorApp(ada, t.clock);
    const client = server.client();
    expect((await client.signIn(ada.email)).json.code).toBe('SECOND_FACTOR_REQUIRED');
    await change(ada);
    const answer = await client.post('/api/auth/sign-in/confirm', { code: await code() });
    expect(answer.json.code).toBe('SIGN_IN_EXPIRED');
  });
});

describe('changing the address', () => {
  test('happens when the new one is confirmed, and the old one is notified', async () => {
    const ada = await aUser(t.platform);
    const next = newEmail();
    await request(ada, next.toUpperCase());
    const mail = await newMailTo(t, next);
    expect(mail.subject).toBe('Confirm your new email');
    expect((await api(ada).identity.signInMethods()).pendingEmail).toBe(next);
    expect((await api(ada).identity.me())?.email).toBe(ada.email);
    const token = tokenIn(mail);
    expect(await api(ada).identity.confirmEmail({ token })).toEqual({
      email: next,
      changed: true,
      newPasswordToken: null,
      invitation: null,
    });
    expect(await api(ada).identity.me()).toMatchObject({ email: next, emailConfirmed: true });
    expect((await api(ada).identity.signInMethods()).pendingEmail).toBeNull();
    expect((await newMailTo(t, ada.email)).subject).toBe('Your email was changed');
    expect((await server.client().signIn(ada.email)).status).toBe(401);
    expect((await server.client().signIn(next)).status).toBe(200);
  });

  test('happens in a browser only that is signed in to the account', async () => {
    const [eve, victim] = [await aUser(t.platform), await aUser(t.platform)];
    const wanted = newEmail();
    await request(eve, wanted);
    const mail = await newMailTo(t, wanted);
    expect(mail.text).not.toContain('Ada');
    const token = tokenIn(mail);
    for (const reader of [visitor(), api(victim)]) {
      expect(await reader.identity.mailLink({ token })).toMatchObject({ name: null, own: false });
      expect(await refusalOf(reader.identity.confirmEmail({ token }))).toBe('SIGN_IN_TO_CHANGE_EMAIL');
    }
    expect((await api(eve).identity.me())?.email).toBe(eve.email);
    expect(await api(eve).identity.confirmEmail({ token })).toMatchObject({ changed: true });
  });

  test('a reset link to the old address no longer opens the account', async () => {
    const ada = await aUser(t.platform);
    await visitor().identity.requestPasswordReset({ email: ada.email });
    const reset = tokenIn(await newMailTo(t, ada.email));
    const next = newEmail();
    await request(ada, next);
    await api(ada).identity.confirmEmail({ token: tokenIn(await newMailTo(t, next)) });
    const newPassword = NEW_PASSWORD;
    expect(await refusalOf(visitor().identity.resetPassword({ token: reset, newPassword }))).toBe(
      'LINK_ENDED',
    );
  });

  test('a taken address is answered like a free one; its owner is notified and still has it', async () => {
    const [ada, owner] = [await aUser(t.platform), await aUser(t.platform)];
    const [taken, free] = [await request(ada, owner.email), await request(ada, newEmail())];
    expect(taken).toEqual(free);
    const mail = await newMailTo(t, owner.email);
    expect([mail.subject, tokensIn(mail)]).toEqual(['Someone asked to use your address', []]);
  });

  test('shows an address that waits for its link, whether it is taken or free', async () => {
    const [ada, owner] = [await aUser(t.platform), await aUser(t.platform)];
    for (const wanted of [owner.email, newEmail()]) {
      await request(ada, wanted);
      await t.platform.jobs.drain();
      expect((await api(ada).identity.signInMethods()).pendingEmail).toBe(wanted);
    }
  });

  test.each(['reset', 'changed'])(
    'a late mail brings no link when the password was %s meanwhile',
    async (how) => {
      const ada = await aUser(t.platform);
      const next = newEmail();
      const { email } = ada;
      await visitor().identity.requestPasswordReset({ email });
      const token = tokenIn(await newMailTo(t, email));
      t.mails.breakDown(1);
      await request(ada, next);
      expect(await mailsTo(t, next)).toEqual([]);
      const chosen = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
      if (how === 'changed') await api(ada).identity.changePassword(chosen);
      else await visitor().identity.resetPassword({ token, newPassword: NEW_PASSWORD });
      t.clock.advance(MINUTE);
      expect(await mailsTo(t, next)).toEqual([]);
      expect((await api(ada).identity.signInMethods()).pendingEmail).toBeNull();
    },
  );

  test('a late mail of the wish before brings no link, and leaves the one of the newer wish', async () => {
    const ada = await aUser(t.platform);
    const [mistyped, meant] = [newEmail(), newEmail()];
    t.mails.breakDown(1);
    await request(ada, mistyped);
    await t.platform.jobs.drain();
    await request(ada, meant);
    const token = tokenIn(await newMailTo(t, meant));
    t.clock.advance(MINUTE);
    expect(await mailsTo(t, mistyped)).toEqual([]);
    await api(ada).identity.confirmEmail({ token });
    expect((await api(ada).identity.me())?.email).toBe(meant);
  });

  test.each(['confirm_email', 'reset_password'] as const)(
    'from then on no link to %s is made to the old one, however late its mail is written',
    async (purpose) => {
      const ada = await aUser(t.platform);
      const next = newEmail();
      await request(ada, next);
      await api(ada).identity.confirmEmail({ token: tokenIn(await newMailTo(t, next)) });
      const link = { userId: ada.id, purpose };
      expect(await issueMailLink(systemOf(t.platform), { ...link, email: ada.email })).toBeNull();
      expect(await issueMailLink(systemOf(t.platform), { ...link, email: next })).not.toBeNull();
    },
  );

  test('another wish ends the link of the one before', async () => {
    const ada = await aUser(t.platform);
    const [mistyped, meant] = [newEmail(), newEmail()];
    await request(ada, mistyped);
    const old = tokenIn(await newMailTo(t, mistyped));
    await request(ada, meant);
    const token = tokenIn(await newMailTo(t, meant));
    expect(await refusalOf(api(ada).identity.confirmEmail({ token: old }))).toBe('LINK_ENDED');
    await api(ada).identity.confirmEmail({ token });
    expect((await api(ada).identity.me())?.email).toBe(meant);
  });

  test('an address that another account confirms in the meantime is refused', async () => {
    const ada = await aUser(t.platform);
    const wanted = newEmail();
    await request(ada, wanted);
    const token = tokenIn(await newMailTo(t, wanted));
    await aUser(t.platform, { email: wanted });
    expect(await refusalOf(api(ada).identity.confirmEmail({ token }))).toBe('EMAIL_IN_USE');
    expect((await api(ada).identity.me())?.email).toBe(ada.email);
  });

  test('needs a person who has just proven who they are', async () => {
    const ada = await aUser(t.platform);
    t.clock.advance(11 * MINUTE);
    expect(await refusalOf(request(ada, newEmail()))).toBe('CONFIRM_IDENTITY');
    expect(
      await refusalOf(request(await aUser(t.platform), newEmail()).then(() => request(ada, ada.email))),
    ).toBe('CONFIRM_IDENTITY');
  });

  test('is the way out of a mistyped address at sign-up', async () => {
    const [mistyped, meant] = [newEmail(), newEmail()];
    const { client } = await signUp(mistyped);
    await newMailTo(t, mistyped);
    expect((await client.mutate('identity.requestEmailChange', { email: meant })).status).toBe(200);
    const token = tokenIn(await newMailTo(t, meant));
    expect((await client.mutate('identity.confirmEmail', { token })).status).toBe(200);
    expect((await client.get('/api/auth/user')).json).toMatchObject({ email: meant, emailConfirmed: true });
    expect(await mailsTo(t, mistyped)).toEqual([]);
  });
});

describe('the stored form of a link', () => {
  test('is the hash of its token: no table holds the token itself', async () => {
    const ada = await aUser(t.platform);
    await visitor().identity.requestPasswordReset({ email: ada.email });
    const token = tokenIn(await newMailTo(t, ada.email));
    const [link] = await t.platform.db.select().from(mailLinks).where(eq(mailLinks.userId, ada.id));
    expect(link?.tokenHash).toBe(sha256(token));
    const stored = await Promise.all(
      [mailLinks, auditLog, outboxEvents, jobs].map((table) => t.platform.db.select().from(table)),
    );
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test('mails lead to the address that people open, whatever host a request names', async () => {
    const platform = secondPlatform(t, { env: { PUBLIC_URL: 'https://commonhold.example' } });
    const on = await startTestServer(platform);
    const ada = await aUser(t.platform);
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test' };
    await on.client(headers).mutate('identity.requestPasswordReset', { email: ada.email });
    await on.close();
    await platform.jobs.drain();
    const sent = (platform.mailer as typeof t.mails).to(ada.email);
    expect(sent[0]?.text).toContain('https://commonhold.example/reset-password#');
    expect(sent[0]?.text).not.toContain('evil.test');
  });
});

describe('requested mails', () => {
  const limited = () => secondPlatform(t, { env: { RATE_LIMITS: 'on' } });

  const visitorFrom = (platform: Platform, address: string) => {
    const context = contextOf(platform);
    return api({ ...context, caller: { ...context.caller, address } });
  };

  const askFrom = (platform: Platform, address: string, email: string) =>
    visitorFrom(platform, address).identity.requestPasswordReset({ email });
  /** Someone whose mails of before are no longer counted. */
  async function someoneToMail() {
    const { email } = await aUser(t.platform);
    await t.platform.jobs.drain();
    t.mails.sent.length = 0;
    return email;
  }
  /** Without what is due by the clock. */
  const drain = () => t.platform.jobs.drain({ schedules: [] });
  const passwordChosenBy = async (mail: Mail | undefined) =>
    (await visitor().identity.resetPassword({ token: tokenIn(mail as Mail), newPassword: NEW_PASSWORD }))
      .email;

  test('for a new password are answered alike however often, whether the email has an account or not', async () => {
    const email = await someoneToMail();
    for (const address of [email, newEmail()]) {
      const first = await askFrom(limited(), '192.0.2.61', address);
      await drain();
      const asked = Array.from({ length: 8 }, () => askFrom(limited(), '192.0.2.61', address));
      expect((await outcomes(asked)).done).toEqual(Array(8).fill(first));
    }
    expect(await mailsTo(t, email)).toHaveLength(5);
  });

  test('for a new password of one email are not used up by others, not even at the same address', async () => {
    const platform = limited();
    const email = await someoneToMail();
    for (let many = 0; many < 8; many += 1) {
      await askFrom(platform, '192.0.2.66', email);
      await drain();
    }
    const sent = await mailsTo(t, email);
    expect(sent).toHaveLength(5);
    await askFrom(platform, '192.0.2.67', email);
    expect(await mailsTo(t, email)).toHaveLength(6);
    expect(await passwordChosenBy(sent[0])).toBe(email);
    await t.platform.jobs.drain();
    t.mails.sent.length = 0;
    await askFrom(platform, '192.0.2.66', email);
    expect((await newMailTo(t, email)).subject).toBe('Choose a new password');
  });

  test('for a new password leave a link that works with its owner all day, no matter who requests them, and are at most 50', async () => {
    const platform = limited();
    const email = await someoneToMail();
    for (let many = 0; many < 12; many += 1) await askFrom(platform, `192.0.2.${many}`, email);
    for (let minutes = 0; minutes < 24 * 60; minutes += 30) {
      await askFrom(platform, `198.51.100.${minutes / 30}`, email);
      await drain();
      const tokens = t.mails.to(email).map((mail) => tokenIn(mail));
      const { state } = await visitor().identity.mailLink({ token: tokens.at(-1) as string });
      expect(state, `after ${minutes} minutes`).toBe('ready');
      t.clock.advance(30 * MINUTE);
    }
    const sent = t.mails.to(email);
    expect(sent.length).toBeGreaterThanOrEqual(24);
    expect(sent.length).toBeLessThanOrEqual(50);
    await askFrom(platform, '198.51.100.7', email);
    expect(await passwordChosenBy((await mailsTo(t, email)).at(-1))).toBe(email);
  });

  test('for a new password are fifty a day even for someone who ends the links all the time', async () => {
    const platform = limited();
    const email = await someoneToMail();
    const ask = async (from: string) => {
      await askFrom(platform, from, email);
      await drain();
      await t.platform.db.update(mailLinks).set({ endedAt: t.clock.now() }).where(eq(mailLinks.email, email));
      return t.mails.to(email).length;
    };
    expect(await ask('203.0.113.1')).toBe(1);
    const [ended] = await t.platform.db.select().from(mailLinks).where(eq(mailLinks.email, email));
    const ofDay = Array.from({ length: 48 }, () => {
      const id = newKey();
      return { ...(ended as typeof mailLinks.$inferInsert), id, tokenHash: sha256(id) };
    });
    await t.platform.db.insert(mailLinks).values(ofDay);
    expect(await ask('203.0.113.2')).toBe(2);
    expect(await ask('203.0.113.3')).toBe(2);
    t.clock.advance(DAY);
    expect(await ask('203.0.113.4')).toBe(3);
  });

  test('for a new password are sent when the mail server is back: a link that was never mailed does not count', async () => {
    const platform = limited();
    const email = await someoneToMail();
    for (let many = 0; many < 5; many += 1) await askFrom(platform, '192.0.2.68', email);
    const [mail] = await mailsTo(t, email);
    await passwordChosenBy(mail);
    await t.platform.jobs.drain();
    t.mails.sent.length = 0;
    t.mails.breakDown(Infinity);
    for (let many = 0; many <= MAX_RESET_MAILS_A_DAY; many += 1) {
      await askFrom(platform, `198.51.100.${many}`, email);
      await drain();
    }
    expect(await mailsTo(t, email)).toEqual([]);
    t.clock.advance(MINUTE);
    t.mails.breakDown(0);
    await askFrom(platform, '192.0.2.68', email);
    expect(await passwordChosenBy((await mailsTo(t, email)).at(-1))).toBe(email);
  });

  test('for a new password contain a link that works, also where the mail arrives although sending it failed', async () => {
    const email = await someoneToMail();
    const unsure = testMailer();
    const platform = secondPlatform(t, {
      replace: {
        mailer: {
          ...unsure,
          async send(mail) {
            await unsure.send(mail);
            throw new Error('The connection broke off after the mail.');
          },
        },
      },
    });
    await askFrom(platform, '192.0.2.71', email);
    await platform.jobs.drain({ schedules: [] });
    expect(await passwordChosenBy(unsure.to(email)[0])).toBe(email);
  });

  test('for a new password are sent beside the link that the page of a confirmed email was given', async () => {
    const email = newEmail();
    const { id } = await signUp(email);
    const confirmed = await visitor().identity.confirmEmail({ token: tokenIn(await newMailTo(t, email)) });
    expect(confirmed.newPasswordToken).not.toBeNull();
    const link = { userId: id, purpose: 'reset_password', email, mayRepeat: false } as const;
    expect(await issueMailLink(systemOf(t.platform), link)).not.toBeNull();
    expect(await issueMailLink(systemOf(t.platform), link)).toBeNull();
  });

  test('about changed ways to sign in are thirty an hour for one person', async () => {
    const sent = testMailer();
    const platform = secondPlatform(t, { env: { RATE_LIMITS: 'on' }, replace: { mailer: sent } });
    const ada = { ...(await aUser(t.platform)), platform };
    for (let many = 0; many < 16; many += 1) {
      const { id } = await api(ada).identity.createToken({ name: 'x', scope: 'read', expiresInDays: 1 });
      await api(ada).identity.revokeToken({ id });
    }
    await platform.jobs.drain();
    expect(sent.to(ada.email)).toHaveLength(30);
    const wanted = newEmail();
    await api(ada).identity.requestEmailChange({ email: wanted });
    await platform.jobs.drain();
    await api(ada).identity.confirmEmail({ token: tokenIn(sent.to(wanted)[0] as Mail) });
    await platform.jobs.drain();
    expect(sent.to(ada.email).at(-1)?.subject).toBe('Your email was changed');
  });

  test('are twenty an hour for one visitor', async () => {
    const context = contextOf(limited());
    const visitor = { ...context, caller: { ...context.caller, address: '192.0.2.77' } };
    const { done, refused } = await outcomes(
      Array.from({ length: 21 }, () => api(visitor).identity.requestPasswordReset({ email: newEmail() })),
    );
    expect([done.length, refused]).toEqual([20, ['RATE_LIMITED']]);
  });

  test('are five an hour to one address, for all who want to change to it', async () => {
    const platform = limited();
    const wanted = newEmail();
    const people = await Promise.all(Array.from({ length: 6 }, () => aUser(t.platform)));
    const { done, refused } = await outcomes(
      people.map((person) => request({ ...person, platform }, wanted)),
    );
    expect([done.length, refused]).toEqual([5, ['RATE_LIMITED']]);
  });

  test('are five an hour for a user to their own address', async () => {
    const ada = { ...(await aUser(t.platform)), platform: limited() };
    const { done, refused } = await outcomes(
      Array.from({ length: 6 }, () => api(ada).identity.requestConfirmation()),
    );
    expect([done.length, refused]).toEqual([5, ['RATE_LIMITED']]);
  });
});
