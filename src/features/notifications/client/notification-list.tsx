import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BellOff } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { dayInWords, formatDay } from '#platform/browser/moment.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Notification } from '../notifications.contract.ts';
import { daysOf } from '../notifications.rules.ts';
import { NotificationGroup } from './notification-group.tsx';
import { NotificationItem } from './notification-item.tsx';
import { notificationsOptions } from './notification-queries.ts';
import { useNotificationActions } from './use-notifications.ts';

export function NotificationList() {
  const list = useInfiniteQuery(notificationsOptions());
  const { read, remove } = useNotificationActions();
  const navigate = useNavigate();
  const listRef = useRef<HTMLDivElement>(null);
  const focusNext = useFocusAfterChange(listRef);
  function act(notification: Notification) {
    read(notification);
    if (notification.actionUrl) void navigate({ href: notification.actionUrl });
  }

  return (
    <PagedList
      list={list}
      place="in a card"
      loadingLabel="Loading notifications"
      skeleton={<ListSkeleton />}
      errorText={messageOf(list.error)}
      empty={
        <EmptyState
          icon={BellOff}
          title="No notifications"
          text="You're all caught up! Check back later for updates."
        />
      }
    >
      {(items) => {
        const itemOf = (notification: Notification) => {
          const index = items.indexOf(notification);
          const neighbor = items[index + 1] ?? items[index - 1];
          return (
            <NotificationItem
              key={notification.id}
              notification={notification}
              onAct={() => act(notification)}
              onRead={() => {
                focusNext(notification.id);
                read(notification);
              }}
              onRemove={() => {
                focusNext(neighbor?.id);
                remove(notification);
              }}
            />
          );
        };
        const days = daysOf(items, formatDay);
        const last = days.at(-1)?.at(-1);
        return (
          <div ref={listRef}>
            {days.map((groups) => (
              <Day key={formatDay(groups[0]?.[0]?.date ?? '')} date={groups[0]?.[0]?.date ?? ''}>
                {groups.map((group) => {
                  const [only] = group;
                  // By its own key, so that an item stays in place, with the focus in it, when another one arrives above.
                  if (only && group.length === 1) return itemOf(only);
                  return (
                    <NotificationGroup
                      key={`group ${group.at(-1)?.id}`}
                      items={group}
                      continues={group === last && list.hasNextPage}
                    >
                      {group.map(itemOf)}
                    </NotificationGroup>
                  );
                })}
              </Day>
            ))}
          </div>
        );
      }}
    </PagedList>
  );
}

/** The notifications of one day, below its name. */
function Day({ date, children }: { date: string; children: ReactNode }) {
  const id = useId();
  const day = dayInWords(date).replace(/^on /, '');
  return (
    <section
      aria-labelledby={id}
      className="border-line not-first:border-t lg:grid lg:grid-cols-[9.5rem_minmax(0,1fr)]"
    >
      <h2
        id={id}
        className="bg-paper/70 px-4 py-1.5 font-sans text-sm font-semibold tracking-normal whitespace-nowrap text-muted first-letter:uppercase sm:px-6 lg:py-3.5"
      >
        {day}
      </h2>
      <ul className="divide-y divide-line max-lg:border-t max-lg:border-line">{children}</ul>
    </section>
  );
}

/**
 * The pressed button disappears, so the focus moves to an item that stays, or to the page's heading. It moves after the
 * list has changed: an item whose group is no longer one is a new element.
 */
function useFocusAfterChange({ current }: RefObject<HTMLDivElement | null>) {
  const [next, setNext] = useState<{ id: string | undefined } | null>(null);
  useEffect(() => {
    if (!next) return;
    const item = current?.querySelector(`[data-notification="${next.id}"]`) ?? document.querySelector('h1');
    if (item instanceof HTMLElement) item.focus();
    setNext(null);
  }, [next, current]);
  return (id: string | undefined) => setNext({ id });
}

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

function ListSkeleton() {
  return (
    <div className="divide-y divide-line">
      {ROWS.map((row) => (
        <div key={row} className="flex gap-3 px-4 py-3 sm:px-6">
          <Skeleton className="size-6 shrink-0 rounded-full" />
          <Skeleton className="h-6 grow" />
        </div>
      ))}
    </div>
  );
}
