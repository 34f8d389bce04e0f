import { DomainError } from '#kernel/errors.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Actor } from '#platform/server/security/caller.ts';
import { ownershipErrors } from '../ownership.contract.ts';
import { isSamePerson } from './same-person.ts';

/**
 * Refuses an admin who decides on their own property, by any of their accounts: its review, its terms, its escrow,
 * its statements, its documents and the trading in it.
 * @throws OWN_PROPERTY
 */
export async function requireImpartial(
  db: Queryable,
  actor: Actor,
  property: { ownerId: string },
): Promise<void> {
  if (actor.kind !== 'user' || !(await isSamePerson(db, actor.userId, property.ownerId))) return;
  const message = "Your verified tax number matches the owner's, so another admin has to review this.";
  throw new DomainError(
    ownershipErrors.OWN_PROPERTY,
    actor.userId === property.ownerId ? undefined : { message },
  );
}
