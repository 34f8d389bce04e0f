import { DomainError } from '#kernel/errors.ts';
import type { Actor } from '#platform/server/caller.ts';
import { type PropertyStatus, propertyErrors } from '../properties.contract.ts';

/**
 * Who may see a property: everyone once it is approved; before and after that its owner, admins, and whoever
 * holds shares of it. To anyone else it answers like a missing one.
 */
export function canSeeProperty(
  actor: Actor,
  property: { status: PropertyStatus; ownerId: string; viewerShares: number },
): boolean {
  if (property.status === 'approved' || actor.kind === 'system') return true;
  if (actor.kind === 'visitor') return false;
  return actor.role === 'admin' || property.ownerId === actor.userId || property.viewerShares > 0;
}

/**
 * Refuses an admin who would decide on the own property: its review, its terms, its escrow.
 * @throws OWN_PROPERTY
 */
export function refuseOwnReview(actor: Actor, { ownerId }: { ownerId: string }): void {
  if (actor.kind === 'user' && actor.userId === ownerId) throw new DomainError(propertyErrors.OWN_PROPERTY);
}
