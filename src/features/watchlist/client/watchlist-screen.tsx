import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell, Building2, Heart, MapPinned, TrendingUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { InvestDialog } from '#features/investing/client/index.ts';
import { preferencesOptions } from '#features/notifications/client/index.ts';
import { PropertyCardSkeleton } from '#features/properties/client/index.ts';
import { formatBps } from '#kernel/money.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatCard } from '#ui/stat-card.tsx';
import type { WatchedItem } from '../watchlist.contract.ts';
import { useUnwatch } from './use-unwatch.ts';
import { WatchedCard } from './watched-card.tsx';
import { generalAlertsOptions, watchlistOptions, watchlistSummaryOptions } from './watchlist-queries.ts';

export interface WatchlistScreenProps {
  /** The property whose invest dialog is open. */
  invest?: number | undefined;
  onInvest: (id: number | undefined) => void;
}

const AlertsDialog = dialogOnDemand(async () => (await import('./alerts-dialog.tsx')).AlertsDialog);

const gridClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3';
const SKELETON_KEYS = ['one', 'two', 'three'];

export function WatchlistScreen({ invest, onInvest }: WatchlistScreenProps) {
  const list = useInfiniteQuery(watchlistOptions());
  const general = useQuery(generalAlertsOptions()).data;
  const preferences = useQuery(preferencesOptions()).data;
  const [edited, setEdited] = useState<WatchedItem | 'general' | null>(null);
  const listRef = useRef<HTMLUListElement>(null);
  const unwatch = useUnwatch();

  function remove(item: WatchedItem, neighbor: number) {
    const next = listRef.current?.children[neighbor] ?? document.querySelector('h1');
    if (next instanceof HTMLElement) next.focus();
    unwatch(item.id);
  }

  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Watchlist"
        description="Properties you keep an eye on, and what has changed since you added them."
        actions={
          <Button variant="secondary" disabled={!general} onClick={() => setEdited('general')}>
            <Bell size={18} aria-hidden="true" />
            Alerts
          </Button>
        }
      />
      <Summary />
      <h2 className="sr-only">Watched properties</h2>
      <PagedList
        list={list}
        place="on the page"
        loadingLabel="Loading your watchlist"
        skeleton={<ListSkeleton />}
        errorText={messageOf(list.error)}
        empty={<NothingWatched />}
      >
        {(items) => (
          <ul ref={listRef} className={gridClass}>
            {items.map((item, index) => (
              <WatchedCard
                key={item.id}
                item={item}
                hasMarketAlert={
                  preferences?.propertyUpdates === true && (item.alerts ?? general)?.market === true
                }
                onInvest={() => onInvest(item.id)}
                onAlerts={() => setEdited(item)}
                onRemove={() => remove(item, index + 1 < items.length ? index + 1 : index - 1)}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {edited && general && (
        <AlertsDialog
          general={general}
          item={edited === 'general' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {invest !== undefined && (
        <InvestDialog key={invest} propertyId={invest} onClose={() => onInvest(undefined)} />
      )}
    </div>
  );
}

function Summary() {
  const { data, isError } = useQuery(watchlistSummaryOptions());
  if (data?.watched === 0) return null;
  const waiting = isError ? 'Not available' : <Skeleton className="h-8 w-16" />;
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 sm:mb-8 sm:grid-cols-3 sm:gap-4">
      <StatCard label="Properties watched" icon={Building2} value={data ? data.watched : waiting} />
      <StatCard
        label="Average yield"
        icon={TrendingUp}
        value={data ? (data.averageYieldBps === null ? '–' : formatBps(data.averageYieldBps)) : waiting}
      />
      <StatCard
        label="Markets"
        icon={MapPinned}
        value={data ? data.markets : waiting}
        className="max-sm:col-span-2"
      />
    </div>
  );
}

function NothingWatched() {
  return (
    <EmptyState
      icon={Heart}
      title="You are not watching any properties yet"
      text="Tap the heart on a property to follow its price and yield here."
      action={
        <Link to="/investor-marketplace" className={buttonClass()}>
          Browse Properties
        </Link>
      }
    />
  );
}

function ListSkeleton() {
  return (
    <div className={gridClass}>
      {SKELETON_KEYS.map((card) => (
        <PropertyCardSkeleton key={card} />
      ))}
    </div>
  );
}
