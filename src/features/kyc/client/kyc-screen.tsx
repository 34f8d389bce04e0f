import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import type { CurrentUser } from '#platform/browser/session.ts';
import { Alert } from '#ui/alert.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { partOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { KycApplication } from '../kyc.contract.ts';
import type { KycStep } from '../kyc.rules.ts';
import { applicationOptions } from './kyc-queries.ts';
import { KycStatusBadge } from './kyc-status-badge.tsx';
import { KycStatusPage } from './kyc-status-page.tsx';

const KycWizard = partOnDemand(async () => (await import('./kyc-wizard.tsx')).KycWizard, WizardSkeleton);

interface KycScreenProps {
  user: CurrentUser;
  /** The step that the address asks for. */
  step: KycStep | null;
  /** Goes to another step, or with null to the state of the application. */
  onStep: (step: KycStep | null) => void;
}

/** The wizard, or the status page that replaces it. */
export function KycScreen(props: KycScreenProps) {
  const { data, error, isFetching, refetch } = useQuery(applicationOptions());
  const isWizard = data === undefined || isFilledIn(data, props.step);
  return (
    <div className="page-width max-w-3xl py-6 sm:py-10">
      <PageHeader
        title="Identity verification"
        description={
          isWizard &&
          'The law requires us to verify investors. Four short steps, reviewed by a person in 1 to 3 business days.'
        }
        badge={data && <KycStatusBadge status={data.status} />}
        className="mb-6"
      />
      {data && <ApplicationState {...props} application={data} />}
      {!data && error && (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!data && !error && <WizardSkeleton />}
    </div>
  );
}

/**
 * For an application that needs more information, the status page lists the requests until the person goes to a step.
 */
function isFilledIn({ status }: KycApplication, step: KycStep | null): boolean {
  if (status === 'requires_additional_info') return step !== null;
  return status === 'not_started' || status === 'in_progress';
}

function ApplicationState(props: KycScreenProps & { application: KycApplication }) {
  const { application, step, onStep } = props;
  const filling = isFilledIn(application, step);
  const wasFilling = useRef(filling);
  const [submitting, setSubmitting] = useState(false);
  wasFilling.current ||= filling;
  // A step of the closed form would open it again, in place of the requests, when the reviewer asks for more.
  const isOver = application.status === 'under_review' && step !== null && !submitting;
  useEffect(() => {
    if (isOver) onStep(null);
  }, [isOver, onStep]);
  const elsewhere = application.status === 'under_review' && wasFilling.current && !submitting;
  return (
    <>
      {elsewhere && (
        <Alert className="mb-6">
          Your application was submitted in another tab or on another device, so the form is closed here.
        </Alert>
      )}
      {filling ? <KycWizard {...props} onSubmitting={setSubmitting} /> : <KycStatusPage {...props} />}
    </>
  );
}

function WizardSkeleton() {
  return (
    <SkeletonRegion label="Loading the form" className="grid gap-6">
      <Skeleton className="h-9" />
      <Skeleton className="h-120" />
    </SkeletonRegion>
  );
}
