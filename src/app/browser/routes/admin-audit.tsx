import { createFileRoute } from '@tanstack/react-router';
import { loadAudit } from '#features/audit/client/audit-queries.ts';
import { AuditScreen } from '#features/audit/client/audit-screen.tsx';
import { readAuditSearch } from '#features/audit/client/audit-search.ts';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/admin-audit')({
  staticData: { layout: 'card' },
  validateSearch: readAuditSearch,
  loader: whenAdmin(loadBySearch(readAuditSearch, loadAudit)),
  head: () => titled('Audit log'),
  component: AdminAuditPage,
});

function AdminAuditPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminOnly>
      <AuditScreen
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </AdminOnly>
  );
}
