import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';

/**
 * Counts a mail that a user asks for, towards the user's quota and towards that of its address: several accounts
 * together cannot flood a stranger's address either.
 * @throws RATE_LIMITED
 */
export async function consumeMailQuota({ limits }: Platform, actor: UserActor, to: string): Promise<void> {
  const caller = { actor, address: '' };
  await limits.consume('mailTo', caller);
  await limits.consume('mailTo', caller, to);
}
