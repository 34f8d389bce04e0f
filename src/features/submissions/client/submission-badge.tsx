import { Badge } from '#ui/badge.tsx';
import type { OwnSubmission } from '../submissions.contract.ts';
import { statusLabel } from '../submissions.rules.ts';

const tones = { pending: 'neutral', approved: 'success', rejected: 'danger' } as const;

/** Progress of a submission, for its owner. */
export function SubmissionBadge({
  submission: { status, pausedAt },
}: {
  submission: Pick<OwnSubmission, 'status' | 'pausedAt'>;
}) {
  if (pausedAt !== null) return <Badge tone="warning">Question</Badge>;
  return <Badge tone={tones[status]}>{statusLabel[status]}</Badge>;
}
