import { Badge } from '#ui/badge.tsx';

export function PaymentBadge({ status }: { status: 'Paid' | 'Pending' }) {
  return <Badge tone={status === 'Paid' ? 'success' : 'warning'}>{status}</Badge>;
}
