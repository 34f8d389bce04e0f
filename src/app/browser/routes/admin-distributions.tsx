import { createFileRoute } from '@tanstack/react-router';
import { readReviewSearch } from '#features/approvals/client/review-search.ts';
import { AdminDistributionsScreen } from '#features/distributions/client/admin-distributions-screen.tsx';
import { AdminOnly } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';

export const Route = createFileRoute('/admin-distributions')({
  staticData: { layout: 'card' },
  validateSearch: readReviewSearch,
  head: () => titled('Distributions'),
  component: AdminDistributionsPage,
});

function AdminDistributionsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminOnly>
      <AdminDistributionsScreen
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </AdminOnly>
  );
}
