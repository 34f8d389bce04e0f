import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDate } from '#kernel/time.ts';
import { isMissingOrMalformed, messageOf } from '#platform/browser/errors.ts';
import { Alert } from '#ui/alert.tsx';
import { Card } from '#ui/card.tsx';
import { joinClasses } from '#ui/classes.ts';
import { LoadedPage } from '#ui/loaded-page.tsx';
import { partOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { rememberFocus } from '#ui/return-focus.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast.ts';
import type { ReviewedSubmission } from '../submissions.contract.ts';
import { promisedNext, wayInLabel } from '../submissions.rules.ts';
import { DecisionButtons, DecisionDialog } from './decision-buttons.tsx';
import { canBeShown } from './document-address.ts';
import { listedFigures } from './listed-figures.ts';
import { PromisedDay, ReviewStatus } from './review-badges.tsx';
import { ReviewChecklist } from './review-checklist.tsx';
import { ReviewDocuments } from './review-documents.tsx';
import { reviewedOptions } from './review-queries.ts';
import { type DecisionKind, useDecision } from './use-decision.ts';

const ShownDocument = partOnDemand(
  async () => (await import('./shown-document.tsx')).ShownDocument,
  () => <Skeleton className="h-72 rounded-box" />,
);
const ReviewFacts = partOnDemand(
  async () => (await import('./review-facts.tsx')).ReviewFacts,
  () => <Skeleton className="h-96 rounded-box" />,
);
const ReviewThread = partOnDemand(
  async () => (await import('./review-thread.tsx')).ReviewThread,
  () => <Skeleton className="h-72 rounded-box" />,
);
const background = () => import('./review-background.tsx');
const Differences = partOnDemand(
  async () => (await background()).Differences,
  () => <Skeleton className="h-40 rounded-box" />,
);
const OwnerCard = partOnDemand(
  async () => (await background()).OwnerCard,
  () => <Skeleton className="h-40 rounded-box" />,
);
const Decided = partOnDemand(
  async () => (await background()).Decided,
  () => <Skeleton className="h-28 rounded-box" />,
);
const Contact = partOnDemand(
  async () => (await background()).Contact,
  () => <Skeleton className="h-11" />,
);
const Changes = partOnDemand(
  async () => (await background()).Changes,
  () => null,
);

/** A submission as a reviewer works on it. */
export function ReviewScreen({ submissionId }: { submissionId: string }) {
  const query = useQuery(reviewedOptions(submissionId));
  return (
    <div className="page-width py-6 sm:py-10">
      <LoadedPage
        query={query}
        title="Review property"
        back={<ToQueue />}
        isMissing={isMissingOrMalformed(query.error)}
        missing={{ title: 'Submission not found', text: 'This submission does not exist.' }}
        errorText={messageOf(query.error)}
      >
        {(submission) => <Submission submission={submission} />}
      </LoadedPage>
    </div>
  );
}

function ToQueue() {
  return (
    <Link to="/admin-review" className="link-plain inline-flex min-h-11 items-center gap-1.5 font-medium">
      <ArrowLeft size={16} aria-hidden="true" />
      All submissions
    </Link>
  );
}

/**
 * Lets a reviewer know who decided while they had the page open.
 * @returns notes that the reviewer knows it from the refusal of their own decision
 */
function useDecisionOfOthers({ status, fields, decidedBy, viewerDecided }: ReviewedSubmission) {
  const before = useRef(status);
  const isKnown = useRef(false);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    if (viewerDecided || isKnown.current || status === 'pending') return;
    const description = `${decidedBy} ${status} ${fields.name}.`;
    showToast({ title: 'Decided by another admin', description });
  }, [status, decidedBy, fields.name, viewerDecided]);
  return () => {
    isKnown.current = true;
  };
}

function Submission({ submission }: { submission: ReviewedSubmission }) {
  const { fields, owner, submittedAt, wayIn } = submission;
  return (
    <>
      <PageHeader
        title={fields.name}
        description={`${wayInLabel[wayIn]} by ${owner.name}, submitted on ${formatDate(submittedAt)}`}
        badge={<ReviewStatus status={submission.status} />}
        back={<ToQueue />}
      />
      <Desk submission={submission} />
    </>
  );
}

const block = 'grid min-w-0 content-start gap-6';

/**
 * The parts of the page in two columns. A chosen document takes the right one, beside the figures confirmed by it; the
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
  const { id, owner, status, mayDecide } = submission;
  const noteDecisionOfOthers = useDecisionOfOthers(submission);
  if (status !== 'pending') return <Decided submission={submission} />;
  return (
    <Card title="Decision">
      <p>
        <PromisedDay {...submission} />
      </p>
      {promisedNext(submission) === 'contact' && submission.proposalBy && (
        <p className="text-muted">
          Proposal by <time dateTime={submission.proposalBy}>{formatDate(submission.proposalBy)}</time>
        </p>
      )}
      {!mayDecide && <p className="mt-3">This is your own submission. Someone else has to review it.</p>}
      {mayDecide && owner.verificationMissing && (
        <Alert tone="warning" title="The owner is not verified" className="mt-3">
          You can approve it once {owner.name} has a verified identity.
        </Alert>
      )}
      {mayDecide && (
        <div className="mt-4 grid gap-3">
          <OwnDecision key={id} submission={submission} onAlreadyDecided={noteDecisionOfOthers} />
          {submission.wayIn === 'wizard' && <Contact submission={submission} />}
        </div>
      )}
    </Card>
  );
}

function OwnDecision({
  submission,
  onAlreadyDecided,
}: {
  submission: ReviewedSubmission;
  onAlreadyDecided: () => void;
}) {
  const { id, version, fields, owner } = submission;
  const decidable = { id, version, name: fields.name, ownerName: owner.name };
  const decision = useDecision(decidable, { onAlreadyDecided });
  const [asked, setAsked] = useState<DecisionKind | null>(null);
  return (
    <>
      <DecisionButtons name={fields.name} onAsk={setAsked} />
      {asked && (
        <DecisionDialog
          about={asked}
          submission={decidable}
          decision={decision}
          figures={listedFigures(submission, new Date())}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
