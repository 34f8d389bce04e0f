import { commonErrors, DomainError } from '#kernel/errors.ts';
import type { UserActor } from './caller.ts';

/**
 * Refuses callers who do not act as an admin. An admin is refused with the reason: the token's scope, a missing second
 * factor, or a frozen account, which may be in someone else's hands and so reads nothing of others.
 * @throws ADMIN_REQUIRED, ADMIN_SCOPE_REQUIRED, SECOND_FACTOR_MISSING, ACCOUNT_FROZEN
 */
export function requireAdmin({ role, adminBarrier }: UserActor): void {
  if (role === 'admin') return;
  if (adminBarrier === 'token') throw new DomainError(commonErrors.ADMIN_SCOPE_REQUIRED);
  if (adminBarrier === 'secondFactor') throw new DomainError(commonErrors.SECOND_FACTOR_MISSING);
  if (adminBarrier === 'frozen') throw new DomainError(commonErrors.ACCOUNT_FROZEN);
  throw new DomainError(commonErrors.ADMIN_REQUIRED);
}
