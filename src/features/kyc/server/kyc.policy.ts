import { haveSameTaxNumber } from '#features/ownership/server/index.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';

/** People who may see an application and its documents: the applicant and reviewers. To others it does not exist. */
export function canSeeApplication(actor: UserActor, applicantId: string): boolean {
  return actor.role === 'admin' || actor.userId === applicantId;
}

/**
 * A reviewer decides everyone's application but their own, whichever of their accounts it is of. Unlike elsewhere, neither
 * tax number has to be verified: the one decided first would otherwise be decided by its own applicant.
 */
export async function canDecide(db: Queryable, actor: UserActor, applicantId: string): Promise<boolean> {
  if (actor.role !== 'admin' || actor.userId === applicantId) return false;
  return !(await haveSameTaxNumber(db, actor.userId, applicantId));
}
