import { createFileRoute } from '@tanstack/react-router';
import { loadPeople } from '#features/back-office/client/admin-queries.ts';
import { PeopleScreen } from '#features/back-office/client/people-screen.tsx';
import { readPeopleSearch } from '#features/back-office/client/people-search.ts';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/admin-people')({
  validateSearch: readPeopleSearch,
  loader: whenAdmin(({ location }: { location: { search: object } }) =>
    loadSoon(loadPeople(readPeopleSearch({ ...location.search }))),
  ),
  head: () => titled('People'),
  component: AdminPeoplePage,
});

function AdminPeoplePage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminOnly>
      <PeopleScreen
        search={search}
        onSearch={(next) =>
          void navigate({ search: readPeopleSearch({ ...next }), replace: true, resetScroll: false })
        }
      />
    </AdminOnly>
  );
}
