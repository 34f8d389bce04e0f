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

interface Room {
  rows: number;
  /** Class of the height of a row. */
  height: `h-${number}`;
}

export interface PagedListProps<Row> {
  list: PagedRows<Row>;
  place?: Place;
  /** Says that it loads. */
  loadingLabel: string;
  /** Number and height of its rows while they load, where these are unusual. Not used with `skeleton`. */
  room?: Room;
  /** In place of the rows while they load, as large as they will be. */
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

type LoadingProps = Pick<PagedListProps<unknown>, 'loadingLabel' | 'skeleton' | 'room'> & { place: Place };

function Loading({ loadingLabel, skeleton, room, place }: LoadingProps) {
  if (skeleton) return <SkeletonRegion label={loadingLabel}>{skeleton}</SkeletonRegion>;
  if (place === 'in a card') {
    return (
      <SkeletonRegion label={loadingLabel} className="px-4 sm:px-6">
        <Rows {...(room ?? { rows: 3, height: 'h-12' })} />
      </SkeletonRegion>
    );
  }
  return (
    <Card padded={false}>
      <SkeletonRegion label={loadingLabel} className="divide-y divide-line px-4">
        <Rows {...(room ?? { rows: 6, height: 'h-19' })} />
      </SkeletonRegion>
    </Card>
  );
}

const Rows = ({ rows, height }: Room) =>
  Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
    <div key={key} className={joinClasses('flex items-center', height)}>
      <Skeleton className="h-1/2 grow" />
    </div>
  ));
