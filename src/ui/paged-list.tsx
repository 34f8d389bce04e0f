import { Fragment, type ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { joinClasses } from '#ui/classes.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { LoadMore, type Pages } from '#ui/load-more.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';

interface PagedRows<Row> extends Pages {
  data: { pages: readonly { items: readonly Row[] }[] } | undefined;
  isPending: boolean;
  isFetching: boolean;
  /** The rows shown belong to other filters; the requested ones are loading. */
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

/** Frame of the list: its own card, a card around it, or none because its rows are cards themselves. */
type Place = 'own card' | 'in a card' | 'on the page';

export interface PagedListProps<Row> {
  list: PagedRows<Row>;
  place?: Place;
  /** Says that it loads. */
  loadingLabel: string;
  /** As large as the rows will be, where they are no usual ones. */
  skeleton?: ReactNode;
  errorTitle?: string;
  errorText: string;
  /** Content of an empty list. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list that comes page by page: while it loads, when it fails, when nothing is in it, and its rows. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, place = 'own card', errorTitle, errorText, empty, children } = props;
  if (list.isPending) return <Loading {...props} place={place} />;
  const Frame = place === 'in a card' ? Fragment : Card;
  if (!list.data) {
    return (
      <Frame>
        <ErrorState
          {...(errorTitle && { title: errorTitle })}
          text={errorText}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      </Frame>
    );
  }
  const rows = list.data.pages.flatMap((page) => page.items);
  if (rows.length === 0) return <Frame>{empty}</Frame>;
  const busy = list.isPlaceholderData;
  return (
    <>
      {place === 'own card' ? (
        <Card
          padded={false}
          aria-busy={busy || undefined}
          className={joinClasses('overflow-hidden', busy && 'opacity-60')}
        >
          {children(rows)}
        </Card>
      ) : (
        <div aria-busy={busy || undefined} className={joinClasses(busy && 'opacity-60')}>
          {children(rows)}
        </div>
      )}
      <LoadMore pages={list} errorText={errorText} />
    </>
  );
}

type LoadingProps = Pick<PagedListProps<unknown>, 'loadingLabel' | 'skeleton'> & { place: Place };

function Loading({ loadingLabel, skeleton, place }: LoadingProps) {
  if (skeleton) return <SkeletonRegion label={loadingLabel}>{skeleton}</SkeletonRegion>;
  if (place === 'in a card') {
    return (
      <SkeletonRegion label={loadingLabel} className="grid gap-3 px-4 pb-6 sm:px-6">
        <Skeleton className="h-8" />
        <Skeleton className="h-8" />
        <Skeleton className="h-8" />
      </SkeletonRegion>
    );
  }
  return (
    <Card padded={false}>
      <SkeletonRegion label={loadingLabel} className="divide-y divide-line">
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

const ROWS = ['one', 'two', 'three', 'four', 'five', 'six'];
