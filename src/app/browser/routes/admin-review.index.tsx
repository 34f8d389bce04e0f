import { createFileRoute } from '@tanstack/react-router';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { AdminReviewScreen } from '#features/submissions/client/admin-review-screen.tsx';
import { loadReviewQueue } from '#features/submissions/client/review-queries.ts';
import { readReviewSearch } from '#features/submissions/client/review-search.ts';
import { titled } from '../page-title.ts';
import { loadBySearch } from './-load-soon.ts';

export const Route = createFileRoute('/admin-review/')({
  staticData: { layout: 'card' },
  validateSearch: readReviewSearch,
  loader: whenAdmin(loadBySearch(readReviewSearch, loadReviewQueue)),
  head: () => titled('Review Properties'),
  component: QueuePage,
});

function QueuePage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminOnly>
      <AdminReviewScreen
        search={search}
        onSearch={(next) =>
          void navigate({ search: readReviewSearch(next), replace: true, resetScroll: false })
        }
      />
    </AdminOnly>
  );
}
