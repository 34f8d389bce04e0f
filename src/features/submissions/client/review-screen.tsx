import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatUsdExact, percentText } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf, statusOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { joinClasses } from '#ui/classes.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { partOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { rememberFocus } from '#ui/return-focus.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { showToast } from '#ui/toast.ts';
import { type ReviewedSubmission, submissionPricePerShareCents } from '../submissions.contract.ts';
import { confirmedFigures, minimumOrderOf, sharesOf, wayInLabel } from '../submissions.rules.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import { canBeShown } from './document-address.ts';
import { PromisedDay, ReviewStatus } from './review-badges.tsx';
import { ReviewChecklist } from './review-checklist.tsx';
import { ReviewDocuments } from './review-documents.tsx';
import { Changes, Differences, OwnerCard, ReviewFacts } from './review-facts.tsx';
import { reviewedOptions } from './review-queries.ts';

const ShownDocument = partOnDemand(
  async () => (await import('./shown-document.tsx')).ShownDocument,
  () => <Skeleton className="h-72 rounded-box" />,
);
const ReviewThread = partOnDemand(
  async () => (await import('./review-thread.tsx')).ReviewThread,
  () => <Skeleton className="h-72 rounded-box" />,
);

/** A submission as a reviewer works on it. */
export function ReviewScreen({ submissionId }: { submissionId: string }) {
  const { data, error, isFetching, refetch } = useQuery(reviewedOptions(submissionId));
  return (
    <div className="page-width py-8 sm:py-12">
      {data ? (
        <Submission submission={data} />
      ) : error ? (
        <NoSubmission
          missing={statusOf(error) === 404 || statusOf(error) === 400}
          text={messageOf(error)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Spinner centered />
      )}
    </div>
  );
}

function ToQueue() {
  return (
    <Link to="/admin-review" className="inline-flex min-h-6 items-center gap-1.5 underline">
      <ArrowLeft size={16} aria-hidden="true" />
      All submissions
    </Link>
  );
}

function NoSubmission(props: { missing: boolean; text: string; retrying: boolean; onRetry: () => void }) {
  return (
    <>
      <PageHeader title={props.missing ? 'Submission not found' : 'Review Property'} back={<ToQueue />} />
      <Card>
        {props.missing ? (
          <p>No submission has this address.</p>
        ) : (
          <ErrorState text={props.text} onRetry={props.onRetry} retrying={props.retrying} />
        )}
      </Card>
    </>
  );
}

function Submission({ submission }: { submission: ReviewedSubmission }) {
  const { fields, owner, submittedAt, wayIn } = submission;
  return (
    <>
      <PageHeader
        title={fields.name}
        description={`${wayInLabel[wayIn]} of ${owner.name}, submitted on ${formatDate(submittedAt)}`}
        badge={<ReviewStatus status={submission.status} />}
        back={<ToQueue />}
      />
      <Desk submission={submission} />
    </>
  );
}

const block = 'grid min-w-0 content-start gap-6';

/**
 * The parts of the page in two columns. A chosen document takes the right one, beside what is confirmed by it; the
 * blocks move by their classes alone, so that nothing typed in them is lost.
 */
function Desk({ submission }: { submission: ReviewedSubmission }) {
  const [shownId, setShownId] = useState<string | null>(null);
  const [opened, setOpened] = useState(0);
  const giveBackFocus = useRef<() => void>(undefined);
  const { documents, earlier } = submission;
  const isShown = documents.some((one) => one.id === shownId && canBeShown(one));

  function open(documentId: string) {
    giveBackFocus.current = rememberFocus();
    setShownId(documentId);
    setOpened(opened + 1);
  }

  function close() {
    // The button that opened it is where it was before once the columns are.
    flushSync(() => setShownId(null));
    giveBackFocus.current?.();
  }

  return (
    <div
      className={joinClasses(
        'grid gap-6 lg:grid-cols-2',
        isShown ? 'lg:grid-rows-[auto_auto_1fr]' : 'lg:grid-rows-[auto_1fr]',
      )}
    >
      <div className={joinClasses(block, 'lg:col-start-1 lg:row-start-1')}>
        <Decision submission={submission} />
        {earlier && <Differences earlier={earlier} />}
      </div>
      {isShown && shownId !== null && (
        <div className="min-w-0 lg:col-start-2 lg:row-span-3 lg:row-start-1">
          <ShownDocument {...{ documents, shownId, opened }} onShow={setShownId} onClose={close} />
        </div>
      )}
      <div className={joinClasses(block, 'lg:col-start-1 lg:row-start-2')}>
        <ReviewChecklist submission={submission} shownId={isShown ? shownId : null} />
        <ReviewFacts submission={submission} />
      </div>
      <div
        className={joinClasses(
          block,
          isShown ? 'lg:col-start-1 lg:row-start-3' : 'lg:col-start-2 lg:row-span-2 lg:row-start-1',
        )}
      >
        <ReviewDocuments submission={submission} onShow={open} />
        <ReviewThread submission={submission} />
        <OwnerCard submission={submission} />
        <Changes changes={submission.changes} />
      </div>
    </div>
  );
}

function Decision({ submission }: { submission: ReviewedSubmission }) {
  const { id, version, fields, owner, status, mayDecide, missing, reason, decidedBy, decidedAt } = submission;
  if (status !== 'pending') {
    return (
      <Card title="Decision">
        <p className="wrap-anywhere">
          {status === 'approved' ? 'Approved' : 'Rejected'} by {decidedBy}
          {decidedAt && ` on ${formatDate(decidedAt)}`}
          {reason && `: ${reason}`}
        </p>
        {submission.propertyId !== null && (
          <Link to="/property/$id" params={{ id: String(submission.propertyId) }} className="underline">
            Open the property
          </Link>
        )}
      </Card>
    );
  }
  return (
    <Card title="Decision">
      <p className="flex flex-wrap items-center gap-2">
        Answer by <PromisedDay {...submission} />
      </p>
      {!mayDecide && <p className="mt-3">This is your own submission. Someone else has to review it.</p>}
      {mayDecide && owner.verificationMissing && (
        <Alert tone="warning" title="The owner is not verified" className="mt-3">
          Approval waits until {owner.name} has a verified identity.
        </Alert>
      )}
      {mayDecide && (
        <div className="mt-4 grid gap-3">
          <DecisionButtons
            submission={{ id, version, name: fields.name, ownerName: owner.name }}
            figures={missing.length === 0 ? listedFigures(submission) : []}
          />
          <Contact submission={submission} />
        </div>
      )}
    </Card>
  );
}

/** What will be listed, by the confirmed figures. */
function listedFigures({ confirmations }: ReviewedSubmission): { term: string; value: string }[] {
  const figures = confirmedFigures(confirmations.map(({ value }) => value));
  const shares = sharesOf(figures);
  const order = minimumOrderOf(figures.terms.minimumInvestmentCents, shares);
  return [
    { term: 'Valuation', value: formatUsdExact(figures.valuationCents) },
    {
      term: 'Shares',
      value: `${shares.toLocaleString('en-US')} at ${formatUsdExact(submissionPricePerShareCents)}`,
    },
    { term: 'Annual yield', value: `${percentText(figures.annualYieldBps)}%` },
    { term: 'Minimum order', value: `${order} ${order === 1 ? 'share' : 'shares'}` },
    { term: 'Funding days', value: String(figures.terms.fundingDays) },
    { term: 'Mortgage and other debt', value: formatUsdExact(figures.terms.mortgageCents) },
    { term: 'Repaid from the proceeds', value: formatUsdExact(figures.terms.repaymentCents) },
  ];
}

/** Records the promised first contact with the owner of a wizard's submission. */
function Contact({ submission: { id, wayIn, contactedAt, owner } }: { submission: ReviewedSubmission }) {
  const { run, busy, errorText } = useCommand(trpc.submissions.recordContact.mutationOptions(), {
    onDone: () => showToast({ title: 'Contact recorded', description: `${owner.name} was contacted.` }),
  });
  if (wayIn !== 'wizard') return null;
  if (contactedAt !== null)
    return <p className="text-sm text-muted">Owner contacted on {formatDate(contactedAt)}.</p>;
  return (
    <>
      <Button
        variant="secondary"
        className="justify-self-start"
        busy={busy}
        onClick={() => void run({ submissionId: id })}
      >
        Owner was contacted
      </Button>
      {errorText && <Alert tone="danger">{errorText}</Alert>}
    </>
  );
}
