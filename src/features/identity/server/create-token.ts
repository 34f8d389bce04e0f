import { and, count, eq, isNull } from 'drizzle-orm';
import { accessTokens, users } from '#db/schema/identity.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { after, DAY } from '#kernel/time.ts';
import { requireRecentAuthentication } from '#platform/server/recent-authentication.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { sha256 } from '#platform/server/sha256.ts';
import { createTokenInput, identityErrors } from '../identity.contract.ts';
import { tokenView } from './identity.queries.ts';
import { randomToken } from './secrets.ts';

const MOST_TOKENS = 20;

/**
 * Creates a personal access token for scripts; the secret is in this answer and nowhere else.
 * @throws TOO_MANY_TOKENS; CONFIRM_IDENTITY for one that may write
 */
export const createToken = defineCommand({
  name: 'identity.createToken',
  input: createTokenInput,
  access: 'signedIn',
  async run({ tx, actor, now, newId }, { name, scope, expiresInDays }) {
    if (scope === 'write') requireRecentAuthentication(actor, now);
    // One new token of a user at a time, so that two at once cannot both be the twentieth.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for('no key update');
    const own = and(eq(accessTokens.userId, actor.userId), isNull(accessTokens.revokedAt));
    const [held] = await tx.select({ tokens: count() }).from(accessTokens).where(own);
    if ((held?.tokens ?? 0) >= MOST_TOKENS) throw new DomainError(identityErrors.TOO_MANY_TOKENS);
    const secret = `chp_${randomToken()}`;
    const [row] = await tx
      .insert(accessTokens)
      .values({
        id: newId(),
        userId: actor.userId,
        name,
        scope,
        prefix: secret.slice(0, 10),
        secretHash: sha256(secret),
        createdAt: now,
        expiresAt: expiresInDays === null ? null : after(now, expiresInDays * DAY),
      })
      .returning();
    return { ...tokenView(present(row, 'the new token')), secret };
  },
  audit: ({ name, scope }, { id }) => ({ subject: `token:${id}`, details: { name, scope } }),
});
