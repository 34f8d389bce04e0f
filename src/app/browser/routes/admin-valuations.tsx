import { createFileRoute } from '@tanstack/react-router';
import { readReviewSearch } from '#features/approvals/client/review-search.ts';
import { AdminOnly } from '#features/identity/client/index.ts';
import { AdminValuationsScreen } from '#features/valuations/client/admin-valuations-screen.tsx';
import { titled } from '../page-title.ts';

export const Route = createFileRoute('/admin-valuations')({
  staticData: { layout: 'card' },
  validateSearch: readReviewSearch,
  head: () => titled('Valuations'),
  component: AdminValuationsPage,
});

function AdminValuationsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminOnly>
      <AdminValuationsScreen
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </AdminOnly>
  );
}
