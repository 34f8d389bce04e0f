import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { loadReports } from '#features/reports/client/reports-queries.ts';
import { ReportsScreen } from '#features/reports/client/reports-screen.tsx';
import { readReportsSearch } from '#features/reports/client/reports-search.ts';
import { titled } from '../page-title.ts';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/reports')({
  staticData: { layout: 'figures' },
  validateSearch: readReportsSearch,
  loader: whenSignedIn(loadBySearch(readReportsSearch, loadReports)),
  head: () => titled('Reports'),
  component: ReportsPage,
});

function ReportsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn>
      <ReportsScreen
        search={search}
        onSearch={(next) =>
          void navigate({ search: readReportsSearch(next), replace: true, resetScroll: false })
        }
      />
    </SignedIn>
  );
}
