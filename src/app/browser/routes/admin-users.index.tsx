import { createFileRoute } from '@tanstack/react-router';
import { loadUsers } from '#features/back-office/client/admin-queries.ts';
import { UsersScreen } from '#features/back-office/client/users-screen.tsx';
import { readUsersSearch } from '#features/back-office/client/users-search.ts';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/admin-users/')({
  staticData: { layout: 'card' },
  validateSearch: readUsersSearch,
  loader: whenAdmin(loadBySearch(readUsersSearch, loadUsers)),
  head: () => titled('Users'),
  component: AdminUsersPage,
});

function AdminUsersPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminOnly>
      <UsersScreen
        search={search}
        onSearch={(next) =>
          void navigate({ search: readUsersSearch({ ...next }), replace: true, resetScroll: false })
        }
      />
    </AdminOnly>
  );
}
