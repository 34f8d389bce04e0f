import type { SubmissionRow } from './submissions.views.ts';

/** What the first contact with the owner of a wizard's submission changes: next, the owner hears the proposal. */
export function firstContact(
  { wayIn, contactedAt, proposalBy, respondBy }: SubmissionRow,
  now: Date,
): Partial<Pick<SubmissionRow, 'contactedAt' | 'respondBy'>> {
  if (wayIn !== 'wizard' || contactedAt !== null) return {};
  return { contactedAt: now, respondBy: proposalBy ?? respondBy };
}
