import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailLinks, passkeys, users } from '#db/schema/identity.ts';
import { jobs } from '#db/schema/platform.ts';
import { bankTransfers } from '#db/schema/wallet.ts';
import { codeOf, stepAt } from '#features/identity/server/second-factor/totp.ts';
import { claimWithdrawal } from '#features/wallet/server/claim-withdrawal.ts';
import { settleTransfer } from '#features/wallet/server/settle-transfer.ts';
import { present } from '#kernel/assert.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import {
  anAdmin,
  api,
  aUser,
  contextOf,
  newKey,
  on,
  PASSWORD,
  type Person,
  systemOf,
} from '../support/actors.ts';
import { cashOf, expectBooksBalance, outcomes } from '../support/checks.ts';
import { mailsTo, newMailTo, tokenIn } from '../support/mails.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let t: PostgresPlatform;
let second: Platform;
let admin: Person;
beforeAll(async () => {
  t = await postgresPlatform();
  second = await t.another();
  admin = await anAdmin(t.platform);
});
beforeEach(() => t.bank.answer({ status: 'completed' }));
afterEach(() => expectBooksBalance(t.platform));
afterAll(() => t.close());

const turn = (at: number) => (at % 2 ? second : t.platform);

test('of ten sign-ups with one email at once, one opens an account', async () => {
  const email = `${newKey()}@example.test`;
  const person = { email, password: PASSWORD, firstName: 'A', lastName: 'B' };
  const { done, refused } = await outcomes(
    Array.from({ length: 10 }, (_, at) => api(contextOf(turn(at))).identity.signUp(person)),
  );
  expect([done.length, refused]).toEqual([1, Array(9).fill('EMAIL_TAKEN')]);
  expect(await t.platform.db.$count(users, eq(users.email, email))).toBe(1);
});

test('of ten accounts that change to one email at once, one has it', async () => {
  const email = `${newKey()}@example.test`;
  const people = await Promise.all(Array.from({ length: 10 }, () => aUser(t.platform)));
  for (const person of people) await api(person).identity.requestEmailChange({ email });
  const tokens = (await mailsTo(t, email)).map(tokenIn);
  expect(tokens).toHaveLength(10);
  const linkOf = new Map(
    await Promise.all(
      tokens.map(async (token) => {
        const links = await t.platform.db
          .select()
          .from(mailLinks)
          .where(eq(mailLinks.tokenHash, sha256(token)));
        return [links[0]?.userId, token] as const;
      }),
    ),
  );
  const { done, refused } = await outcomes(
    people.map((person, at) =>
      api(on(turn(at), person)).identity.confirmEmail({ token: linkOf.get(person.id) ?? '' }),
    ),
  );
  expect([done.length, refused]).toEqual([1, Array(9).fill('EMAIL_IN_USE')]);
  expect(await t.platform.db.$count(users, eq(users.email, email))).toBe(1);
});

test('of ten uses of one link at once, one counts', async () => {
  const ada = await aUser(t.platform);
  await api(contextOf(t.platform)).identity.requestPasswordReset({ email: ada.email });
  const token = tokenIn(await newMailTo(t, ada.email));
  const passwords = Array.from({ length: 10 }, (_, at) => `umber-quarry-${at}-kettle`);
  const { done, refused } = await outcomes(
    passwords.map((newPassword, at) =>
      api(contextOf(turn(at))).identity.resetPassword({ token, newPassword }),
    ),
  );
  expect([done.length, refused]).toEqual([1, Array(9).fill('LINK_ENDED')]);
  const { done: signedIn } = await outcomes(
    passwords.map((password) => api(contextOf(t.platform)).identity.signIn({ email: ada.email, password })),
  );
  expect(signedIn).toHaveLength(1);
});

test('a settlement delivered ten times at once, whatever it says, has one effect', async () => {
  const ada = await aUser(t.platform);
  for (const direction of ['deposit', 'withdraw'] as const) {
    t.bank.answer({ status: 'pending' });
    const { id } = await api(ada).wallet[direction]({ amountCents: 500_000, requestId: newKey() });
    const settled = { status: 'completed', amountCents: 500_000 } as const;
    const outcome = (at: number) => (at % 3 === 2 ? ({ status: 'failed', reason: 'no' } as const) : settled);
    const { done } = await outcomes(
      Array.from({ length: 10 }, (_, at) =>
        settleTransfer(systemOf(turn(at)), { transferId: id, outcome: outcome(at) }),
      ),
    );
    expect(done.filter((one) => one.settled)).toHaveLength(1);
    const { items } = await api(ada).wallet.transfers({});
    const completed = items[0]?.status === 'completed';
    const expected = direction === 'deposit' ? completed : !completed;
    expect(await cashOf(t.platform.db, ada.id)).toBe(expected ? 500_000 : 0);
    if (!expected) {
      t.bank.answer({ status: 'completed' });
      const again = await api(ada).wallet.deposit({ amountCents: 500_000, requestId: newKey() });
      await settleTransfer(systemOf(t.platform), { transferId: again.id, outcome: settled });
    }
  }
  await t.platform.db.delete(jobs);
});

test('withdrawals at once never take more than there is', async () => {
  const ada = await aUser(t.platform, { cash: 50_000 });
  t.bank.answer({ status: 'pending' });
  const { done, refused } = await outcomes(
    Array.from({ length: 9 }, (_, at) =>
      api(on(turn(at), ada)).wallet.withdraw({ amountCents: 10_000, requestId: newKey() }),
    ),
  );
  expect(done).toHaveLength(5);
  expect(refused).toEqual(Array(4).fill('INSUFFICIENT_FUNDS'));
  expect(await cashOf(t.platform.db, ada.id)).toBe(0);
});

test('of twenty deposits asked for at once, ten are taken', async () => {
  const ada = await aUser(t.platform);
  t.bank.answer({ status: 'pending' });
  const { done, refused } = await outcomes(
    Array.from({ length: 20 }, (_, at) =>
      api(on(turn(at), ada)).wallet.deposit({ amountCents: 200_000, requestId: newKey() }),
    ),
  );
  expect(done).toHaveLength(10);
  expect(refused).toEqual(Array(10).fill('TOO_MANY_PENDING'));
});

test('of twelve deposits asked for at once, what is available at once is $1,000', async () => {
  const ada = await aUser(t.platform);
  const { done } = await outcomes(
    Array.from({ length: 12 }, (_, at) =>
      api(on(turn(at), ada)).wallet.deposit({ amountCents: 20_000, requestId: newKey() }),
    ),
  );
  expect(done).toHaveLength(12);
  const atOnce = and(eq(bankTransfers.userId, ada.id), eq(bankTransfers.instant, true));
  expect(await t.platform.db.$count(bankTransfers, atOnce)).toBe(5);
});

test('of deposits asked for at once with an email that nobody has confirmed, $1,000 are taken', async () => {
  const ada = await aUser(t.platform, { emailConfirmed: false });
  const { done, refused } = await outcomes(
    Array.from({ length: 8 }, (_, at) =>
      api(on(turn(at), ada)).wallet.deposit({ amountCents: 30_000, requestId: newKey() }),
    ),
  );
  expect(done).toHaveLength(3);
  expect(refused).toEqual(Array(5).fill('DEPOSIT_NEEDS_EMAIL'));
});

test('of thirty access tokens asked for at once, twenty are made', async () => {
  const ada = await aUser(t.platform);
  const { done, refused } = await outcomes(
    Array.from({ length: 30 }, (_, at) =>
      api(on(turn(at), ada)).identity.createToken({ name: 'x', scope: 'read', expiresInDays: null }),
    ),
  );
  expect(done).toHaveLength(20);
  expect(refused).toEqual(Array(10).fill('TOO_MANY_TOKENS'));
});

test('of two password changes at once one wins, and the password is that one', async () => {
  const ada = await aUser(t.platform);
  const choices = ['umber-quarry-17-kettle', 'saffron-jetty-58-mole'];
  const { done, refused } = await outcomes(
    choices.map((newPassword, at) =>
      api(on(turn(at), ada)).identity.changePassword({ currentPassword: PASSWORD, newPassword }),
    ),
  );
  expect([done.length, refused]).toEqual([1, ['WRONG_PASSWORD']]);
  const { done: signedIn } = await outcomes(
    choices.map((password) => api(contextOf(t.platform)).identity.signIn({ email: ada.email, password })),
  );
  expect(signedIn).toHaveLength(1);
});

test('of sixty guesses at one password at once, on two servers, ten are tried', async () => {
  const ada = await aUser(t.platform);
  const limited = [
    await t.another({ env: { RATE_LIMITS: 'on' } }),
    await t.another({ env: { RATE_LIMITS: 'on' } }),
  ];
  const { refused } = await outcomes(
    Array.from({ length: 60 }, (_, at) =>
      api(contextOf(limited[at % 2] as Platform)).identity.signIn({
        email: ada.email,
        password: `guess ${at}`,
      }),
    ),
  );
  expect(refused.filter((code) => code === 'WRONG_CREDENTIALS')).toHaveLength(10);
  expect(refused.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(50);
});

test('of ten uses of one recovery code at once, one signs in', async () => {
  const ada = await aUser(t.platform);
  const { secret } = await api(ada).identity.startSecondFactor();
  const code = await codeOf(secret, stepAt(new Date()));
  const { recoveryCodes } = await api(ada).identity.enableSecondFactor({ code });
  const servers = [await startTestServer(t.platform), await startTestServer(second)];
  const browsers = Array.from({ length: 10 }, (_, at) => (servers[at % 2] as TestServer).client());
  for (const browser of browsers) await browser.signIn(ada.email);
  const answers = await Promise.all(
    browsers.map((browser) => browser.post('/api/auth/sign-in/confirm', { code: recoveryCodes[0] })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
  for (const server of servers) await server.close();
});

test('of two removals at once of the last two passkeys, one leaves a way in', async () => {
  const ada = await aUser(t.platform);
  await t.platform.db.update(users).set({ passwordHash: null }).where(eq(users.id, ada.id));
  const rest = { userId: ada.id, name: 'x', publicKey: 'x', counter: 0, transports: [], synced: false };
  const ids = [newKey(), newKey()];
  await t.platform.db
    .insert(passkeys)
    .values(ids.map((id) => ({ ...rest, id, credentialId: id, createdAt: new Date() })));
  const { done, refused } = await outcomes(
    ids.map((id, at) => api(on(turn(at), ada)).identity.removePasskey({ id })),
  );
  expect([done.length, refused]).toEqual([1, ['LAST_SIGN_IN_METHOD']]);
});

describe('a withdrawal and those who decide on it, at once', () => {
  const reason = 'A court asks for it.';

  async function withdrawals(many: number): Promise<{ ada: Person; ids: string[] }> {
    const ada = await aUser(t.platform, { cash: many * 1_000 });
    const ids: string[] = [];
    for (let at = 0; at < many; at += 1)
      ids.push((await api(ada).wallet.withdraw({ amountCents: 1_000, requestId: newKey() })).id);
    return { ada, ids };
  }
  const stored = async (id: string) => {
    const [row] = await t.platform.db.select().from(bankTransfers).where(eq(bankTransfers.id, id));
    return present(row, 'the withdrawal');
  };
  const claim = (transferId: string, at = 0) => claimWithdrawal(systemOf(turn(at)), { transferId });
  const decide = (at: number) => api(on(turn(at), admin)).wallet;

  test('of a hold and the claim for the bank, exactly one wins', async () => {
    const { ids } = await withdrawals(8);
    for (const [at, transferId] of ids.entries()) {
      const [{ claimed }, { done, refused }] = await Promise.all([
        claim(transferId, at),
        outcomes([decide(at + 1).holdWithdrawal({ transferId, reason })]),
      ]);
      expect([done.length, refused]).toEqual(claimed ? [0, ['WITHDRAWAL_SENT']] : [1, []]);
      const { status, sentAt } = await stored(transferId);
      expect([status, sentAt !== null]).toEqual(claimed ? ['pending', true] : ['held', false]);
    }
  });

  test('of a freeze and the claims for the bank, each withdrawal goes to one', async () => {
    const { ada, ids } = await withdrawals(8);
    const [claims] = await Promise.all([
      Promise.all(ids.map(claim)),
      api(admin).freezes.freezeAccount({ userId: ada.id, reason }),
    ]);
    for (const [at, id] of ids.entries()) {
      const { status, sentAt } = await stored(id);
      const sent = claims[at]?.claimed === true;
      expect([status, sentAt !== null]).toEqual(sent ? ['pending', true] : ['held', false]);
    }
  });

  test('of a release and rejections, one wins, and the refund comes once', async () => {
    const { ada, ids } = await withdrawals(6);
    let refunded = 0;
    for (const [at, transferId] of ids.entries()) {
      await decide(at).holdWithdrawal({ transferId, reason });
      const reject = (server: number) =>
        decide(server).rejectWithdrawal({ transferId, reason, requestId: newKey() });
      const release = decide(at).releaseWithdrawal({ transferId });
      const { done, refused } = await outcomes([reject(at), release, reject(at + 1), reject(at)]);
      expect([done.length, refused]).toEqual([1, Array(3).fill('NOT_HELD')]);
      if (done[0]?.status === 'failed') refunded += 1_000;
      expect(await cashOf(t.platform.db, ada.id)).toBe(refunded);
    }
    await t.platform.db.delete(jobs);
  });
});

test('of admins who freeze an account at once, and then unfreeze it, on two servers, one does each time', async () => {
  const ada = await aUser(t.platform, { cash: 10_000 });
  const admins = await Promise.all(Array.from({ length: 6 }, () => anAdmin(t.platform)));
  const reason = 'Your bank reported a payment as stolen.';
  for (const [act, code] of [
    ['freezeAccount', 'ALREADY_FROZEN'],
    ['unfreezeAccount', 'NOT_FROZEN'],
  ] as const) {
    const tries = admins.map((by, at) => api(on(turn(at), by)).freezes[act]({ userId: ada.id, reason }));
    const { done, refused } = await outcomes<unknown>(tries);
    expect([done.length, refused]).toEqual([1, Array(5).fill(code)]);
  }
  // A freeze and its end at one moment: whatever comes first, the account is as the last of them left it.
  const [first, last] = admins as [Person, Person];
  await outcomes<unknown>([
    api(on(t.platform, first)).freezes.freezeAccount({ userId: ada.id, reason }),
    api(on(second, last)).freezes.unfreezeAccount({ userId: ada.id, reason }),
  ]);
  const { items } = await api(admin).audit.log({ subject: `user:${ada.id}`, limit: 1 });
  const { frozen } = await api(admin).backOffice.user({ userId: ada.id });
  expect(items[0]?.action).toBe(frozen ? 'freezes.freezeAccount' : 'freezes.unfreezeAccount');
});
