import { and, eq } from 'drizzle-orm';
import {
  passkeys,
  providerAccounts,
  recoveryCodes,
  secondFactors,
  sessions,
  users,
} from '#db/schema/identity.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { Actor } from '#platform/server/security/caller.ts';
import { ACCOUNT_CLEARED, SECURITY_CHANGED } from '../../identity.events.ts';
import { endLinks } from '../email/mail-links.ts';
import { endAccess } from '../sessions/end-access.ts';

type CommandRun = Pick<Run, 'tx' | 'now' | 'emit'>;

/**
 * Ends all access to an account except its password: other sessions, access tokens, open links, passkeys, the second
 * factor and connections with a provider. Called when an email is first proven to be someone's, because until then the
 * account may have been a stranger's. The account has to be locked.
 */
export async function endEarlierAccess(
  run: CommandRun,
  { userId, exceptSessionId = null }: { userId: string; exceptSessionId?: string | null },
): Promise<void> {
  const { tx, now, emit } = run;
  const { revokedTokens } = await endAccess(run, { userId, exceptSessionId });
  await endLinks(tx, { userId, now });
  const removedPasskeys = await tx
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ id: passkeys.id });
  const removedFactors = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning();
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const removedConnections = await tx
    .delete(providerAccounts)
    .where(eq(providerAccounts.userId, userId))
    .returning({ userId: providerAccounts.userId });
  const removed = revokedTokens + removedPasskeys.length + removedConnections.length;
  if (removed === 0 && !removedFactors.some(({ enabledAt }) => enabledAt !== null)) return;
  emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'earlier_access_ended' } });
}

/**
 * Hands an account that nobody had confirmed to the person who has proven that its email is theirs. Everything that a
 * stranger may have set up is removed: sign-in methods, names, and settings of other slices. Money and shares stay,
 * since most often it is the same person. The account has to be locked.
 */
export async function clearAccount(
  run: CommandRun,
  userId: string,
  owner: { firstName: string; lastName: string; passwordHash: string | null },
): Promise<void> {
  const { tx, now, emit } = run;
  await endEarlierAccess(run, { userId });
  await tx
    .update(users)
    .set({ ...owner, profileImageUrl: null, emailConfirmedAt: now, updatedAt: now })
    .where(eq(users.id, userId));
  emit(ACCOUNT_CLEARED, { userId, payload: { userId, at: now.toISOString() } });
}

/**
 * The session of a browser that is signed in to this account, else null. The account's lock keeps the session from
 * ending.
 */
export async function currentSessionId(
  tx: Transaction,
  actor: Actor,
  userId: string,
): Promise<string | null> {
  if (actor.kind !== 'user' || actor.userId !== userId || actor.sessionId === null) return null;
  const own = and(eq(sessions.id, actor.sessionId), eq(sessions.userId, userId));
  const [session] = await tx.select({ id: sessions.id }).from(sessions).where(own);
  return session?.id ?? null;
}
