import { Snowflake } from 'lucide-react';
import { formatDate } from '#kernel/time.ts';
import { useUser } from '#platform/browser/session.ts';

/** Banner above the pages of a person whose account is frozen. */
export function FrozenBanner() {
  const { user } = useUser();
  if (!user?.frozen) return null;
  const { reason, since } = user.frozen;
  return (
    <aside aria-label="Your account" className="border-b border-negative/25 bg-negative-soft">
      <div className="page-width flex gap-2.5 py-3 text-sm">
        <Snowflake size={18} className="mt-0.5 shrink-0 text-negative" aria-hidden="true" />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            Your account has been frozen since {formatDate(since)}: {reason}
          </p>
          <p className="mt-1">
            You can see everything of your own, and distributions, sale proceeds and refunds still arrive. You
            cannot invest, trade, withdraw or vote. To have it unfrozen, contact support with what the reason
            asks for.
          </p>
        </div>
      </div>
    </aside>
  );
}
