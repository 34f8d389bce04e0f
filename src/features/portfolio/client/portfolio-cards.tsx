import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2, CalendarClock, Coins, Landmark, PiggyBank, TrendingUp, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { rateText } from '#features/properties/client/index.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Card } from '#ui/card.tsx';
import { Change } from '#ui/change.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatCard } from '#ui/stat-card.tsx';
import type { PortfolioOverview } from '../portfolio.contract.ts';
import { averageYieldBps, escrowText, monthReturnText, valueBasisNote } from './portfolio-figures.ts';

export function PortfolioCards({ overview }: { overview: PortfolioOverview }) {
  const { returnBps } = overview.thisMonth;
  const average = averageYieldBps(overview);
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <StatCard
        label="Portfolio Value"
        icon={Landmark}
        value={<Money cents={overview.totalValueCents} />}
        note={
          <>
            {returnBps !== null && (
              <Change value={returnBps} className="mb-0.5 flex">
                {monthReturnText(returnBps)}
              </Change>
            )}
            <span className="block">{valueBasisNote(overview)}</span>
          </>
        }
      />
      <StatCard
        label="Properties Owned"
        icon={Building2}
        value={overview.propertyCount.toLocaleString('en-US')}
      />
      <StatCard
        label="Monthly Yield"
        icon={TrendingUp}
        value={<Money cents={overview.monthlyIncomeCents} />}
        note={
          average === null ? undefined : `${rateText(average)} average stated yield${escrowText(overview)}`
        }
      />
      <StatCard
        label="Available Cash"
        icon={Wallet}
        value={<Money exact cents={overview.availableCashCents} />}
        note={
          <Link to="/wallet" className="link-plain inline-flex min-h-6 items-center">
            Open your wallet
          </Link>
        }
      />
    </div>
  );
}

/** Money put in, price return and income: three figures that are never added to one. */
export function MonthCard({ overview }: { overview: PortfolioOverview }) {
  const { startValueCents, netInvestedCents, returnCents } = overview.thisMonth;
  const { data: distributions } = useQuery(
    trpc.transactions.summary.queryOptions({ type: 'distribution', range: '1y' }),
  );
  return (
    <Card title="This month" description="What changed your portfolio’s value since the first of the month.">
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <Figure term="Value at the start" hint="On the first of the month, UTC">
          <Money exact cents={startValueCents} />
        </Figure>
        <Figure term="Net invested" hint="Bought less sold, before fees">
          <Money exact cents={netInvestedCents} />
        </Figure>
        <Figure term="Price return" hint="New valuations, and trades above or below what a share is worth">
          <Money exact signed cents={returnCents} />
        </Figure>
        <Figure term="Distributions, last 12 months" hint="Not part of the value">
          {distributions ? (
            <Money exact cents={distributions.receivedCents} />
          ) : (
            <Skeleton className="h-7 w-28" />
          )}
        </Figure>
      </dl>
    </Card>
  );
}

function Figure({ term, hint, children }: { term: string; hint: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="amount text-xl font-semibold tracking-tight">{children}</dd>
      <dd className="mt-0.5 text-sm text-muted">{hint}</dd>
    </div>
  );
}

export function IncomeCards({ overview }: { overview: PortfolioOverview }) {
  return (
    <div className="grid gap-4 sm:grid-cols-3 lg:grid-cols-1">
      <StatCard
        label="Total Invested"
        icon={PiggyBank}
        value={<Money cents={overview.totalInvestedCents} />}
        note="Paid for the shares you hold, before fees"
      />
      <StatCard
        label="Monthly Projected Income"
        icon={CalendarClock}
        value={<Money cents={overview.monthlyIncomeCents} />}
        note="Shares × price × stated yield ÷ 12, before the 1.5% management fee. Distributions depend on rent and costs, and can be lower."
      />
      <StatCard label="Total Shares" icon={Coins} value={overview.totalShares.toLocaleString('en-US')} />
    </div>
  );
}
