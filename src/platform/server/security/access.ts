import { commonErrors, DomainError } from '#kernel/errors.ts';
import { requireAdmin } from './admin-access.ts';
import type { Actor } from './caller.ts';
import { requireRecentAuthentication } from './recent-authentication.ts';

/**
 * Callers that a command, procedure or REST path admits:
 * - `public`: everyone
 * - `signedIn`: users
 * - `admin`: admins who have recently authenticated; commands check the time, procedures and paths leave it to them
 * - `adminRoutine`: admins, for commands that move neither money nor power
 * - `system`: the product itself, such as a job
 * - `adminOrSystem`: as `admin`, or the product itself
 */
export type Access = 'public' | 'signedIn' | 'admin' | 'adminRoutine' | 'system' | 'adminOrSystem';

/**
 * Decides about access, for tRPC procedures, REST paths and commands alike.
 * @param operation.isWrite false for queries, which a read-only token may call
 * @param operation.now passed by commands: the moment that a recent authentication is measured against
 * @throws UNAUTHORIZED, READ_ONLY_TOKEN, ADMIN_REQUIRED, ADMIN_SCOPE_REQUIRED, SECOND_FACTOR_MISSING, ACCOUNT_FROZEN,
 *   CONFIRM_IDENTITY
 */
export function requireAccess(
  access: Access,
  actor: Actor,
  { isWrite, now }: { isWrite: boolean; now?: Date },
): void {
  if (access === 'public') return;
  if (actor.kind === 'system' && (access === 'system' || access === 'adminOrSystem')) return;
  if (actor.kind !== 'user') throw new DomainError(commonErrors.UNAUTHORIZED);
  if (isWrite && actor.scope === 'read') throw new DomainError(commonErrors.READ_ONLY_TOKEN);
  if (access === 'signedIn') return;
  if (access === 'system') throw new DomainError(commonErrors.ADMIN_REQUIRED);
  requireAdmin(actor);
  if (access !== 'adminRoutine' && now) requireRecentAuthentication(actor, now);
}
