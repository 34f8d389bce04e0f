import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { counted } from '#kernel/plural.ts';
import { settingOptions } from './approval-queries.ts';

/** Number of admins needed on this server, and number of waiting requests, with or without a link to them. */
export function ApprovalSummary({ linked = false, className }: { linked?: boolean; className?: string }) {
  const { data } = useQuery(settingOptions());
  if (!data) return null;
  const { admins, waiting } = data;
  const rule =
    admins === 2
      ? 'Anything that moves money or changes permissions takes two admins here.'
      : 'One admin alone can move money and grant the admin role here.';
  const count =
    waiting === 0 ? 'No requests are waiting.' : `${counted(waiting, 'request is', 'requests are')} waiting.`;
  return (
    <p className={className}>
      {rule}{' '}
      {linked ? (
        <Link to="/admin-approvals" className="link-plain">
          {count}
        </Link>
      ) : (
        <span className="whitespace-nowrap">{count}</span>
      )}
    </p>
  );
}
