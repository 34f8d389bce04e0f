import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { useState } from 'react';
import { isNotFound, messageOf } from '#platform/browser/errors.ts';
import { Alert } from '#ui/alert.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { partOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { SimpleFormVersions } from '../simple-form-versions.contract.ts';
import type { SubmittedProperty } from './property-received.tsx';
import { simpleFormOptions } from './simple-form-queries.ts';

const CorrectedProperty = partOnDemand(
  async () => (await import('./corrected-property.tsx')).CorrectedProperty,
  LoadingSimpleForm,
);

const PropertyReceived = partOnDemand(
  async () => (await import('./property-received.tsx')).PropertyReceived,
  LoadingSimpleForm,
);

/** The page on which an owner corrects a rejected property; `id` is null when the address names none. */
export function ResubmitPropertyScreen({ id }: { id: number | null }) {
  return (
    <div className="page-width py-6 sm:py-10">
      {id === null ? <NotYours /> : <LoadedSimpleForm key={id} id={id} />}
    </div>
  );
}

function LoadedSimpleForm({ id }: { id: number }) {
  const [received, setReceived] = useState<SubmittedProperty | null>(null);
  const { data, error, refetch, isFetching } = useQuery(simpleFormOptions(id));
  if (received) return <PropertyReceived property={received} />;
  if (isNotFound(error) || data?.ownedByViewer === false) return <NotYours />;
  if (data?.refusal != null) return <NotNow versions={data} refusal={data.refusal} />;
  if (data) {
    const { earlier, termsFrozen } = data;
    // Drafts are keyed by version and terms; a draft of another version is dropped.
    const version = `${id}.${earlier.length}.${termsFrozen}`;
    return <CorrectedProperty key={version} version={version} versions={data} onReceived={setReceived} />;
  }
  if (error) {
    return (
      <Card>
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    );
  }
  return <LoadingSimpleForm />;
}

function LoadingSimpleForm() {
  return (
    <SkeletonRegion label="Loading your submission">
      <Skeleton className="h-11 w-2/3" />
      <Skeleton className="mt-8 h-96" />
    </SkeletonRegion>
  );
}

function NotNow({ versions, refusal }: { versions: SimpleFormVersions; refusal: string }) {
  const { id, status, latest } = versions;
  const pending = status === 'pending';
  return (
    <>
      <PageHeader title="Correct and submit again" description={latest.submission.name} />
      <Alert
        title={pending ? 'It is in review' : 'It cannot be submitted again now'}
        action={
          <Link
            to="/property/$id"
            params={{ id: String(id) }}
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            See your property
          </Link>
        }
      >
        {pending ? 'There is nothing to correct now. We’ll notify you of the decision.' : refusal}
      </Alert>
    </>
  );
}

function NotYours() {
  return (
    <Card>
      <EmptyState
        icon={MapPinOff}
        title="Property not found"
        text="This property does not exist or is not yours."
        action={
          <Link to="/submit-property" className={buttonClass()}>
            Submit a property
          </Link>
        }
      />
    </Card>
  );
}
