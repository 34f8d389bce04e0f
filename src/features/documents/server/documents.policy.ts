import type { Actor } from '#platform/server/security/caller.ts';

/** Who files documents about a property, and still sees those that were withdrawn: its owner and admins. */
export function canFile(actor: Actor, property: { ownerId: string }): boolean {
  return actor.kind === 'user' && (actor.role === 'admin' || actor.userId === property.ownerId);
}

/** Who may have a document's file: everyone who sees its property; a withdrawn one only admins. */
export function canDownload(actor: Actor, document: { withdrawnAt: Date | null }): boolean {
  return document.withdrawnAt === null || (actor.kind === 'user' && actor.role === 'admin');
}
