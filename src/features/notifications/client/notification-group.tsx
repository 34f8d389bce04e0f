import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { formatUsdExact } from '#kernel/money.ts';
import { quarterName } from '#kernel/months.ts';
import { counted } from '#kernel/plural.ts';
import { joinClasses } from '#ui/classes.ts';
import type { Notification, NotificationType } from '../notifications.contract.ts';
import { joinedTitles, payoutTotal } from '../notifications.rules.ts';
import { NewBadge, TypeIcon } from './notification-item.tsx';

const nouns: Record<NotificationType, string> = {
  distribution: 'distributions',
  governance: 'voting updates',
  property: 'property updates',
  achievement: 'achievements',
  system: 'account updates',
};

export interface NotificationGroupProps {
  items: readonly Notification[];
  /** More of the group may be on the next page, so that nothing is counted. */
  continues: boolean;
  children: ReactNode;
}

/** "7 properties paid you $1,397.37 for Q3 2026", "3 property updates". */
function titleOf({ items, continues }: Omit<NotificationGroupProps, 'children'>): string {
  const total = payoutTotal(items);
  if (total === null) {
    const noun = nouns[items[0]?.type ?? 'system'];
    return continues ? `Several ${noun}` : `${items.length} ${noun}`;
  }
  const quarter = quarterName(total.quarter);
  return continues
    ? `Distributions for ${quarter}`
    : `${counted(items.length, 'property', 'properties')} paid you ${formatUsdExact(total.totalCents)} for ${quarter}`;
}

/** Notifications of one type and day as one line that opens. */
export function NotificationGroup({ items, continues, children }: NotificationGroupProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [newest] = items;
  if (!newest) return null;
  const unread = items.filter(({ read }) => !read).length;
  const titles = joinedTitles(items);
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-start gap-x-3 px-4 py-3 text-start text-[0.9375rem] -outline-offset-4 hover:bg-quiet-soft/50 sm:px-6"
      >
        <TypeIcon type={newest.type} read={unread === 0} />
        <span className="min-w-0 grow">
          <span className={unread > 0 ? 'font-semibold' : 'font-medium'}>
            {titleOf({ items, continues })}
          </span>
          {unread > 0 && <NewBadge>{`${unread} new`}</NewBadge>}
          {newest.payout === null && (
            <span className="block truncate text-sm leading-6 text-muted">{titles}</span>
          )}
        </span>
        <ChevronDown
          size={20}
          aria-hidden="true"
          className={joinClasses('shrink-0 transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <ul id={id} hidden={!isOpen} className="divide-y divide-line border-t border-line bg-paper/60 ps-4">
        {children}
      </ul>
    </li>
  );
}
