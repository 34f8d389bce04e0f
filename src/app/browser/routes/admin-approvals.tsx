import { createFileRoute } from '@tanstack/react-router';
import { loadApprovals } from '#features/approvals/client/approval-queries.ts';
import { ApprovalsScreen } from '#features/approvals/client/approvals-screen.tsx';
import { readApprovalsSearch } from '#features/approvals/client/approvals-search.ts';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/admin-approvals')({
  staticData: { layout: 'card' },
  validateSearch: readApprovalsSearch,
  loader: whenAdmin(loadBySearch(readApprovalsSearch, loadApprovals)),
  head: () => titled('Approvals'),
  component: AdminApprovalsPage,
});

function AdminApprovalsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminOnly>
      <ApprovalsScreen
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </AdminOnly>
  );
}
