import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { loadNotifications } from '#features/notifications/client/notification-queries.ts';
import { readNotificationSearch } from '#features/notifications/client/notification-search.ts';
import { NotificationsScreen } from '#features/notifications/client/notifications-screen.tsx';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/notifications')({
  staticData: { layout: 'card' },
  validateSearch: readNotificationSearch,
  loader: whenSignedIn(() => loadSoon(loadNotifications())),
  head: () => titled('Notifications'),
  component: NotificationsPage,
});

function NotificationsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn>
      <NotificationsScreen
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </SignedIn>
  );
}
