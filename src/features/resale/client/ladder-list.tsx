import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Store } from 'lucide-react';
import { messageOf } from '#platform/browser/errors.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { ListingCard, MarketFigures } from '../resale.contract.ts';
import { LadderRow } from './ladder-row.tsx';
import { listingSorts } from './listing-sorts.ts';
import { laddersOptions } from './resale-queries.ts';
import { type ResaleSearch, readResaleSearch } from './resale-search.ts';

interface LadderListProps {
  search: ResaleSearch;
  figures: MarketFigures | undefined;
  onSearch: (search: ResaleSearch) => void;
  onBuy: (listing: ListingCard) => void;
}

/** Listings of other investors: one row per property, with its listings by price. */
export function LadderList({ search, figures, onSearch, onBuy }: LadderListProps) {
  const list = useInfiniteQuery({ ...laddersOptions(search), placeholderData: keepPreviousData });
  return (
    <>
      <div className="mb-5 grid grid-cols-2 gap-3 sm:gap-4 lg:max-w-2xl">
        <SelectField
          label="Property"
          value={search.property ?? ''}
          options={propertyOptions(figures, search.property)}
          onChange={(event) =>
            onSearch(readResaleSearch({ ...search, property: event.target.value || undefined }))
          }
        />
        <SelectField
          label="Sort by"
          value={search.sort ?? 'newest'}
          options={listingSorts}
          onChange={(event) => onSearch(readResaleSearch({ ...search, sort: event.target.value }))}
        />
      </div>
      <PagedList
        list={list}
        loadingLabel="Loading listings"
        skeleton={<LadderSkeleton />}
        errorText={messageOf(list.error)}
        empty={<NoListings filtered={search.property !== undefined} onClear={() => onSearch({})} />}
      >
        {(ladders) => (
          <ul className="divide-y divide-line">
            {ladders.map((ladder) => (
              <LadderRow
                key={ladder.property.id}
                ladder={ladder}
                opened={search.property !== undefined}
                onBuy={onBuy}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

const ROWS = ['first', 'second', 'third'];

function LadderSkeleton() {
  return (
    <div className="divide-y divide-line rounded-box border border-line bg-surface">
      {ROWS.map((row) => (
        <div
          key={row}
          className="grid gap-x-8 gap-y-4 p-4 sm:px-6 sm:py-5 lg:grid-cols-[22rem_minmax(0,1fr)]"
        >
          <div className="flex gap-4">
            <Skeleton className="aspect-[4/3] w-24 shrink-0 self-start rounded-field" />
            <div className="grow">
              <Skeleton className="h-6 w-4/5" />
              <Skeleton className="mt-2 h-4 w-1/2" />
            </div>
          </div>
          <Skeleton className="h-36" />
        </div>
      ))}
    </div>
  );
}

function propertyOptions(figures: MarketFigures | undefined, chosen: number | undefined) {
  const known = (figures?.properties ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const missing = chosen !== undefined && !known.some(({ value }) => value === String(chosen));
  return [
    { value: '', label: 'All properties' },
    ...known,
    ...(missing ? [{ value: String(chosen), label: `Property ${chosen}` }] : []),
  ];
}

/** The empty state leads to the primary market. */
function NoListings({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={Store}
      level={3}
      title={filtered ? 'No shares of this property for sale' : 'No shares for sale right now'}
      text="New listings appear here on their own. Properties still raising money sell new shares on the marketplace."
      action={
        <div className="flex flex-wrap justify-center gap-2.5">
          <Link to="/investor-marketplace" className={buttonClass()}>
            Browse properties
          </Link>
          {filtered && (
            <Button variant="secondary" onClick={onClear}>
              Show all listings
            </Button>
          )}
        </div>
      }
    />
  );
}
