import { createFileRoute } from '@tanstack/react-router';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { AdminWaitlistScreen } from '#features/waitlist/client/admin-waitlist-screen.tsx';
import { loadEntries } from '#features/waitlist/client/entries-queries.ts';
import { readEntriesSearch } from '#features/waitlist/client/entries-search.ts';
import { titled } from '../page-title.ts';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/admin-waitlist')({
  staticData: { layout: 'figures' },
  validateSearch: readEntriesSearch,
  loader: whenAdmin(loadBySearch(readEntriesSearch, loadEntries)),
  head: () => titled('Waitlist Management'),
  component: AdminWaitlistPage,
});

function AdminWaitlistPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminOnly>
      <AdminWaitlistScreen
        search={search}
        onSearch={(next) =>
          void navigate({ search: readEntriesSearch({ ...next }), replace: true, resetScroll: false })
        }
      />
    </AdminOnly>
  );
}
