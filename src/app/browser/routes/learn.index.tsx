import { createFileRoute } from '@tanstack/react-router';
import { loadLibrary } from '#features/learn/client/learn-queries.ts';
import { readLibrarySearch } from '#features/learn/client/learn-search.ts';
import { LibraryScreen } from '#features/learn/client/library-screen.tsx';
import { described } from '../page-title.ts';

const DESCRIPTION =
  'How shares of buildings work, what they cost, what they earn and what can go wrong: articles, a glossary and a returns calculator.';

export const Route = createFileRoute('/learn/')({
  validateSearch: readLibrarySearch,
  staticData: { public: true, layout: 'cards' },
  loaderDeps: ({ search }) => search,
  // A failure is shown by the screen, which can try again.
  loader: ({ deps }) => loadLibrary(deps).then(undefined, () => undefined),
  head: () => described({ title: 'Learn', description: DESCRIPTION, canonical: '/learn' }),
  component: LearnPage,
});

function LearnPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <LibraryScreen
      search={search}
      onSearch={(next) =>
        void navigate({ search: readLibrarySearch({ ...next }), replace: true, resetScroll: false })
      }
    />
  );
}
