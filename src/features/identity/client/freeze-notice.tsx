import { Link } from '@tanstack/react-router';
import { Snowflake } from 'lucide-react';
import { formatDate } from '#kernel/time.ts';

/** What a freeze of the account means for its person, and how it ends. */
export function FreezeNotice({ reason, since }: { reason: string; since: string }) {
  return (
    <aside aria-label="Your account" className="no-print border-b border-negative/25 bg-negative-soft">
      <div className="page-width flex gap-2.5 py-3 text-sm">
        <Snowflake size={18} className="mt-0.5 shrink-0 text-negative" aria-hidden="true" />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            Your account has been frozen since {formatDate(since)}: {reason}
          </p>
          <p className="mt-1">
            You can still see everything you own, and distributions, sale proceeds and refunds still arrive.
            You cannot deposit, invest, trade, withdraw, vote, submit a property or change how you sign in,
            apart from your password. To have the account unfrozen,{' '}
            <Link to="/about/$page" params={{ page: 'contact' }} className="link-plain">
              contact us
            </Link>{' '}
            and send what the reason asks for.
          </p>
        </div>
      </div>
    </aside>
  );
}
