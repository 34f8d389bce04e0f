import type { Actor } from '#platform/server/security/caller.ts';

/** Whether someone is the owner of a property or of a submission, or an admin. */
export function isOwnerOrAdmin(actor: Actor, { ownerId }: { ownerId: string }): boolean {
  return actor.kind === 'user' && (actor.role === 'admin' || actor.userId === ownerId);
}
