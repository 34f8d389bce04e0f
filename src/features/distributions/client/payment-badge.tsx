import { Badge } from '#ui/badge.tsx';

/** Whether a statement was paid; one that leaves nothing to its holders is neither paid nor pending. */
export function PaymentBadge({ status, cents }: { status: 'Paid' | 'Pending'; cents: number }) {
  if (status === 'Paid' && cents === 0) return <Badge>No payout</Badge>;
  return <Badge tone={status === 'Paid' ? 'success' : 'warning'}>{status}</Badge>;
}
