import { and, count, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import {
  providerAccounts,
  recoveryCodes,
  sessions as sessionsTable,
  accessTokens as tokensTable,
  users,
} from '#db/schema/identity.ts';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { frozenAccounts } from '#db/schema/platform.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { toDecimal } from '#kernel/money.ts';
import { MINUTE } from '#kernel/time.ts';
import type { Database, Queryable } from '#platform/server/database/db.ts';
import { ifAvailable } from '#platform/server/errors/error-mapping.ts';
import { MAILBOX_PATH } from '#platform/server/runtime/mail.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Actor, UserActor } from '#platform/server/security/caller.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import type { AccessToken, Session, SignInMethods, SignInOptions, User } from '../identity.contract.ts';
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '../sample-accounts.ts';
import { requireSession } from './accounts/lock-account.ts';
import { pendingEmail } from './email/mail-links.ts';
import { type Passkey, passkeysOf } from './passkeys/passkeys.ts';
import { secondFactorOf } from './second-factor/second-factor.ts';
import {
  type AuthenticatedUser,
  hasSecondFactor,
  isFrozen,
  userBySessionToken,
} from './sessions/sessions.ts';

/** The user entity by id, with the available cash of the ledger. */
export async function userById(db: Queryable, userId: string): Promise<User> {
  const [row] = await db
    .select({ user: users, cash: ledgerAccounts.balance, frozen: frozenAccounts })
    .from(users)
    .leftJoin(frozenAccounts, eq(frozenAccounts.userId, users.id))
    .leftJoin(ledgerAccounts, and(eq(ledgerAccounts.userId, users.id), eq(ledgerAccounts.kind, 'user_cash')))
    .where(eq(users.id, userId));
  if (!row) throw new DomainError(commonErrors.UNAUTHORIZED);
  const { id, email, emailConfirmedAt, firstName, lastName, profileImageUrl, role } = row.user;
  return {
    id,
    email,
    emailConfirmed: emailConfirmedAt !== null,
    firstName,
    lastName,
    profileImageUrl,
    role,
    availableCash: toDecimal(row.cash ?? 0),
    frozen: row.frozen && { reason: row.frozen.reason, since: row.frozen.frozenAt.toISOString() },
    createdAt: row.user.createdAt.toISOString(),
    updatedAt: row.user.updatedAt.toISOString(),
  };
}

/** The signed-in user, or null for a visitor. */
export async function me(db: Database, actor: Actor): Promise<User | null> {
  return actor.kind === 'user' ? userById(db, actor.userId) : null;
}

/** The sample accounts to offer on the sign-in page; empty unless the sample world is loaded. */
export async function sampleAccounts({ config, db }: Platform) {
  if (!config.hasSampleData) return [];
  const emails = SAMPLE_ACCOUNTS.map(({ email }) => email);
  const present = await db.select({ email: users.email }).from(users).where(inArray(users.email, emails));
  const loaded = new Set(present.map(({ email }) => email));
  return SAMPLE_ACCOUNTS.filter(({ email }) => loaded.has(email)).map((account) => ({
    ...account,
    password: SAMPLE_PASSWORD,
  }));
}

/** Sign-in methods beside email and password, and the path of mails that are stored instead of sent. */
export function signInOptions({ signInProvider, mailer, config }: Platform): SignInOptions {
  return {
    provider: signInProvider && { name: signInProvider.name },
    mailbox: mailer.stored && !config.isProduction ? MAILBOX_PATH : null,
  };
}

/** Sign-in methods of the caller. */
export async function signInMethods(
  { db, clock, signInProvider }: Platform,
  { userId, adminBarrier }: UserActor,
): Promise<SignInMethods> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const factor = await secondFactorOf(db, userId);
  const unused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));
  const [codes] = await db.select({ left: count() }).from(recoveryCodes).where(unused);
  const [account] = await db.select().from(providerAccounts).where(eq(providerAccounts.userId, userId));
  return {
    hasPassword: user?.passwordHash != null,
    pendingEmail: await pendingEmail(db, userId, clock.now()),
    secondFactor: factor?.enabledAt
      ? { enabledAt: factor.enabledAt.toISOString(), recoveryCodesLeft: codes?.left ?? 0 }
      : null,
    secondFactorMissing: adminBarrier === 'secondFactor',
    passkeys: (await passkeysOf(db, userId)).map(passkeyView),
    provider: signInProvider && { name: signInProvider.name, connectedEmail: account?.email ?? null },
  };
}

export function passkeyView({
  id,
  name,
  synced,
  createdAt,
  lastUsedAt,
}: Passkey): SignInMethods['passkeys'][number] {
  return {
    id,
    name,
    synced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/**
 * The open sessions of a user, the latest first.
 * @throws CONFIRM_IDENTITY to a caller with a token
 */
export async function sessions({ db, clock }: Platform, actor: UserActor): Promise<Session[]> {
  requireSession(actor);
  const open = await db
    .select()
    .from(sessionsTable)
    .where(and(eq(sessionsTable.userId, actor.userId), gt(sessionsTable.expiresAt, clock.now())))
    .orderBy(desc(sessionsTable.expiresAt));
  return open.map(({ id, record, expiresAt }) => ({
    id,
    current: id === actor.sessionId,
    device: record.device,
    createdAt: record.createdAt,
    lastSeenAt: record.lastSeenAt,
    expiresAt: expiresAt.toISOString(),
  }));
}

/**
 * A user's access tokens that are not revoked, the newest first; never their secrets.
 * @throws CONFIRM_IDENTITY to a caller with a token
 */
export async function tokens(db: Database, actor: UserActor): Promise<AccessToken[]> {
  requireSession(actor);
  const stored = await db
    .select()
    .from(tokensTable)
    .where(and(eq(tokensTable.userId, actor.userId), isNull(tokensTable.revokedAt)))
    .orderBy(desc(tokensTable.createdAt));
  return stored.map(tokenView);
}

export function tokenView(row: typeof tokensTable.$inferSelect): AccessToken {
  const { id, name, scope, prefix, createdAt, lastUsedAt, expiresAt } = row;
  return {
    id,
    name,
    scope,
    prefix,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/**
 * The caller of a request, by its bearer token or its session cookie's token; null for a visitor.
 * @throws UNAUTHORIZED for a bearer token that is not valid: a script gets the error, not answered as a visitor
 */
export async function authenticate(
  { db, clock, config }: Platform,
  credentials: { sessionToken: string | null; bearer: string | null },
): Promise<AuthenticatedUser | null> {
  const now = clock.now();
  const found =
    credentials.bearer !== null
      ? await userByAccessToken(db, credentials.bearer, now)
      : credentials.sessionToken !== null && (await userBySessionToken(db, credentials.sessionToken, now));
  if (!found) return null;
  const { actor, hasSecondFactor, isFrozen } = found;
  if (actor.role !== 'admin') return found;
  const lacksFactor = config.requiresAdminSecondFactor && !hasSecondFactor;
  const adminBarrier = isFrozen ? 'frozen' : lacksFactor ? 'secondFactor' : undefined;
  return adminBarrier ? { ...found, actor: { ...actor, role: 'user', adminBarrier } } : found;
}

/** A token's use is recorded at most once in this time. */
const TOKEN_USE_INTERVAL_MS = MINUTE;

async function userByAccessToken(db: Database, secret: string, now: Date): Promise<AuthenticatedUser> {
  const [found] = await db
    .select({ token: tokensTable, role: users.role, hasSecondFactor, isFrozen })
    .from(tokensTable)
    .innerJoin(users, eq(users.id, tokensTable.userId))
    .where(
      and(
        eq(tokensTable.secretHash, sha256(secret)),
        isNull(tokensTable.revokedAt),
        or(isNull(tokensTable.expiresAt), gt(tokensTable.expiresAt, now)),
      ),
    );
  if (!found) throw new DomainError(commonErrors.UNAUTHORIZED);
  const { token } = found;
  const { lastUsedAt } = token;
  const isUnrecorded = lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > TOKEN_USE_INTERVAL_MS;
  if (isUnrecorded) {
    await ifAvailable(db.update(tokensTable).set({ lastUsedAt: now }).where(eq(tokensTable.id, token.id)));
  }
  const { userId, scope } = token;
  const actor: UserActor = {
    kind: 'user',
    userId,
    ...(found.role === 'admin' && scope !== 'admin'
      ? { role: 'user', adminBarrier: 'token' }
      : { role: found.role }),
    scope: scope === 'read' ? 'read' : 'write',
    sessionId: null,
  };
  return { actor, hasSecondFactor: found.hasSecondFactor, isFrozen: found.isFrozen, wasExtended: false };
}
