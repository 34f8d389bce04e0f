import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { isNotFound, messageOf } from '#platform/browser/errors.ts';
import { Card } from '#ui/card.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { OwnSubmission } from '../submissions.contract.ts';
import { addressLine } from '../submissions.rules.ts';
import { OwnDocuments } from './own-documents.tsx';
import { OwnStatus } from './own-status.tsx';
import { OwnThread } from './own-thread.tsx';
import { SubmissionBadge } from './submission-badge.tsx';
import { SubmissionFacts } from './submission-facts.tsx';
import { SubmissionNotFound } from './submission-not-found.tsx';
import { ownSubmissionOptions } from './submission-queries.ts';

/** A submission for its owner; `id` is null when the address names none. */
export function OwnSubmissionScreen({ id }: { id: string | null }) {
  return (
    <div className="page-width py-6 sm:py-10">
      {id === null ? <SubmissionNotFound /> : <LoadedSubmission key={id} id={id} />}
    </div>
  );
}

function LoadedSubmission({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(ownSubmissionOptions(id));
  if (data) return <Submission submission={data} />;
  if (isNotFound(error)) return <SubmissionNotFound />;
  if (error) {
    return (
      <Card>
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    );
  }
  return (
    <SkeletonRegion label="Loading your submission">
      <Skeleton className="h-11 w-2/3" />
      <Skeleton className="mt-8 h-40" />
      <Skeleton className="mt-6 h-72" />
    </SkeletonRegion>
  );
}

function Submission({ submission }: { submission: OwnSubmission }) {
  const { fields } = submission;
  return (
    <>
      <PageHeader
        back={
          <Link
            to="/owner-submit"
            className="link-plain inline-flex min-h-11 items-center gap-1.5 font-medium"
          >
            <ArrowLeft size={16} aria-hidden="true" />
            Your submissions
          </Link>
        }
        title={<span className="wrap-anywhere">{fields.name}</span>}
        badge={<SubmissionBadge submission={submission} />}
        description={<span className="wrap-anywhere">{addressLine(fields)}</span>}
        className="mb-6"
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <div className="grid min-w-0 gap-6">
          <OwnStatus submission={submission} />
          <OwnThread submission={submission} />
          <OwnDocuments submission={submission} />
        </div>
        <SubmissionFacts submission={submission} />
      </div>
    </>
  );
}
