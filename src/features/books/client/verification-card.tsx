import { Link } from '@tanstack/react-router';
import { counted, plural } from '#kernel/plural.ts';
import { formatMoment, timeAgo } from '#platform/browser/moment.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { QuietDetails } from '#ui/quiet-details.tsx';
import { showToast } from '#ui/toast.ts';
import type { BooksOverview, Verification } from '../books.contract.ts';
import { auditSubjectOf } from '../books.rules.ts';

/** The last verification of all invariants, drift first, and the way to another one. */
export function VerificationCard({ books }: { books: BooksOverview }) {
  const { last, isVerifying, everyHours, history } = books;
  const request = useCommand(trpc.books.requestVerification.mutationOptions(), {
    onDone: () =>
      showToast({ title: 'Verification started', description: 'The result appears here when it is done.' }),
  });
  return (
    <Card
      title="Verification"
      description={
        everyHours === 0
          ? 'This server verifies the books only on request.'
          : `Every ${plural(everyHours, 'hour', `${everyHours} hours`)}, and when an admin asks for it.`
      }
      className="mb-6"
      actions={
        <Button
          variant="secondary"
          busy={request.busy || isVerifying}
          busyText="Verifying"
          onClick={() => void request.run({})}
        >
          Verify now
        </Button>
      }
    >
      {request.errorText && (
        <Alert tone="danger" className="mb-4">
          {request.errorText}
        </Alert>
      )}
      {last ? <Result last={last} /> : <p className="text-muted">The books have not been verified yet.</p>}
      {history.length > 1 && <Earlier history={history.slice(1)} />}
    </Card>
  );
}

type LastVerification = NonNullable<BooksOverview['last']>;

function Result({ last }: { last: LastVerification }) {
  const when = `${formatMoment(last.finishedAt)}, ${timeAgo(last.finishedAt)}`;
  const by = last.requestedBy ? `requested by ${last.requestedBy}` : 'scheduled';
  const warnings = last.drift.filter(({ warning }) => warning);
  const broken = last.drift.filter(({ warning }) => !warning);
  return (
    <>
      {last.broken === 0 ? (
        <Alert tone="success" title={`Zero drift: ${last.invariants} invariants hold.`}>
          Verified on {when}, {by}.
        </Alert>
      ) : (
        <Alert tone="danger" title={`Drift: ${last.broken} of ${last.invariants} invariants do not hold.`}>
          <p>
            Verified on {when}, {by}. Stop everything that moves money until you know the cause.
          </p>
          <Drifts drift={broken} />
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert tone="warning" title="Needs attention" className="mt-4">
          <Drifts drift={warnings} />
        </Alert>
      )}
      <p className="mt-3 text-sm">
        <Link to="/admin-audit" search={{ subject: `verification:${last.id}` }} className="link-plain">
          View in the audit log
        </Link>
      </p>
    </>
  );
}

function Drifts({ drift }: { drift: LastVerification['drift'] }) {
  return (
    <ul className="mt-2 grid gap-3">
      {drift.map(({ invariant, drifted, drifts }) => (
        <li key={invariant}>
          <p className="font-semibold wrap-anywhere">
            {invariant}: {counted(drifted, 'violation')}
          </p>
          <ul className="mt-1 grid gap-1 text-sm">
            {drifts.map(({ subject, detail }) => (
              <li key={`${subject} ${detail}`} className="wrap-anywhere">
                <DriftSubject subject={subject} />: {detail}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function DriftSubject({ subject }: { subject: string }) {
  const audited = auditSubjectOf(subject);
  if (audited === null) return subject;
  return (
    <Link to="/admin-audit" search={{ subject: audited }} className="link-plain">
      {subject}
    </Link>
  );
}

function Earlier({ history }: { history: readonly Verification[] }) {
  return (
    <QuietDetails summary="Earlier verifications" className="mt-3">
      <ul className="grid gap-1">
        {history.map(({ id, finishedAt, broken, requestedBy }) => (
          <li key={id} className={broken === 0 ? undefined : 'font-semibold text-negative'}>
            {formatMoment(finishedAt)}: {broken === 0 ? 'zero drift' : `${broken} invariants did not hold`}
            {requestedBy ? `, requested by ${requestedBy}` : ''}
          </li>
        ))}
      </ul>
    </QuietDetails>
  );
}
