import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#platform/browser/errors.ts';
import { Loaded } from '#ui/loaded.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { overviewOptions } from './auto-invest-queries.ts';
import { DecisionHistory } from './decision-history.tsx';
import { RecentInvestments } from './recent-investments.tsx';
import { SettingsCard } from './settings-card.tsx';
import { UpcomingMatches } from './upcoming-matches.tsx';

export function AutoInvestScreen() {
  const query = useQuery(overviewOptions());
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Auto-Invest"
        description="Buys shares for you when properties match your preferences, within the limits you set."
      />
      <Loaded query={query} errorText={messageOf(query.error)} inCard skeleton={<AutoInvestSkeleton />}>
        {(data) => (
          <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
            <SettingsCard saved={data.settings} />
            {data.upcoming.length + data.recent.length > 0 && (
              <div className="grid gap-6">
                <UpcomingMatches matches={data.upcoming} />
                <RecentInvestments overview={data} />
              </div>
            )}
            <DecisionHistory className="lg:last:odd:col-span-2" />
          </div>
        )}
      </Loaded>
    </div>
  );
}

function AutoInvestSkeleton() {
  return (
    <SkeletonRegion
      label="Loading Auto-Invest"
      className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <Skeleton className="h-[40rem]" />
      <Skeleton className="h-72" />
    </SkeletonRegion>
  );
}
