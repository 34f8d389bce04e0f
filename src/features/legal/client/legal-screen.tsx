import { useQuery } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { messageOf } from '#platform/browser/errors.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { versionText } from '../legal.rules.ts';
import { legalIdOf, legalOptions } from './legal-queries.ts';
import { LegalText } from './legal-text.tsx';

/** A legal document as it is now, for anyone. */
export function LegalScreen({ document }: { document: string }) {
  const id = legalIdOf(document);
  if (!id) throw notFound();
  const query = useQuery(legalOptions(id));
  return (
    <div className="page-width py-6 sm:py-10">
      {query.data ? (
        <article className="prose-width">
          <PageHeader title={query.data.title} description={versionText(query.data)} />
          <LegalText {...query.data} />
        </article>
      ) : query.isError ? (
        <ErrorState
          text={messageOf(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <SkeletonRegion label="Loading the document">
          <Skeleton className="h-80 w-full" />
        </SkeletonRegion>
      )}
    </div>
  );
}
