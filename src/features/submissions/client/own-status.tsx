import { Link } from '@tanstack/react-router';
import { formatDate } from '#kernel/time.ts';
import { Alert } from '#ui/alert.tsx';
import { buttonClass } from '#ui/button.tsx';
import type { OwnSubmission } from '../submissions.contract.ts';
import { isLate, promisedNext } from '../submissions.rules.ts';

/** The next step, with its day. */
export function OwnStatus({ submission }: { submission: OwnSubmission }) {
  if (submission.status === 'approved') return <Approved submission={submission} />;
  if (submission.status === 'rejected') return <Rejected submission={submission} />;
  if (submission.pausedAt !== null) {
    return (
      <Alert tone="warning" title="A reviewer has a question">
        The review is on hold until you answer, then resumes with the remaining time.
      </Alert>
    );
  }
  return <InReview submission={submission} />;
}

const verbs = { answer: 'answer', contact: 'contact you', proposal: 'send you our proposal' } as const;

function InReview({ submission }: { submission: OwnSubmission }) {
  const { respondBy, proposalBy, submittedAt } = submission;
  const late = isLate({ ...submission, respondBy: new Date(respondBy), pausedAt: null }, new Date());
  const next = promisedNext(submission);
  const verb = verbs[next];
  return (
    <Alert
      tone={late ? 'warning' : 'neutral'}
      title={
        late
          ? `We promised to ${verb} by ${formatDate(respondBy)} and are late`
          : `We will ${verb} by ${formatDate(respondBy)}`
      }
    >
      {late && 'We are sorry for the delay. '}
      Submitted on {formatDate(submittedAt)}.
      {next === 'contact' && proposalBy && ` You will have our proposal by ${formatDate(proposalBy)}.`}
    </Alert>
  );
}

function Approved({ submission: { decidedAt, propertyId } }: { submission: OwnSubmission }) {
  return (
    <Alert
      tone="success"
      title={`Approved on ${formatDate(decidedAt ?? '')}`}
      action={
        propertyId !== null && (
          <Link
            to="/property/$id"
            params={{ id: String(propertyId) }}
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            See your property
          </Link>
        )
      }
    >
      It went on the market. Its page shows whether shares can be bought now.
    </Alert>
  );
}

function Rejected({ submission }: { submission: OwnSubmission }) {
  const { decidedAt, reason } = submission;
  return (
    <Alert
      tone="danger"
      role="status"
      title={`Rejected on ${formatDate(decidedAt ?? '')}`}
      action={<NextTry submission={submission} />}
    >
      <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
    </Alert>
  );
}

function NextTry({ submission: { id, laterId, wayIn } }: { submission: OwnSubmission }) {
  const look = buttonClass({ variant: 'secondary', size: 'small' });
  if (laterId !== null) {
    return (
      <Link to="/owner-submit/$id" params={{ id: laterId }} className={look}>
        See the new submission
      </Link>
    );
  }
  return (
    <Link
      to={wayIn === 'quick' ? '/owner-submit' : '/owner-intake-wizard'}
      search={{ again: id }}
      className={look}
    >
      Start again
    </Link>
  );
}
