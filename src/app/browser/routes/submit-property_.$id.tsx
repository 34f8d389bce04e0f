import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { ResubmitPropertyScreen } from '#features/properties/client/resubmit-property-screen.tsx';
import { loadSubmissions } from '#features/properties/client/submission-queries.ts';
import { readPropertyId } from '#kernel/property-id.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/submit-property_/$id')({
  staticData: { layout: 'columns' },
  loader: whenSignedIn(({ params }: { params: { id: string } }) =>
    loadSoon(loadSubmissions(readPropertyId(params.id) ?? null)),
  ),
  head: () => titled('Correct and Submit Again'),
  component: ResubmitPage,
});

function ResubmitPage() {
  const { id } = Route.useParams();
  return (
    <SignedIn>
      <ResubmitPropertyScreen id={readPropertyId(id) ?? null} />
    </SignedIn>
  );
}
