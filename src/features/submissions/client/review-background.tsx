import { Link } from '@tanstack/react-router';
import { formatDate } from '#kernel/time.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { showToast } from '#ui/toast.ts';
import type { ReviewedSubmission } from '../submissions.contract.ts';
import { statusLabel } from '../submissions.rules.ts';

/** Differences from the rejected submission that this one corrects. */
export function Differences({ earlier }: { earlier: NonNullable<ReviewedSubmission['earlier']> }) {
  return (
    <Card title="Changes since the rejected submission">
      <p className="text-muted wrap-anywhere">
        {earlier.decidedAt && `Rejected on ${formatDate(earlier.decidedAt)}: `}
        {earlier.reason}{' '}
        <Link to="/admin-review/$id" params={{ id: earlier.id }} className="underline">
          Open the rejected submission
        </Link>
      </p>
      {earlier.differences.length === 0 && <p className="mt-3">No fields changed. Check the documents.</p>}
      <dl className="mt-3 grid gap-3">
        {earlier.differences.map(({ field, before, after }) => (
          <div key={field}>
            <dt className="text-sm text-muted">{field}</dt>
            <dd className="wrap-anywhere">
              <del className="text-muted">{before || 'Nothing'}</del> → <ins>{after || 'Nothing'}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The owner, and their other properties and submissions. */
export function OwnerCard({ submission: { owner, otherProperties } }: { submission: ReviewedSubmission }) {
  return (
    <Card title="Owner">
      <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
        {owner.name}
        {owner.isVerified ? (
          <Badge tone="success">Identity verified</Badge>
        ) : (
          <Badge tone={owner.verificationMissing ? 'warning' : 'neutral'}>Identity not verified</Badge>
        )}
      </p>
      <p className="text-sm text-muted wrap-anywhere">{owner.email}</p>
      <h3 className="mt-4 font-semibold">Other properties</h3>
      {otherProperties.length === 0 && <p className="text-muted">None.</p>}
      <ul className="grid gap-1">
        {otherProperties.map(({ id, name, location, status }) => (
          <li key={id} className="wrap-anywhere">
            <Link to="/property/$id" params={{ id: String(id) }} className="underline">
              {name}
            </Link>
            , {location} ({statusLabel[status].toLowerCase()})
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Changes since it was filed, the newest first. */
export function Changes({ changes }: Pick<ReviewedSubmission, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <Card title="Changes">
      <ol className="grid gap-2 text-[0.9375rem]">
        {changes.map(({ version, fields, by, at }) => (
          <li key={version} className="wrap-anywhere">
            {fields.join(', ')}
            <span className="block text-sm text-muted">
              {by ?? 'Virus scan'}, <time dateTime={at}>{formatDate(at)}</time>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** How it was decided. */
export function Decided({ submission }: { submission: ReviewedSubmission }) {
  const { status, reason, decidedBy, decidedAt, propertyId } = submission;
  return (
    <Card title="Decision">
      <p className="wrap-anywhere">
        {status === 'approved' ? 'Approved' : 'Rejected'} by {decidedBy}
        {decidedAt && ` on ${formatDate(decidedAt)}`}
        {reason && `: ${reason}`}
      </p>
      {propertyId !== null && (
        <Link to="/property/$id" params={{ id: String(propertyId) }} className="underline">
          Open the property
        </Link>
      )}
    </Card>
  );
}

/** Records the promised first contact with the owner of a wizard's submission. */
export function Contact({ submission: { id, contactedAt, owner } }: { submission: ReviewedSubmission }) {
  const { run, busy, errorText } = useCommand(trpc.submissions.recordContact.mutationOptions(), {
    onDone: () => showToast({ title: 'Contact recorded', description: `${owner.name} was contacted.` }),
  });
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
        Mark owner as contacted
      </Button>
      {errorText && <Alert tone="danger">{errorText}</Alert>}
    </>
  );
}
