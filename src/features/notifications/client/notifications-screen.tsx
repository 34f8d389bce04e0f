import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { NotificationList } from './notification-list.tsx';
import { unreadCountOptions } from './notification-queries.ts';
import type { NotificationSearch } from './notification-search.ts';
import { NotificationSettings } from './notification-settings.tsx';
import { useNotificationActions } from './use-notifications.ts';

export interface NotificationsScreenProps {
  search: NotificationSearch;
  onSearch: (search: NotificationSearch) => void;
}

export function NotificationsScreen({ search, onSearch }: NotificationsScreenProps) {
  const unread = useQuery(unreadCountOptions()).data?.unread ?? 0;
  const { readAll } = useNotificationActions();

  function markAll() {
    document.querySelector('h1')?.focus();
    readAll();
  }

  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Notifications"
        description="Activity on your account and your properties."
        badge={
          unread > 0 && (
            <Badge tone="danger" icon={false}>
              {unread} unread
            </Badge>
          )
        }
        actions={
          unread > 0 && (
            <Button variant="secondary" onClick={markAll}>
              <CheckCheck size={18} aria-hidden="true" />
              Mark All Read
            </Button>
          )
        }
      />
      <Card padded={false} className="overflow-hidden">
        <Tabs
          label="Notifications and settings"
          className="[&>[role=tablist]]:px-3 [&>[role=tablist]]:pt-2"
          selected={search.view ?? 'notifications'}
          onSelect={(view) => onSearch(view === 'settings' ? { view } : {})}
          tabs={[
            {
              id: 'notifications',
              title: 'Notifications',
              content: (
                <div className="-mt-6">
                  <NotificationList />
                </div>
              ),
            },
            { id: 'settings', title: 'Settings', content: <NotificationSettings /> },
          ]}
        />
      </Card>
    </div>
  );
}
