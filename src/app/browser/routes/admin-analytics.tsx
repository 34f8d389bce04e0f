import { createFileRoute } from '@tanstack/react-router';
import { loadAnalytics } from '#features/analytics/client/analytics-queries.ts';
import { AnalyticsScreen } from '#features/analytics/client/analytics-screen.tsx';
import { readAnalyticsSearch } from '#features/analytics/client/analytics-search.ts';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/admin-analytics')({
  staticData: { layout: 'figures' },
  validateSearch: readAnalyticsSearch,
  loader: whenAdmin(loadBySearch(readAnalyticsSearch, loadAnalytics)),
  head: () => titled('Platform Analytics'),
  component: AdminAnalyticsPage,
});

function AdminAnalyticsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminOnly>
      <AnalyticsScreen
        search={search}
        onSearch={(next) =>
          void navigate({ search: readAnalyticsSearch(next), replace: true, resetScroll: false })
        }
      />
    </AdminOnly>
  );
}
