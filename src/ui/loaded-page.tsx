import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import type { LoadedQuery } from '#ui/loaded.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PageSkeletonContent } from '#ui/page-skeleton.tsx';

interface LoadedPageProps<Data> {
  query: LoadedQuery<Data>;
  /** Title of the page when it could not be loaded. */
  title: string;
  back: ReactNode;
  /** Whether the address names nothing that exists. */
  isMissing: boolean;
  missing: { title: string; text: string };
  errorText: string;
  children: (data: Data) => ReactNode;
}

/** The content of a page about one thing: while it loads, when it is missing, when it fails, and when it is there. */
export function LoadedPage<Data>(props: LoadedPageProps<Data>) {
  const { query, title, back, isMissing, missing, errorText, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (!query.error)
    return (
      <>
        <div className="mb-3 text-sm">{back}</div>
        <PageSkeletonContent layout="columns" />
      </>
    );
  return (
    <>
      <PageHeader title={isMissing ? missing.title : title} back={back} />
      <Card>
        {isMissing ? (
          <p>{missing.text}</p>
        ) : (
          <ErrorState text={errorText} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        )}
      </Card>
    </>
  );
}
