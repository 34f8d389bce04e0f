import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, Clock, FileQuestion, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { InvestingLimits } from '#features/investing/investing.contract.ts';
import { formatUsd } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { type Tone, toneClasses } from '#ui/tone.ts';
import type { KycApplication } from '../kyc.contract.ts';
import type { KycStep } from '../kyc.rules.ts';
import { applicationOptions } from './kyc-queries.ts';

interface StatusPageProps {
  application: KycApplication;
  onStep: (step: KycStep | null) => void;
}

/** State of an application, and the next step. */
export function KycStatusPage(props: StatusPageProps) {
  switch (props.application.status) {
    case 'approved':
      return <Approved />;
    case 'rejected':
      return <Rejected {...props} />;
    case 'requires_additional_info':
      return <MoreNeeded {...props} />;
    default:
      return <UnderReview {...props} />;
  }
}

interface NoticeProps {
  icon: LucideIcon;
  tone: Tone;
  title: string;
  actions: ReactNode;
  children: ReactNode;
}

function Notice({ icon: Icon, tone, title, actions, children }: NoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return (
    <Card as="div">
      <span className={`mb-4 grid size-14 place-items-center rounded-full border ${toneClasses[tone]}`}>
        <Icon size={26} aria-hidden="true" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        {title}
      </h2>
      <div className="prose-width mt-3 grid gap-4">{children}</div>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:flex-wrap">{actions}</div>
    </Card>
  );
}

function ToDashboard() {
  return (
    <Link to="/dashboard" className={buttonClass({ variant: 'secondary' })}>
      Return to dashboard
    </Link>
  );
}

/** The limits on investing, in words; empty without limits. */
function limitsText({ monthly, annual }: InvestingLimits): string {
  const parts = [
    monthly && `up to ${formatUsd(monthly.limitCents)} per calendar month`,
    annual && `up to ${formatUsd(annual.limitCents)} per calendar year`,
  ];
  return parts.filter(Boolean).join(' and ');
}

function Approved() {
  const { data } = useQuery(trpc.investing.limits.queryOptions());
  const limits = data ? limitsText(data) : '';
  return (
    <Notice
      icon={CircleCheck}
      tone="success"
      title="Your identity is verified"
      actions={
        <>
          <Link to="/investor-marketplace" className={buttonClass()}>
            Start Investing
          </Link>
          <ToDashboard />
        </>
      }
    >
      <p>You are ready to invest{limits === '' ? '' : `: ${limits}`}.</p>
    </Notice>
  );
}

function UnderReview({ application }: StatusPageProps) {
  return (
    <Notice
      icon={Clock}
      tone="accent"
      title="Your verification is under review"
      actions={
        <>
          <ToDashboard />
          <Link to="/investor-marketplace" className={buttonClass({ variant: 'quiet' })}>
            Browse properties
          </Link>
        </>
      }
    >
      <p>You'll be notified within 1-3 business days.</p>
      <div>
        <p className="font-semibold">What happens next</p>
        <ul className="mt-1.5 list-disc ps-5">
          <li>A reviewer compares your documents with your answers.</li>
          <li>You’ll be notified as soon as there is a decision, or if something is missing.</li>
          <li>You cannot edit your application while it is under review.</li>
        </ul>
      </div>
      {application.submittedAt && (
        <p className="text-sm text-muted">Submitted on {formatDate(application.submittedAt)}.</p>
      )}
    </Notice>
  );
}

function MoreNeeded({ application, onStep }: StatusPageProps) {
  return (
    <Notice
      icon={FileQuestion}
      tone="warning"
      title="We need more information"
      actions={
        <>
          <Button onClick={() => onStep(4)}>Update your application</Button>
          <ToDashboard />
        </>
      }
    >
      <p>The reviewer asked for the following:</p>
      <RequestList requests={application.requests} />
      <p>
        Everything you have entered is still there. Add what is missing, submit it again, and it is reviewed
        within 1 to 3 business days.
      </p>
    </Notice>
  );
}

export function RequestList({ requests }: { requests: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-1 ps-5 font-medium wrap-anywhere">
      {[...new Set(requests)].map((request) => (
        <li key={request}>{request}</li>
      ))}
    </ul>
  );
}

function Rejected({ application, onStep }: StatusPageProps) {
  const queryClient = useQueryClient();
  const { run, busy, errorText } = useCommand(trpc.kyc.startAgain.mutationOptions(), {
    onDone(restarted) {
      queryClient.setQueryData(applicationOptions().queryKey, restarted);
      onStep(1);
    },
  });
  return (
    <Notice
      icon={CircleX}
      tone="danger"
      title="Your identity could not be verified"
      actions={
        <>
          <Button busy={busy} busyText="Opening" onClick={() => void run()}>
            Correct and try again
          </Button>
          <ToDashboard />
        </>
      }
    >
      {application.reason && (
        <div>
          <p className="font-semibold">The reviewer’s reason</p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{application.reason}</p>
        </div>
      )}
      <p>
        You can correct your application and submit it again. What you entered is still there. This does not
        affect your shares, your cash or what they earn.
      </p>
      {errorText && <Alert tone="danger">{errorText}</Alert>}
    </Notice>
  );
}
