import type { SubmissionRow } from './submissions.views.ts';

/** Changes of a wizard's submission at the first contact with its owner: the proposal is due next. */
export function firstContact(
  { wayIn, contactedAt, proposalBy, respondBy }: SubmissionRow,
  now: Date,
): Partial<Pick<SubmissionRow, 'contactedAt' | 'respondBy'>> {
  if (wayIn !== 'wizard' || contactedAt !== null) return {};
  return { contactedAt: now, respondBy: proposalBy ?? respondBy };
}
