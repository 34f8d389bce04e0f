import { createFileRoute } from '@tanstack/react-router';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { loadJobs } from '#features/jobs/client/jobs-queries.ts';
import { JobsScreen } from '#features/jobs/client/jobs-screen.tsx';
import { readJobsSearch } from '#features/jobs/client/jobs-search.ts';
import { titled } from '../page-title.ts';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/admin-jobs')({
  staticData: { layout: 'card' },
  validateSearch: readJobsSearch,
  loader: whenAdmin(loadBySearch(readJobsSearch, loadJobs)),
  head: () => titled('Jobs'),
  component: AdminJobsPage,
});

function AdminJobsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminOnly>
      <JobsScreen
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </AdminOnly>
  );
}
