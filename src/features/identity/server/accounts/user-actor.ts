import { commonErrors, DomainError } from '#kernel/errors.ts';
import type { Actor, UserActor } from '#platform/server/security/caller.ts';

/**
 * The signed-in user behind a call, for look-ups before a command begins.
 * @throws UNAUTHORIZED
 */
export function userActorOf(actor: Actor): UserActor {
  if (actor.kind !== 'user') throw new DomainError(commonErrors.UNAUTHORIZED);
  return actor;
}
