import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { counted } from '#kernel/plural.ts';
import { settingOptions } from './approval-queries.ts';

/** Number of admins needed on this server, and number of waiting requests. */
export function ApprovalSummary({ className }: { className?: string }) {
  const { data } = useQuery(settingOptions());
  if (!data) return null;
  const { admins, waiting } = data;
  const rule =
    admins === 2
      ? 'This server requires two admins for anything that moves money or changes permissions.'
      : 'On this server, one admin alone can move money and grant the admin role.';
  const count = `${counted(waiting, 'request is', 'requests are')} waiting.`;
  return (
    <p className={className}>
      {rule}{' '}
      <Link to="/admin-approvals" className="link-plain">
        {waiting === 0 ? 'No requests are waiting.' : count}
      </Link>
    </p>
  );
}
