import { z } from 'zod';
import { DomainError } from '#kernel/errors.ts';
import type { Transaction } from '#platform/server/db.ts';
import { parseInput } from '#platform/server/error-mapping.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import type { TrpcContext } from '#platform/server/trpc.ts';
import { identityErrors, signInCodeInput, signInInput, type User } from '../identity.contract.ts';
import { deviceName } from '../identity.rules.ts';
import { type Account, accountsOf } from './accounts.ts';
import { dropFlow, keepFlow, sessionCookie } from './cookies.ts';
import { beginFlow, keptFlow, takeFlow } from './flows.ts';
import { userById } from './identity.queries.ts';
import { lockAccount } from './lock-account.ts';
import { type CheckedCode, checkCode, forgiveCodes, secondFactorOf, spendCode } from './second-factor.ts';
import { openSession } from './sessions.ts';

/** Whose account it is, and the hash of the password that proved it, unless it was proven otherwise. */
const entrant = z.strictObject({ userId: z.string(), passwordHash: z.string().nullable().optional() });
type Entrant = z.infer<typeof entrant>;

/** Checking a password takes a while: whoever knew the one of before must not come in after a new one. */
async function requireSamePassword(tx: Transaction, { userId, passwordHash }: Entrant): Promise<void> {
  const account = await lockAccount(tx, userId);
  if (passwordHash !== undefined && passwordHash !== account.passwordHash) {
    throw new DomainError(identityErrors.WRONG_CREDENTIALS);
  }
}

const openSessionCommand = defineCommand({
  name: 'identity.signIn',
  input: entrant.extend({ device: z.string() }),
  access: 'public',
  async run({ tx, now }, { device, ...entering }) {
    await requireSamePassword(tx, entering);
    return openSession(tx, { userId: entering.userId, device, now });
  },
  audit: ({ userId, device }, { sessionId }) => ({
    subject: `user:${userId}`,
    details: { device, session: sessionId.slice(0, 8) },
  }),
});

/**
 * Opens a session for a user who has proven who they are, and keeps it in the browser.
 * @throws WRONG_CREDENTIALS when the password that they knew was changed meanwhile
 */
export async function enter(ctx: TrpcContext, entering: Entrant): Promise<User> {
  const { token } = await openSessionCommand(ctx, { ...entering, device: deviceName(ctx.caller.userAgent) });
  ctx.responseHeaders.append('set-cookie', sessionCookie(token, ctx.caller.secure));
  return userById(ctx.platform.db, entering.userId);
}

const beginSecondStep = defineCommand({
  name: 'identity.beginSecondStep',
  input: entrant,
  access: 'public',
  async run({ tx, now }, entering) {
    await requireSamePassword(tx, entering);
    return beginFlow(tx, { kind: 'second_factor', userId: entering.userId, now });
  },
  audit: ({ userId }) => ({ subject: `user:${userId}` }),
});

/**
 * Whether a code is still to be asked for; if so, the browser keeps what the second step needs.
 * @throws WRONG_CREDENTIALS as `enter`
 */
export async function asksForCode(ctx: TrpcContext, entering: Entrant): Promise<boolean> {
  const factor = await secondFactorOf(ctx.platform.db, entering.userId);
  if (!factor?.enabledAt) return false;
  keepFlow(ctx, 'second-factor', await beginSecondStep(ctx, entering));
  return true;
}

/**
 * Signs in with email and password. An unknown email and a wrong password get the same text in the same time;
 * ten failures for one email from one address are followed by 429, which leaves the owner free elsewhere.
 * @throws WRONG_CREDENTIALS, TOO_MANY_ATTEMPTS; SECOND_FACTOR_REQUIRED when `confirmSignIn` has to follow
 */
export async function signIn(ctx: TrpcContext, rawInput: z.input<typeof signInInput>): Promise<User> {
  const { platform, caller } = ctx;
  const { email, password } = parseInput(signInInput, rawInput);
  const key = `${email} ${caller.address}`;
  await platform.limits.spend('failedSignIn', key, identityErrors.TOO_MANY_ATTEMPTS);
  const user = await accountWith(ctx, email, password);
  if (!user) throw new DomainError(identityErrors.WRONG_CREDENTIALS);
  await platform.limits.reset('failedSignIn', key);
  await platform.limits.reset('failedSignIn', `${user.id} ${caller.address}`);
  const entering = { userId: user.id, passwordHash: user.passwordHash };
  if (await asksForCode(ctx, entering)) throw new DomainError(identityErrors.SECOND_FACTOR_REQUIRED);
  return enter(ctx, entering);
}

/**
 * The account that this password opens: the one that has confirmed the email, or one that signed up with it and has
 * not. Both kinds cost a try and a verification even where there is none, at the same time, so that the time says
 * nothing.
 */
async function accountWith(ctx: TrpcContext, email: string, password: string): Promise<Account | null> {
  const { db, passwords } = ctx.platform;
  const { confirmed, unconfirmed } = await accountsOf(db, email);
  const candidates = [confirmed, ...(unconfirmed.length > 0 ? unconfirmed : [null])];
  const matches = await Promise.all(
    candidates.map(async (user, at) => {
      const open = await mayTry(ctx, user?.id ?? `${email} ${at}`);
      return passwords.verify(open ? (user?.passwordHash ?? null) : null, password);
    }),
  );
  return candidates.find((_, at) => matches[at]) ?? null;
}

/**
 * Counts a try at one account. Whoever has another account of its email gives the tries at that email back by signing
 * in, but not these; too many are answered like a wrong password, which tells nobody that there is this account.
 */
async function mayTry({ platform, caller }: TrpcContext, account: string): Promise<boolean> {
  try {
    await platform.limits.spend(
      'failedSignIn',
      `${account} ${caller.address}`,
      identityErrors.TOO_MANY_ATTEMPTS,
    );
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

const finishSignIn = defineCommand({
  name: 'identity.confirmSignIn',
  input: z.strictObject({ flow: z.string(), device: z.string(), checked: z.custom<CheckedCode>() }),
  access: 'public',
  async run(run, { flow: token, device, checked }) {
    const { tx, now } = run;
    await lockAccount(tx, checked.userId);
    const flow = await takeFlow(tx, 'second_factor', token, now);
    if (!flow || flow.userId !== checked.userId) throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
    await spendCode(run, checked);
    return openSession(tx, { userId: checked.userId, device, now });
  },
  audit: ({ checked, device }, { sessionId }) => ({
    subject: `user:${checked.userId}`,
    details: { device, session: sessionId.slice(0, 8), by: 'step' in checked ? 'app' : 'recovery code' },
  }),
});

/**
 * Finishes a sign-in with a code of the authenticator app or a recovery code, each of which counts once.
 * @throws WRONG_CODE, TOO_MANY_ATTEMPTS, SIGN_IN_EXPIRED
 */
export async function confirmSignIn(
  ctx: TrpcContext,
  rawInput: z.input<typeof signInCodeInput>,
): Promise<User> {
  const { platform, caller, responseHeaders } = ctx;
  const { code } = parseInput(signInCodeInput, rawInput);
  const kept = await keptFlow(ctx, 'second_factor', 'second-factor');
  const userId = kept?.flow.userId;
  if (!kept || !userId) throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
  const checked = await checkCode(platform, { userId, code, address: caller.address });
  const device = deviceName(caller.userAgent);
  const session = await finishSignIn(ctx, { flow: kept.token, device, checked });
  await forgiveCodes(platform, userId, caller.address);
  dropFlow(ctx, 'second-factor');
  responseHeaders.append('set-cookie', sessionCookie(session.token, caller.secure));
  return userById(platform.db, userId);
}
