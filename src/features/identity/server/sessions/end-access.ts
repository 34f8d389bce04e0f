import { and, eq, isNull, ne } from 'drizzle-orm';
import { accessTokens, sessions, signInFlows } from '#db/schema/identity.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { SESSIONS_ENDED } from '../../identity.events.ts';

/**
 * Ends everything that acts for a user without signing in again: all sessions except the given one, sign-ins that wait
 * for their second step, access tokens, and their live streams.
 */
export async function endAccess(
  { tx, now, emit }: Pick<Run, 'tx' | 'now' | 'emit'>,
  { userId, exceptSessionId }: { userId: string; exceptSessionId?: string | null },
): Promise<{ endedSessions: number; revokedTokens: number }> {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, exceptSessionId ?? '')))
    .returning({ id: sessions.id });
  await tx.delete(signInFlows).where(eq(signInFlows.userId, userId));
  const revoked = await tx
    .update(accessTokens)
    .set({ revokedAt: now })
    .where(and(eq(accessTokens.userId, userId), isNull(accessTokens.revokedAt)))
    .returning({ id: accessTokens.id });
  emit(SESSIONS_ENDED, { userId, payload: {} });
  return { endedSessions: ended.length, revokedTokens: revoked.length };
}
