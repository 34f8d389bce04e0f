import { useNavigate, useSearch } from '@tanstack/react-router';
import { AdminPanelScreen } from '#features/back-office/client/admin-panel-screen.tsx';
import { readAdminSearch } from '#features/back-office/client/admin-search.ts';
import { AdminOnly } from '#features/identity/client/index.ts';

/** The page of `/admin` and of `/admin-panel`. */
export function AdminPanelPage() {
  const search = readAdminSearch({ ...useSearch({ strict: false }) });
  const navigate = useNavigate();
  return (
    <AdminOnly>
      <AdminPanelScreen
        search={search}
        onSearch={(next) =>
          void navigate({ to: '.', search: readAdminSearch(next), replace: true, resetScroll: false })
        }
      />
    </AdminOnly>
  );
}
