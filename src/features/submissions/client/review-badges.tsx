import { formatDate } from '#kernel/time.ts';
import { Badge } from '#ui/badge.tsx';
import type { QueueItem } from '../submissions.contract.ts';
import { promisedNext, statusLabel } from '../submissions.rules.ts';

type Progress = Pick<QueueItem, 'status' | 'wayIn' | 'respondBy' | 'proposalBy' | 'pausedAt' | 'isLate'>;

const promiseLabel = { answer: 'Answer', contact: 'Contact', proposal: 'Proposal' } as const;

const tones = { pending: 'warning', approved: 'success', rejected: 'danger' } as const;

export function ReviewStatus({ status }: Pick<Progress, 'status'>) {
  return <Badge tone={tones[status]}>{statusLabel[status]}</Badge>;
}

/** What is promised next for a pending submission, with its day: red when it is past, and that it waits for the owner. */
export function PromisedDay(progress: Progress) {
  const { status, respondBy, pausedAt, isLate } = progress;
  if (status !== 'pending') return null;
  if (pausedAt !== null) return <Badge>Waiting for the owner</Badge>;
  const promise = promiseLabel[promisedNext(progress)];
  const day = formatDate(respondBy);
  if (isLate) {
    return (
      <Badge tone="danger">
        {promise} late since {day}
      </Badge>
    );
  }
  return (
    <span>
      {promise} by <time dateTime={respondBy}>{day}</time>
    </span>
  );
}
