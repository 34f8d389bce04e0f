import { and, count, eq, isNull } from 'drizzle-orm';
import { accessTokens } from '#db/schema/identity.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { after, DAY } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { requireAdmin } from '#platform/server/security/admin-access.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import { createTokenInput, identityErrors, MAX_TOKENS } from '../../identity.contract.ts';
import { SECURITY_CHANGED } from '../../identity.events.ts';
import { lockOwnAccount } from '../accounts/lock-account.ts';
import { tokenView } from '../identity.queries.ts';
import { randomToken } from './secrets.ts';

/**
 * Creates a personal access token for scripts; the secret is in this answer and nowhere else.
 * @throws TOO_MANY_TOKENS, UNAUTHORIZED; CONFIRM_IDENTITY for one that may write, and to a caller with a token;
 * ADMIN_REQUIRED for the admin scope
 */
export const createToken = defineCommand({
  name: 'identity.createToken',
  input: createTokenInput,
  access: 'signedIn',
  async run({ tx, actor, now, newId, emit }, { name, scope, expiresInDays }) {
    if (scope === 'admin') requireAdmin(actor);
    if (scope !== 'read') requireRecentAuthentication(actor, now);
    const { userId } = actor;
    await lockOwnAccount(tx, actor);
    const own = and(eq(accessTokens.userId, userId), isNull(accessTokens.revokedAt));
    const [held] = await tx.select({ tokens: count() }).from(accessTokens).where(own);
    if ((held?.tokens ?? 0) >= MAX_TOKENS) throw new DomainError(identityErrors.TOO_MANY_TOKENS);
    const secret = `chp_${randomToken()}`;
    const [row] = await tx
      .insert(accessTokens)
      .values({
        id: newId(),
        userId,
        name,
        scope,
        prefix: secret.slice(0, 10),
        secretHash: sha256(secret),
        createdAt: now,
        expiresAt: expiresInDays === null ? null : after(now, expiresInDays * DAY),
      })
      .returning();
    emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'token_created' } });
    return { ...tokenView(present(row, 'the new token')), secret };
  },
  audit: ({ scope }, { id }) => ({ subject: `token:${id}`, details: { scope } }),
});
