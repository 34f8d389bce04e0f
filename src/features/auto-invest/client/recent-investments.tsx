import { formatPercent, formatUsd } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import type { AutoInvestOverview } from '../auto-invest.contract.ts';
import { MatchRow } from './match-row.tsx';

/** Recent purchases with the settings that led to them; empty before the first match. */
export function RecentInvestments({ overview }: { overview: AutoInvestOverview }) {
  const { recent, settings, purchases, investedThisMonthCents } = overview;
  if (recent.length === 0) return null;
  return (
    <Card title="Recent Auto-Investments">
      <DescriptionList
        items={[
          { term: 'Monthly limit', value: formatUsd(settings.monthlyLimitCents) },
          { term: 'Invested this month', value: <Money cents={investedThisMonthCents} /> },
          { term: 'Minimum yield', value: formatPercent(settings.minYieldBps / 100) },
          { term: 'Number of investments', value: purchases.toLocaleString('en-US') },
        ]}
      />
      <ul className="mt-5 divide-y divide-line border-t border-line pt-4">
        {recent.map((decision) => (
          <MatchRow
            key={decision.id}
            decision={decision}
            note={
              decision.outcome === 'simulated'
                ? decision.reason
                : `${counted(decision.shares, 'share')}. ${decision.reason}`
            }
          />
        ))}
      </ul>
    </Card>
  );
}
