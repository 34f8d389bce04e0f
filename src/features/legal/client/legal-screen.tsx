import { useQuery } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Alert } from '#ui/alert.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { legalIdOf, legalOptions } from './legal-queries.ts';

/** A legal document as it is now, for anyone. */
export function LegalScreen({ document }: { document: string }) {
  const id = legalIdOf(document);
  if (!id) throw notFound();
  const query = useQuery(legalOptions(id));
  return (
    <div className="page-width py-8 sm:py-12">
      {query.data ? (
        <article className="prose-width">
          <PageHeader
            title={query.data.title}
            description={`Version ${query.data.version}, in effect since ${formatDate(query.data.effectiveOn)}`}
          />
          {query.data.draft && (
            <Alert tone="warning" title="Draft" className="mb-6">
              The operator of this site has not confirmed this document yet.
            </Alert>
          )}
          {query.data.sections.map(({ heading, paragraphs }) => (
            <section key={heading} className="mb-6">
              <h2 className="mb-2 text-xl">{heading}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
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
