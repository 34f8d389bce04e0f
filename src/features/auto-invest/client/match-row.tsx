import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatPercent } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { Badge } from '#ui/badge.tsx';
import { Money } from '#ui/money.tsx';
import type { AutoInvestDecision } from '../auto-invest.contract.ts';

interface MatchRowProps {
  decision: AutoInvestDecision;
  /** Under the name: the reason or what comes next. */
  note: ReactNode;
  action?: ReactNode;
}

/** One decision of the engine: property, yield and date, and the amount where there is one. */
export function MatchRow({ decision, note, action }: MatchRowProps) {
  const { propertyId, propertyName, annualYieldBps, amountCents, outcome, date, refund } = decision;
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-semibold wrap-break-word">
            {propertyId === null ? (
              propertyName
            ) : (
              <Link to="/property/$id" params={{ id: String(propertyId) }} className="hover:underline">
                {propertyName}
              </Link>
            )}
            {outcome === 'simulated' && <Badge className="ml-2">Simulated</Badge>}
            {refund && <Badge className="ml-2">{refund === 'cancelled' ? 'Canceled' : 'Refunded'}</Badge>}
          </p>
          <p className="text-sm text-muted">
            {formatPercent(annualYieldBps / 100)} yield, <time dateTime={date}>{formatDate(date)}</time>
          </p>
          <p className="mt-1 text-sm">{note}</p>
        </div>
        {amountCents > 0 && (
          <span className="amount shrink-0 font-semibold">
            <Money exact cents={amountCents} />
          </span>
        )}
      </div>
      {action && <div className="mt-2">{action}</div>}
    </li>
  );
}
