import { DomainError } from '#kernel/errors.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Actor } from '#platform/server/security/caller.ts';
import { type PropertyStatus, propertyErrors } from '../properties.contract.ts';
import { isSamePerson } from './same-person.ts';

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
 * Refuses an admin who would decide on the own property, whichever of their accounts owns it: its review, its terms,
 * its escrow, its statements, its documents and the trading in it.
 * @throws OWN_PROPERTY
 */
export async function refuseOwnReview(
  db: Queryable,
  actor: Actor,
  property: { ownerId: string },
): Promise<void> {
  if (actor.kind !== 'user' || !(await isSamePerson(db, actor.userId, property.ownerId))) return;
  const message = "Your verified tax number is its owner's, so another admin has to review it.";
  throw new DomainError(
    propertyErrors.OWN_PROPERTY,
    actor.userId === property.ownerId ? undefined : { message },
  );
}
