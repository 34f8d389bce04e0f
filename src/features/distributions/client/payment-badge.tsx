import { Badge } from '#ui/badge.tsx';

/** Payment state of a statement; a paid net amount of zero is shown as no payout. */
export function PaymentBadge({ status, cents }: { status: 'Paid' | 'Pending'; cents: number }) {
  if (status === 'Paid' && cents === 0) return <Badge>No payout</Badge>;
  return <Badge tone={status === 'Paid' ? 'success' : 'warning'}>{status}</Badge>;
}
