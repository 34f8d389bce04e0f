import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { readDashboardSearch } from '#features/owners/client/dashboard-search.ts';
import { OwnerDashboardScreen } from '#features/owners/client/owner-dashboard-screen.tsx';
import { loadDashboard } from '#features/owners/client/owner-queries.ts';
import { titled } from '../page-title.ts';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/owner-dashboard/')({
  staticData: { layout: 'figures' },
  validateSearch: readDashboardSearch,
  loader: whenSignedIn(loadBySearch(readDashboardSearch, loadDashboard)),
  head: () => titled('Owner Dashboard'),
  component: OwnerDashboardPage,
});

function OwnerDashboardPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn>
      <OwnerDashboardScreen
        search={search}
        onSearch={(next) =>
          void navigate({ search: readDashboardSearch(next), replace: true, resetScroll: false })
        }
      />
    </SignedIn>
  );
}
