import { useQuery } from '@tanstack/react-query';
import { isNotFound, messageOf } from '#platform/browser/errors.ts';
import { Card } from '#ui/card.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { OwnSubmission } from '../submissions.contract.ts';
import { QuickSubmitForm } from './quick-submit-form.tsx';
import { ResubmissionNotice } from './resubmission-notice.tsx';
import { SubmissionNotFound } from './submission-not-found.tsx';
import { ownSubmissionOptions } from './submission-queries.ts';
import type { FormProps } from './submitted.ts';

/** The form filled in with the rejected submission. */
export function ResubmissionForm({ id, onSubmitted }: FormProps & { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(ownSubmissionOptions(id));
  if (data && mayStartAgain(data)) {
    return (
      <>
        <PageHeader
          title="Submit a Property"
          description={`What you submitted for ${data.fields.name} is filled in. Change what needs to change. Our reviewers see the differences.`}
          className="mb-6"
        />
        <QuickSubmitForm key={id} earlier={data} onSubmitted={onSubmitted} />
      </>
    );
  }
  if (data) return <ResubmissionNotice submission={data} />;
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
      <Skeleton className="mt-8 h-96" />
    </SkeletonRegion>
  );
}

function mayStartAgain({ status, wayIn, laterId }: OwnSubmission): boolean {
  return status === 'rejected' && wayIn === 'quick' && laterId === null;
}
