import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { joinClasses } from '#ui/classes.ts';
import { unreadCountOptions } from './notification-queries.ts';

const MAX_SHOWN_COUNT = 99;

/** Link to the notifications, with a red dot, or with the number of unread ones. */
export function NotificationBell({ className }: { className?: string }) {
  const { data } = useQuery(unreadCountOptions());
  const unread = data?.unread ?? 0;
  return (
    <Link
      to="/notifications"
      aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
      className={joinClasses(
        'relative grid size-11 shrink-0 place-items-center rounded-field hover:bg-quiet-soft',
        className,
      )}
    >
      <Bell size={20} aria-hidden="true" />
      {unread > 0 ? (
        <span
          aria-hidden="true"
          className="amount absolute end-0.5 top-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-error px-1 text-[0.6875rem] leading-none font-bold text-error-content"
        >
          {unread > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : unread}
        </span>
      ) : (
        <span
          aria-hidden="true"
          className="absolute end-2.5 top-2.5 size-2.5 rounded-full border-2 border-paper bg-error"
        />
      )}
    </Link>
  );
}
