import type { Actor } from '#platform/server/security/caller.ts';
import type { PropertyStatus } from '../properties.contract.ts';

/**
 * People who may see a property: everyone once it is approved; before and after that its owner, admins, and the
 * holders of its shares. To anyone else it answers like a missing one.
 */
export function canSeeProperty(
  actor: Actor,
  property: { status: PropertyStatus; ownerId: string; viewerShares: number },
): boolean {
  if (property.status === 'approved' || actor.kind === 'system') return true;
  if (actor.kind === 'visitor') return false;
  return actor.role === 'admin' || property.ownerId === actor.userId || property.viewerShares > 0;
}
