import { formatMoment, timeLeft } from '#platform/browser/moment.ts';
import { useUser } from '#platform/browser/session.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { QuietDetails } from '#ui/quiet-details.tsx';
import type { ApprovalRequest } from '../approvals.contract.ts';
import { fieldName } from '../approvals.rules.ts';
import type { Decision } from './approval-dialogs.tsx';

const stateBadge = {
  waiting: { tone: 'warning', label: 'Waiting' },
  executed: { tone: 'success', label: 'Approved' },
  declined: { tone: 'danger', label: 'Declined' },
  withdrawn: { tone: 'neutral', label: 'Withdrawn' },
  objected: { tone: 'danger', label: 'Objected to' },
  expired: { tone: 'neutral', label: 'Expired' },
} as const;

interface RequestCardProps {
  request: ApprovalRequest;
  onDecide: (decision: Decision) => void;
}

/** A request: command, subject, reason, admin and outcome. */
export function RequestCard({ request, onDecide }: RequestCardProps) {
  const { title, facts, path, reason, requestedBy, requestedAt, expiresAt, state } = request;
  const { tone, label } = stateBadge[state];
  const isWaiting = state === 'waiting';
  return (
    <Card
      as="li"
      title={title}
      description={`${requestedBy.name} asked on ${formatMoment(requestedAt)}${isWaiting ? ` · ${timeLeft(expiresAt)}` : ''}`}
      actions={<Badge tone={tone}>{label}</Badge>}
    >
      <p className="wrap-anywhere">
        <span className="text-muted">Reason: </span>
        {reason}
      </p>
      <DescriptionList
        className="text-values mt-2 max-w-2xl"
        items={facts.map(({ label: term, value }) => ({ term, value }))}
      />
      <Outcome request={request} />
      <ExactInput request={request} />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2">
        <a href={path} className="link-plain inline-flex min-h-11 items-center" aria-label={`View: ${title}`}>
          View
        </a>
        {isWaiting && <Decisions request={request} onDecide={onDecide} />}
      </div>
    </Card>
  );
}

function Decisions({ request, onDecide }: RequestCardProps) {
  const isOwn = useUser().user?.id === request.requestedBy.id;
  const labelOf = (action: string) => `${action}: ${request.title}`;
  if (isOwn) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <span className="text-sm text-muted">Another admin has to approve it.</span>
        <Button variant="secondary" aria-label={labelOf('Withdraw')} onClick={() => onDecide('withdraw')}>
          Withdraw
        </Button>
      </div>
    );
  }
  const { executableAt } = request;
  const isTooEarly = executableAt !== null && Date.parse(executableAt) > Date.now();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isTooEarly && (
        <span className="text-sm text-muted">
          The person can object until {formatMoment(executableAt)}. Approve it after that.
        </span>
      )}
      <Button variant="secondary" aria-label={labelOf('Decline')} onClick={() => onDecide('decline')}>
        Decline
      </Button>
      {!isTooEarly && (
        <Button aria-label={labelOf('Approve')} onClick={() => onDecide('approve')}>
          Approve
        </Button>
      )}
    </div>
  );
}

function Outcome({ request: { state, decision, expiresAt } }: { request: ApprovalRequest }) {
  if (state === 'expired')
    return <p className="mt-2 text-sm text-muted">No one decided by {formatMoment(expiresAt)}.</p>;
  if (!decision) return null;
  return (
    <p className="mt-2 text-sm text-muted wrap-anywhere">
      {stateBadge[state].label} by {decision.by} on {formatMoment(decision.at)}
      {decision.reason && `. Reason: ${decision.reason}`}
    </p>
  );
}

/** The command and its input, field by field. */
function ExactInput({ request: { command, input } }: { request: ApprovalRequest }) {
  return (
    <QuietDetails summary="Show exact input" className="mt-3">
      <dl className="grid gap-1">
        {[{ field: 'command', value: command }, ...input].map(({ field, value }) => (
          <div key={field} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{fieldName(field)}:</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </QuietDetails>
  );
}
