import type { UserActor } from '#platform/server/caller.ts';

/** Who may see an application and its documents: the applicant and reviewers. To others it does not exist. */
export function canSeeApplication(actor: UserActor, applicantId: string): boolean {
  return actor.role === 'admin' || actor.userId === applicantId;
}

/** A reviewer decides everybody's application but their own. */
export function canDecide(actor: UserActor, applicantId: string): boolean {
  return actor.role === 'admin' && actor.userId !== applicantId;
}
