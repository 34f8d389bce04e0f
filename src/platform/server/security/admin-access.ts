import { commonErrors, DomainError } from '#kernel/errors.ts';
import type { UserActor } from './caller.ts';

/**
 * Refuses callers who do not act as an admin. An admin is refused with the missing part: the token's scope or a second
 * factor.
 * @throws ADMIN_REQUIRED, ADMIN_SCOPE_REQUIRED, SECOND_FACTOR_MISSING
 */
export function requireAdmin({ role, adminBarrier }: UserActor): void {
  if (role === 'admin') return;
  if (adminBarrier === 'token') throw new DomainError(commonErrors.ADMIN_SCOPE_REQUIRED);
  if (adminBarrier === 'secondFactor') throw new DomainError(commonErrors.SECOND_FACTOR_MISSING);
  throw new DomainError(commonErrors.ADMIN_REQUIRED);
}
