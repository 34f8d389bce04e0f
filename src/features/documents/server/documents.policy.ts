import { isOwnerOrAdmin } from '#features/ownership/server/index.ts';
import type { Actor } from '#platform/server/security/caller.ts';

/** Whether someone files documents about a property, and still sees withdrawn ones: its owner and admins. */
export function canFile(actor: Actor, property: { ownerId: string }): boolean {
  return isOwnerOrAdmin(actor, property);
}

/** Whether someone may download a document: everyone who sees its property; a withdrawn one only admins. */
export function canDownload(actor: Actor, document: { withdrawnAt: Date | null }): boolean {
  return document.withdrawnAt === null || (actor.kind === 'user' && actor.role === 'admin');
}
