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
            You cannot deposit, invest, trade, withdraw or vote. To have it unfrozen, contact support with
            what the reason asks for.
          </p>
        </div>
      </div>
    </aside>
  );
}
