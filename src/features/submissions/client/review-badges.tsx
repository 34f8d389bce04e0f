import { formatDate } from '#kernel/time.ts';
import { Badge } from '#ui/badge.tsx';
import type { QueueItem } from '../submissions.contract.ts';
import { statusLabel } from '../submissions.rules.ts';

type Progress = Pick<QueueItem, 'status' | 'respondBy' | 'pausedAt' | 'isLate'>;

const tones = { pending: 'warning', approved: 'success', rejected: 'danger' } as const;

export function ReviewStatus({ status }: Pick<Progress, 'status'>) {
  return <Badge tone={tones[status]}>{statusLabel[status]}</Badge>;
}

/** The promised day of a pending submission: red when it is past, and that it waits for the owner. */
export function PromisedDay({ status, respondBy, pausedAt, isLate }: Progress) {
  if (status !== 'pending') return null;
  if (pausedAt !== null) return <Badge>Waits for the owner</Badge>;
  const day = formatDate(respondBy);
  return isLate ? <Badge tone="danger">Late since {day}</Badge> : <span>{day}</span>;
}
