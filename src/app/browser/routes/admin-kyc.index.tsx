import { createFileRoute } from '@tanstack/react-router';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { AdminKycScreen } from '#features/kyc/client/admin-kyc-screen.tsx';
import { loadQueue } from '#features/kyc/client/kyc-queries.ts';
import { readQueueSearch } from '#features/kyc/client/kyc-search.ts';
import { titled } from '../page-title.ts';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/admin-kyc/')({
  staticData: { layout: 'card' },
  validateSearch: readQueueSearch,
  loader: whenAdmin(loadBySearch(readQueueSearch, loadQueue)),
  head: () => titled('Identity checks'),
  component: QueuePage,
});

function QueuePage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminOnly>
      <AdminKycScreen
        search={search}
        onSearch={(next) =>
          void navigate({ search: readQueueSearch(next), replace: true, resetScroll: false })
        }
      />
    </AdminOnly>
  );
}
