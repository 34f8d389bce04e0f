import { createFileRoute } from '@tanstack/react-router';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { loadReviewed } from '#features/submissions/client/review-queries.ts';
import { ReviewScreen } from '#features/submissions/client/review-screen.tsx';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/admin-review/$id')({
  staticData: { layout: 'columns' },
  loader: whenAdmin(({ params }: { params: { id: string } }) => loadSoon(loadReviewed(params.id))),
  head: () => titled('Review property'),
  component: SubmissionPage,
});

function SubmissionPage() {
  const { id } = Route.useParams();
  return (
    <AdminOnly>
      <ReviewScreen key={id} submissionId={id} />
    </AdminOnly>
  );
}
