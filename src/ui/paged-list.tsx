import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { joinClasses } from '#ui/classes.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { LoadMore, type Pages } from '#ui/load-more.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';

interface PagedRows<Row> extends Pages {
  data: { pages: readonly { items: readonly Row[] }[] } | undefined;
  isPending: boolean;
  isFetching: boolean;
  /** What is shown was asked for with other filters; what was asked for now is on its way. */
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

export interface PagedListProps<Row> {
  list: PagedRows<Row>;
  /** Says that it loads. */
  loadingLabel: string;
  errorTitle?: string;
  errorText: string;
  /** Stands in place of the rows when there are none. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A table that comes page by page: while it loads, when it fails, when nothing is in it, and its rows. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, loadingLabel, errorTitle, errorText, empty, children } = props;
  if (list.isPending) return <RowsSkeleton label={loadingLabel} />;
  if (!list.data) {
    return (
      <Card>
        <ErrorState
          {...(errorTitle && { title: errorTitle })}
          text={errorText}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      </Card>
    );
  }
  const rows = list.data.pages.flatMap((page) => page.items);
  if (rows.length === 0) return <Card>{empty}</Card>;
  return (
    <>
      <Card
        padded={false}
        aria-busy={list.isPlaceholderData || undefined}
        className={joinClasses('overflow-hidden', list.isPlaceholderData && 'opacity-60')}
      >
        {children(rows)}
      </Card>
      <LoadMore pages={list} errorText={errorText} />
    </>
  );
}

const ROWS = ['one', 'two', 'three', 'four', 'five', 'six'];

function RowsSkeleton({ label }: { label: string }) {
  return (
    <Card padded={false}>
      <SkeletonRegion label={label} className="divide-y divide-line">
        {ROWS.map((row) => (
          <div key={row} className="flex items-center gap-4 px-4 py-4">
            <Skeleton className="h-6 grow" />
            <Skeleton className="h-11 w-24 shrink-0" />
          </div>
        ))}
      </SkeletonRegion>
    </Card>
  );
}
