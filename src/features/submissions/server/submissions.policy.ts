import type { UserActor } from '#platform/server/security/caller.ts';

/** People who may read the file of a document: its owner, and reviewers once it belongs to a submission. */
export function canDownload(
  actor: UserActor,
  document: { ownerId: string; submissionId: string | null },
): boolean {
  return actor.userId === document.ownerId || (actor.role === 'admin' && document.submissionId !== null);
}
