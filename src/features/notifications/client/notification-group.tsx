import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { dayInWords } from '#platform/browser/moment.ts';
import { Badge } from '#ui/badge.tsx';
import { joinClasses } from '#ui/classes.ts';
import type { Notification, NotificationType } from '../notifications.contract.ts';

const nouns: Record<NotificationType, string> = {
  distribution: 'distributions',
  governance: 'voting updates',
  property: 'property updates',
  achievement: 'achievements',
  system: 'account updates',
};

/** Notifications of one type and day as one line that opens: "3 property updates today". */
export function NotificationGroup({
  items,
  children,
}: {
  items: readonly Notification[];
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [newest] = items;
  if (!newest) return null;
  const unread = items.filter(({ read }) => !read).length;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-14 w-full items-center gap-x-2.5 px-4 py-4 text-start -outline-offset-4 hover:bg-quiet-soft/40 sm:px-6"
      >
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 font-semibold">
            {items.length} {nouns[newest.type]} {dayInWords(newest.date)}
            {unread > 0 && (
              <Badge tone="success" icon={false}>
                {unread} new
              </Badge>
            )}
          </span>
          {!isOpen && (
            <span className="mt-0.5 block truncate text-sm text-muted">
              {[...new Set(items.map(({ title }) => title))].join(', ')}
            </span>
          )}
        </span>
        <ChevronDown
          size={20}
          aria-hidden="true"
          className={joinClasses('shrink-0 transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <ul id={id} hidden={!isOpen} className="divide-y divide-line border-t border-line">
        {children}
      </ul>
    </li>
  );
}
