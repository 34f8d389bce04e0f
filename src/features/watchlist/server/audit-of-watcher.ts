import type { Actor } from '#platform/server/security/caller.ts';

/** The audit entry of a change of a watchlist. It names no property: admins read the log. */
export const auditOfWatcher = (_input: unknown, _result: unknown, actor: Actor) => ({
  subject: actor.kind === 'user' ? `user:${actor.userId}` : '',
});
