import { commonErrors, DomainError } from '#kernel/errors.ts';
import { MINUTE } from '#kernel/time.ts';
import type { UserActor } from './caller.ts';

const MAX_AUTHENTICATION_AGE_MS = 10 * MINUTE;

/**
 * Step-up authentication: requires that the person has authenticated within the last ten minutes, at sign-in or since then
 * by password, code or passkey. An access token never has.
 * @throws CONFIRM_IDENTITY
 */
export function requireRecentAuthentication({ authenticatedAt }: UserActor, now: Date): void {
  if (
    authenticatedAt === undefined ||
    now.getTime() - authenticatedAt.getTime() > MAX_AUTHENTICATION_AGE_MS
  ) {
    throw new DomainError(commonErrors.CONFIRM_IDENTITY);
  }
}
