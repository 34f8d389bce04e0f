import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { timeLeft } from '#platform/browser/moment.ts';
import { Badge } from '#ui/badge.tsx';
import { joinClasses } from '#ui/classes.ts';
import { waitingOptions } from './approval-queries.ts';

interface WaitingApprovalProps {
  /** The commands that may have been requested. */
  commands: readonly string[];
  /** Their subjects, as in the audit log. */
  subject: string;
  className?: string;
}

/** The waiting request for one of these commands, with its admin; renders nothing when there is none. */
export function WaitingApproval({ commands, subject, className }: WaitingApprovalProps) {
  const { data } = useQuery(waitingOptions());
  const request = data?.items.find((one) => one.subject === subject && commands.includes(one.command));
  if (!request) return null;
  return (
    <p className={joinClasses('flex flex-wrap items-center gap-x-2 gap-y-1 text-sm', className)}>
      <Badge tone="warning">Waiting for approval</Badge>
      <span className="text-muted wrap-anywhere">
        Requested by {request.requestedBy.name}, {timeLeft(request.expiresAt)}.
      </span>
      <Link to="/admin-approvals" className="link-plain" aria-label={`Open the request: ${request.title}`}>
        Open request
      </Link>
    </p>
  );
}
