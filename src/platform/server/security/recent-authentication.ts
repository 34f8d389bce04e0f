import { commonErrors, DomainError } from '#kernel/errors.ts';
import { MINUTE } from '#kernel/time.ts';
import type { UserActor } from './caller.ts';

const RECENT = 10 * MINUTE;

/**
 * Refuses what must not happen in an unattended browser, unless the person proved who they are within the last ten
 * minutes: at sign-in, or since then by password, code or passkey. An access token never does.
 * @throws CONFIRM_IDENTITY
 */
export function requireRecentAuthentication({ authenticatedAt }: UserActor, now: Date): void {
  if (authenticatedAt === undefined || now.getTime() - authenticatedAt.getTime() > RECENT) {
    throw new DomainError(commonErrors.CONFIRM_IDENTITY);
  }
}
