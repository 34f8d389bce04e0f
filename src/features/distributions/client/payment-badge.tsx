import { Badge } from '#ui/badge.tsx';
import type { Statement } from '../distributions.contract.ts';

const noPayout = { tone: 'neutral', label: 'No payout' } as const;

const ofStatus = {
  open: { tone: 'neutral', label: 'Being reported' },
  prepared: { tone: 'warning', label: 'Awaiting approval' },
  returned: { tone: 'danger', label: 'Returned' },
  approved: { tone: 'accent', label: 'Approved' },
  paid: { tone: 'success', label: 'Paid' },
} as const;

/** Payment state of a statement; a paid net amount of zero is shown as no payout. */
export function PaymentBadge({ status, cents }: { status: 'Paid' | 'Pending'; cents: number }) {
  if (status === 'Paid' && cents === 0) return <Badge tone={noPayout.tone}>{noPayout.label}</Badge>;
  return <Badge tone={status === 'Paid' ? 'success' : 'warning'}>{status}</Badge>;
}

/** State of a statement, as admins see it. */
export function StatementBadge({ status, netCents }: Pick<Statement, 'status' | 'netCents'>) {
  const { tone, label } = status === 'paid' && netCents === 0 ? noPayout : ofStatus[status];
  return <Badge tone={tone}>{label}</Badge>;
}
