import { createFileRoute } from '@tanstack/react-router';
import { AdminOnly, whenAdmin } from '#features/identity/client/index.ts';
import { KycCaseScreen } from '#features/kyc/client/kyc-case-screen.tsx';
import { loadReviewed } from '#features/kyc/client/kyc-queries.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/admin-kyc/$id')({
  staticData: { layout: 'columns' },
  loader: whenAdmin(({ params }: { params: { id: string } }) => loadSoon(loadReviewed(params.id))),
  head: () => titled('Identity check'),
  component: CasePage,
});

function CasePage() {
  const { id } = Route.useParams();
  return (
    <AdminOnly>
      <KycCaseScreen key={id} applicantId={id} />
    </AdminOnly>
  );
}
