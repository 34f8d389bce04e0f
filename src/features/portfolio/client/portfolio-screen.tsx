import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { CancellablePurchases } from '#features/investing/client/index.ts';
import { OnboardingReminder } from '#features/onboarding/client/index.ts';
import { hasRoomForMap, MapToggle } from '#features/properties/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ChartSkeleton } from '#ui/charts-on-demand.tsx';
import { joinClasses } from '#ui/classes.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { PortfolioOverview } from '../portfolio.contract.ts';
import { Allocation, AllocationCard, type Grouping } from './allocation-card.tsx';
import { HoldingList } from './holding-list.tsx';
import { HoldingsMap } from './holdings-map.tsx';
import { IncomeCards } from './income-cards.tsx';
import { LeadCard, Month } from './portfolio-cards.tsx';
import { ValueChart } from './value-chart.tsx';

export function PortfolioScreen() {
  const query = useQuery(trpc.portfolio.overview.queryOptions());
  return (
    <div className="page-width py-6 sm:py-10">
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
      <Loaded query={query} errorText={messageOf(query.error)} inCard skeleton={<PortfolioSkeleton />}>
        {(data) => <Portfolio overview={data} />}
      </Loaded>
    </div>
  );
}

function Portfolio({ overview }: { overview: PortfolioOverview }) {
  const { holdings } = overview;
  if (holdings.length === 0) {
    return (
      <div className="grid gap-4">
        <LeadCard overview={overview} />
        <CancellablePurchases />
        <Card title="Your Investments" padded={false}>
          <NoInvestments />
        </Card>
        <IncomeCards />
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <LeadCard overview={overview}>
        <ValueChart />
      </LeadCard>
      <CancellablePurchases />
      <IncomeCards />
      <Investments overview={overview} />
    </div>
  );
}

/** From how many holdings the list is longer than the map and the allocation beside it. */
const MANY_HOLDINGS = 4;

/** The holdings, beside the map and the allocation of their value where there is room for a map. */
function Investments({ overview }: { overview: PortfolioOverview }) {
  const { holdings } = overview;
  const [opensMap, setOpensMap] = useState(hasRoomForMap);
  const isLocated = holdings.some(({ latitude }) => latitude !== null);
  const withMap = opensMap && isLocated;
  const [grouping, setGrouping] = useState<Grouping>('building');
  const allocation = { holdings, grouping, onGroup: setGrouping };
  const monthBeside = withMap && holdings.length >= MANY_HOLDINGS;
  return (
    <>
      <Card
        title="Your Investments"
        actions={isLocated && <MapToggle open={withMap} onToggle={() => setOpensMap(!opensMap)} />}
        padded={false}
        className="overflow-hidden"
      >
        <div
          className={joinClasses(
            'border-t border-line',
            withMap && 'lg:grid lg:grid-cols-[26rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]',
          )}
        >
          {withMap && (
            <div className="min-w-0 border-b border-line p-4 sm:p-6">
              <HoldingsMap holdings={holdings} />
            </div>
          )}
          <div className={joinClasses('min-w-0', withMap && 'lg:row-span-2 lg:border-s lg:border-line')}>
            <HoldingList holdings={holdings} />
          </div>
          {withMap && (
            <div className="min-w-0 divide-y divide-line border-t border-line lg:border-t-0">
              <div className="p-4 sm:p-6">
                <Allocation {...allocation} level={3} />
              </div>
              {monthBeside && (
                <div className="p-4 sm:p-6">
                  <Month overview={overview} level={3} />
                </div>
              )}
            </div>
          )}
        </div>
      </Card>
      {!monthBeside && (
        <div className={joinClasses('grid gap-4', !withMap && 'lg:grid-cols-2')}>
          {!withMap && <AllocationCard {...allocation} />}
          <Card>
            <Month overview={overview} wide={withMap} />
          </Card>
        </div>
      )}
    </>
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

const ROWS = ['first', 'second', 'third'];

function PortfolioSkeleton() {
  return (
    <SkeletonRegion label="Loading your portfolio" className="grid gap-4">
      <Card>
        <Skeleton className="mb-6 h-24 w-64" />
        <ChartSkeleton height={300} />
        <Skeleton className="mt-6 h-56" />
      </Card>
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
