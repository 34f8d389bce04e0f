import { isOwnerOrAdmin } from '#features/ownership/server/index.ts';
import type { Actor } from '#platform/server/security/caller.ts';
import type { PropertyStatus } from '../properties.contract.ts';

/**
 * People who may see a property: everyone once it is approved; before and after that its owner, admins, and the
 * holders of its shares. To anyone else it answers like a missing one.
 */
export function canSeeProperty(
  actor: Actor,
  property: { status: PropertyStatus; ownerId: string; isHolder: boolean },
): boolean {
  if (property.status === 'approved' || actor.kind === 'system') return true;
  return property.isHolder || isOwnerOrAdmin(actor, property);
}
