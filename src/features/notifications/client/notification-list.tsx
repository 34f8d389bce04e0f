import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BellOff } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { formatDay } from '#platform/browser/moment.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Notification } from '../notifications.contract.ts';
import { groupsOf } from '../notifications.rules.ts';
import { NotificationGroup } from './notification-group.tsx';
import { NotificationItem } from './notification-item.tsx';
import { notificationsOptions } from './notification-queries.ts';
import { useNotificationActions } from './use-notifications.ts';

export function NotificationList() {
  const list = useInfiniteQuery(notificationsOptions());
  const { read, remove } = useNotificationActions();
  const navigate = useNavigate();
  const listRef = useRef<HTMLUListElement>(null);
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
        return (
          <ul ref={listRef} className="divide-y divide-line" aria-label="Notifications, newest first">
            {groupsOf(items, formatDay).map((group) =>
              group.length === 1 ? (
                group.map(itemOf)
              ) : (
                <NotificationGroup key={`group ${group.at(-1)?.id}`} items={group}>
                  {group.map(itemOf)}
                </NotificationGroup>
              ),
            )}
          </ul>
        );
      }}
    </PagedList>
  );
}

/**
 * The pressed button disappears, so the focus moves to an item that stays, or to the page's heading. It moves after the
 * list has changed: an item whose group is no longer one is a new element.
 */
function useFocusAfterChange({ current }: RefObject<HTMLUListElement | null>) {
  const [next, setNext] = useState<{ id: string | undefined } | null>(null);
  useEffect(() => {
    if (!next) return;
    const item = current?.querySelector(`[data-notification="${next.id}"]`) ?? document.querySelector('h1');
    if (item instanceof HTMLElement) item.focus();
    setNext(null);
  }, [next, current]);
  return (id: string | undefined) => setNext({ id });
}

const ROWS = ['first', 'second', 'third', 'fourth'];

function ListSkeleton() {
  return (
    <div className="divide-y divide-line">
      {ROWS.map((row) => (
        <div key={row} className="flex gap-4 px-4 py-5 sm:px-6">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grow">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="mt-2.5 h-4 w-4/5" />
            <Skeleton className="mt-2.5 h-8 w-40" />
          </div>
        </div>
      ))}
    </div>
  );
}
