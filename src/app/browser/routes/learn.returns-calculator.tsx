import { createFileRoute } from '@tanstack/react-router';
import { CalculatorScreen } from '#features/learn/client/calculator-screen.tsx';
import { readPlanSearch } from '#features/learn/client/learn-search.ts';
import { described } from '../page-title.ts';

const DESCRIPTION =
  'What your shares could earn over time, with price changes, reinvestment and all fees, to the cent.';

export const Route = createFileRoute('/learn/returns-calculator')({
  validateSearch: readPlanSearch,
  staticData: { public: true, layout: 'columns' },
  head: () =>
    described({
      title: 'Returns calculator',
      description: DESCRIPTION,
      canonical: '/learn/returns-calculator',
    }),
  component: CalculatorPage,
});

function CalculatorPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CalculatorScreen
      search={search}
      onSearch={(plan) =>
        void navigate({ search: readPlanSearch({ ...plan }), replace: true, resetScroll: false })
      }
    />
  );
}
