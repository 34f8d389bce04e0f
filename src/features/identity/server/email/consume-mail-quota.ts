import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';

/**
 * Counts a mail that a user asks for, of what they may ask for and of what its address may get: many accounts are no
 * way to flood a stranger's.
 * @throws RATE_LIMITED
 */
export async function consumeMailQuota({ limits }: Platform, actor: UserActor, to: string): Promise<void> {
  const caller = { actor, address: '' };
  await limits.consume('mailTo', caller);
  await limits.consume('mailTo', caller, to);
}
