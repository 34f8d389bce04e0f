import { createFileRoute } from '@tanstack/react-router';
import { ReportScreen } from '#features/distributions/client/report-screen.tsx';
import { readReportSearch } from '#features/distributions/client/report-search.ts';
import { SignedIn } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';

export const Route = createFileRoute('/owner-report')({
  staticData: { layout: 'card' },
  validateSearch: readReportSearch,
  head: () => titled('Monthly report'),
  component: OwnerReportPage,
});

function OwnerReportPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn>
      <ReportScreen
        key={search.property}
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </SignedIn>
  );
}
