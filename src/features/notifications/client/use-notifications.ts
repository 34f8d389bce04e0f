import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '#features/identity/client/index.ts';
import { refresh } from '#platform/browser/refresh.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import type { Notification } from '../notifications.contract.ts';
import { notificationsOptions, unreadCountOptions } from './notification-queries.ts';

/**
 * Reading and deleting notifications. Both show immediately and are undone when the server refuses.
 */
export function useNotificationActions() {
  const queryClient = useQueryClient();

  function change(items: (before: Notification[]) => Notification[]) {
    queryClient.setQueryData(
      notificationsOptions().queryKey,
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: items(page.items) })) },
    );
  }

  function count(unread: (before: number) => number) {
    queryClient.setQueryData(unreadCountOptions().queryKey, (before) =>
      before ? { unread: Math.max(0, unread(before.unread)) } : before,
    );
  }

  const onFailed = (error: unknown) => {
    showFailure(error);
    refresh(['notifications']);
  };
  const markRead = useMutation(trpc.notifications.markRead.mutationOptions({ onError: onFailed }));
  const markAll = useCommand(trpc.notifications.markAllRead.mutationOptions(), {
    onFailed,
    onDone: () => showToast({ title: 'All notifications marked as read' }),
  });
  const removing = useMutation(
    trpc.notifications.removeNotification.mutationOptions({
      onError: onFailed,
      onSuccess: () => showToast({ title: 'Notification deleted' }),
    }),
  );

  return {
    read(notification: Notification) {
      if (notification.read) return;
      count((before) => before - 1);
      change((items) => items.map((one) => (one.id === notification.id ? { ...one, read: true } : one)));
      markRead.mutate({ id: notification.id });
    },
    readAll() {
      count(() => 0);
      change((items) => items.map((one) => ({ ...one, read: true })));
      void markAll.run();
    },
    remove({ id, read }: Notification) {
      if (!read) count((before) => before - 1);
      change((items) => items.filter((one) => one.id !== id));
      removing.mutate({ id });
    },
  };
}
