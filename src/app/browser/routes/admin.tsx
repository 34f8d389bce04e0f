import { createFileRoute } from '@tanstack/react-router';
import { AdminPanelScreen } from '#features/back-office/client/admin-panel-screen.tsx';
import { loadAdminPanel } from '#features/back-office/client/admin-queries.ts';
import { readAdminSearch } from '#features/back-office/client/admin-search.ts';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/admin')({
  validateSearch: readAdminSearch,
  loader: whenAdmin(({ location }: { location: { search: object } }) =>
    loadSoon(loadAdminPanel(readAdminSearch({ ...location.search }))),
  ),
  head: () => titled('Admin Panel'),
  component: AdminPanelPage,
});

function AdminPanelPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminOnly>
      <AdminPanelScreen
        search={search}
        onSearch={(next) =>
          void navigate({ search: readAdminSearch(next), replace: true, resetScroll: false })
        }
      />
    </AdminOnly>
  );
}
