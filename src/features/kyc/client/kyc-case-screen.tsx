import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { fullName } from '#kernel/person.ts';
import { formatDate } from '#kernel/time.ts';
import { isMissingOrMalformed, messageOf } from '#platform/browser/errors.ts';
import { Card } from '#ui/card.tsx';
import { LoadedPage } from '#ui/loaded-page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { ReviewedApplication } from '../kyc.contract.ts';
import { DateOfBirthCheck } from './date-of-birth-check.tsx';
import { DecisionActions } from './decision-actions.tsx';
import { DocumentView } from './document-view.tsx';
import { reviewedOptions } from './kyc-queries.ts';
import { KycStatusBadge } from './kyc-status-badge.tsx';
import { RequestList } from './kyc-status-page.tsx';
import { decisionLabel, documentTexts, stepTexts } from './kyc-texts.ts';
import { ProvidedAnswers, providedAnswersOf } from './review-summary.tsx';

/** An application as a reviewer works on it. */
export function KycCaseScreen({ applicantId }: { applicantId: string }) {
  const query = useQuery(reviewedOptions(applicantId));
  return (
    <div className="page-width max-w-5xl py-6 sm:py-10">
      <LoadedPage
        query={query}
        title="Identity check"
        back={<ToQueue />}
        isMissing={isMissingOrMalformed(query.error)}
        missing={{
          title: 'Application not found',
          text: 'There is no such application, or the applicant withdrew it to make changes.',
        }}
        errorText={messageOf(query.error)}
      >
        {(application) => <Case application={application} />}
      </LoadedPage>
    </div>
  );
}

function ToQueue() {
  return (
    <Link to="/admin-kyc" className="link-plain inline-flex min-h-11 items-center gap-1.5 font-medium">
      <ArrowLeft size={16} aria-hidden="true" />
      All identity checks
    </Link>
  );
}

function Case({ application }: { application: ReviewedApplication }) {
  const { personal, submittedAt, email, status } = application;
  const providedAnswers = providedAnswersOf(application);
  return (
    <>
      <PageHeader
        title={fullName(personal)}
        description={`${email}${submittedAt ? ` · submitted on ${formatDate(submittedAt)}` : ''}`}
        badge={<KycStatusBadge status={status} />}
        back={<ToQueue />}
      />
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="grid content-start gap-6">
          <Card title={stepTexts[1].title}>
            <ProvidedAnswers items={providedAnswers[1]} />
            <DateOfBirthCheck applicantId={application.applicantId} />
          </Card>
          <Card title={stepTexts[2].title}>
            <ProvidedAnswers items={providedAnswers[2]} />
          </Card>
          <Card title={stepTexts[3].title}>
            <ProvidedAnswers items={providedAnswers[3]} />
          </Card>
        </div>
        <div className="grid content-start gap-6">
          <Card title="Documents">
            <div className="grid gap-5">
              {(['idDocument', 'proofOfAddress', 'incomeVerification'] as const).map((kind) => (
                <DocumentView
                  key={kind}
                  label={documentTexts[kind].label}
                  file={application.documents[kind]}
                />
              ))}
            </div>
          </Card>
          {/* A server of the version before does not send it. */}
          {(application.sameNumber ?? []).length > 0 && <SameNumber application={application} />}
          <Card title="Decision">
            <DecisionActions key={application.applicantId} application={application} />
          </Card>
          {application.decisions.length > 0 && <Decisions application={application} />}
        </div>
      </div>
    </>
  );
}

/** Shown before the decision: two accounts of one person are allowed, somebody else's number is not. */
function SameNumber({
  application: { sameNumber, moreWithSameNumber = 0 },
}: {
  application: ReviewedApplication;
}) {
  return (
    <Card title="Other accounts with this Social Security number">
      <p className="text-muted">
        Compare the documents before you approve. Once approved, these accounts count as one person and share
        one investing limit.
      </p>
      <ul className="mt-4 grid gap-4">
        {sameNumber.map(({ applicantId, name, email, status }) => (
          <li key={applicantId} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              <Link to="/admin-kyc/$id" params={{ id: applicantId }} className="underline">
                {name}
              </Link>
              <span className="block text-sm text-muted">{email}</span>
            </span>
            <KycStatusBadge status={status} />
          </li>
        ))}
      </ul>
      {moreWithSameNumber > 0 && (
        <p className="mt-4 text-muted">And {moreWithSameNumber.toLocaleString('en-US')} more.</p>
      )}
    </Card>
  );
}

function Decisions({ application: { decisions } }: { application: ReviewedApplication }) {
  return (
    <Card title="Earlier decisions">
      <ol className="grid gap-5">
        {decisions.map(({ id, decision, at, reviewer, reason, requests }) => (
          <li key={id} className="border-t border-line pt-4 first:border-t-0 first:pt-0">
            <p className="font-semibold">{decisionLabel[decision]}</p>
            <p className="text-sm text-muted">
              <time dateTime={at}>{formatDate(at)}</time> by {reviewer}
            </p>
            {reason && <p className="mt-2 whitespace-pre-line wrap-anywhere">{reason}</p>}
            {requests.length > 0 && (
              <div className="mt-2">
                <RequestList requests={requests} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
