import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { timeLeft } from '#platform/browser/moment.ts';
import { Badge } from '#ui/badge.tsx';
import { joinClasses } from '#ui/classes.ts';
import type { ApprovalRequest } from '../approvals.contract.ts';
import { waitingOptions } from './approval-queries.ts';

export interface RequestKind {
  /** The commands that may have been requested. */
  commands: readonly string[];
  /** Their subjects, as in the audit log. */
  subject: string;
}

/** The waiting request for one of these commands, where a second one would be refused. */
export function useWaitingRequest({ commands, subject }: RequestKind): ApprovalRequest | undefined {
  const { data } = useQuery(waitingOptions());
  return data?.items.find((one) => one.subject === subject && commands.includes(one.command));
}

/** The waiting request for one of these commands, with its admin; renders nothing when there is none. */
export function WaitingApproval({ className, ...requested }: RequestKind & { className?: string }) {
  const request = useWaitingRequest(requested);
  if (!request) return null;
  return (
    <p className={joinClasses('flex flex-wrap items-center gap-x-2 gap-y-1 text-sm', className)}>
      <Badge tone="warning">Awaiting approval</Badge>
      <span className="text-muted wrap-anywhere">
        Requested by {request.requestedBy.name}, {timeLeft(request.expiresAt)}.
      </span>
      <Link to="/admin-approvals" className="link-plain" aria-label={`Open the request: ${request.title}`}>
        Open request
      </Link>
    </p>
  );
}
