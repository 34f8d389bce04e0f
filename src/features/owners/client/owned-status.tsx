import { CircleCheck, TrendingDown } from 'lucide-react';
import { Badge } from '#ui/badge.tsx';
import { Money } from '#ui/money.tsx';
import type { Tone } from '#ui/tone.ts';
import type { OwnedProperty, OwnedStatus } from '../owners.contract.ts';
import { incomeStatus } from '../owners.rules.ts';

const tones: Record<OwnedStatus, Tone> = {
  Active: 'success',
  Pending: 'warning',
  'Fully Funded': 'neutral',
  Rejected: 'danger',
};

export function OwnedStatusBadge({ status }: Pick<OwnedProperty, 'status'>) {
  return <Badge tone={tones[status]}>{status}</Badge>;
}

/** Last month's income against the monthly yield: in words and by a sign, not by color alone. */
export function LastMonthIncome({
  income,
}: {
  income: Pick<OwnedProperty, 'lastMonthIncomeCents' | 'monthlyYieldCents' | 'monthsDue'>;
}) {
  const { lastMonthIncomeCents: cents } = income;
  if (cents === null)
    return <span className="text-muted">{income.monthsDue > 0 ? 'Not reported' : '–'}</span>;
  const isMet = incomeStatus(income) === 'met';
  const Icon = isMet ? CircleCheck : TrendingDown;
  return (
    <span
      className={`inline-grid justify-items-start sm:justify-items-end ${isMet ? 'text-positive' : 'text-negative'}`}
    >
      <span className="inline-flex items-center gap-1 font-medium">
        <Icon size={16} aria-hidden="true" />
        <Money cents={cents} />
      </span>
      <span className="text-xs">{isMet ? 'Yield met' : 'Below yield'}</span>
    </span>
  );
}
