import { createFileRoute } from '@tanstack/react-router';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { AdminTaxScreen } from '#features/tax/client/admin-tax-screen.tsx';
import { loadTax } from '#features/tax/client/tax-queries.ts';
import { readTaxSearch } from '#features/tax/client/tax-search.ts';
import { titled } from '../page-title.ts';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/admin-tax')({
  staticData: { layout: 'card' },
  validateSearch: readTaxSearch,
  loader: whenAdmin(loadBySearch(readTaxSearch, loadTax)),
  head: () => titled('Tax'),
  component: AdminTaxPage,
});

function AdminTaxPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminOnly>
      <AdminTaxScreen
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </AdminOnly>
  );
}
