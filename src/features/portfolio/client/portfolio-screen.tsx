import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { CancellablePurchases } from '#features/investing/client/index.ts';
import { OnboardingReminder } from '#features/onboarding/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ChartSkeleton } from '#ui/charts-on-demand.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { PortfolioOverview } from '../portfolio.contract.ts';
import { HoldingList } from './holding-list.tsx';
import { IncomeCards, MonthCard, PortfolioCards } from './portfolio-cards.tsx';
import { ValueChart } from './value-chart.tsx';

export function PortfolioScreen() {
  const { data, error, refetch, isFetching } = useQuery(trpc.portfolio.overview.queryOptions());
  return (
    <div className="page-width py-8 sm:py-12">
      <PageHeader
        title="Your Portfolio"
        description="What you own, what it earns, and what you can still invest."
        actions={
          <Link to="/investor-marketplace" className={buttonClass({ variant: 'secondary' })}>
            Browse properties
          </Link>
        }
      />
      <OnboardingReminder />
      {data ? (
        <Portfolio overview={data} />
      ) : error ? (
        <Card>
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : (
        <PortfolioSkeleton />
      )}
    </div>
  );
}

function Portfolio({ overview }: { overview: PortfolioOverview }) {
  const isEmpty = overview.holdings.length === 0;
  return (
    <div className="grid gap-4">
      <PortfolioCards overview={overview} />
      <CancellablePurchases />
      {!isEmpty && <MonthCard overview={overview} />}
      {isEmpty && <Investments overview={overview} />}
      <div className="grid gap-4 lg:grid-cols-4">
        <div className="min-w-0 lg:col-span-3">
          <ValueChart points={overview.valueByMonth} />
        </div>
        <IncomeCards overview={overview} />
      </div>
      {!isEmpty && <Investments overview={overview} />}
    </div>
  );
}

function Investments({ overview: { holdings } }: { overview: PortfolioOverview }) {
  return (
    <Card title="Your Investments" padded={false} className="overflow-hidden">
      {holdings.length > 0 ? (
        <div className="border-t border-line">
          <HoldingList holdings={holdings} />
        </div>
      ) : (
        <NoInvestments />
      )}
    </Card>
  );
}

function NoInvestments() {
  return (
    <EmptyState
      icon={Building2}
      level={3}
      title="No investments yet"
      text="Choose a property you believe in and buy as little as one share of it."
      action={
        <Link to="/investor-marketplace" className={buttonClass()}>
          Browse properties
        </Link>
      }
      className="pt-4"
    />
  );
}

const CARDS = ['value', 'properties', 'yield', 'cash'];
const ROWS = ['first', 'second', 'third'];

function PortfolioSkeleton() {
  return (
    <SkeletonRegion label="Loading your portfolio" className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {CARDS.map((card) => (
          <Skeleton key={card} className="h-34 rounded-box" />
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-4">
        <Card className="lg:col-span-3">
          <ChartSkeleton />
        </Card>
        <div className="grid gap-4 sm:grid-cols-3 lg:grid-cols-1">
          {CARDS.slice(1).map((card) => (
            <Skeleton key={card} className="h-34 rounded-box" />
          ))}
        </div>
      </div>
      <Card title="Your Investments">
        <div className="grid gap-4">
          {ROWS.map((row) => (
            <Skeleton key={row} className="h-28" />
          ))}
        </div>
      </Card>
    </SkeletonRegion>
  );
}
